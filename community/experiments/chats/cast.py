"""From a configuration to living participants: norms, topics, prompts, models, seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from community.chat.cast import Cast, Newcomer, assemble_chat, chat_prompts, module_services
from community.chat.roster import CHAIR, module_name
from community.chat.topics import Topic, load_topics
from community.digests import digest
from community.errors import UserError
from community.experiments.chats.config import JUDGE, ChatRunConfig
from community.experiments.runs.habits import refuse_unfit_habits
from community.experiments.runs.manifest import Ingredients
from community.experiments.runs.prompts import prompt_digests, refuse_stray_prompts
from community.models import ModelOptions, is_simulated, parse_spec, sampling_for
from community.models.calls import Caller
from community.models.chat import ChatModel
from community.models.pool import ModelPool
from community.models.seat import Seat
from community.models.structured import load_model_prompts
from community.models.windows import demand_one_window
from community.modules import load_module, load_module_prompts
from community.norms import Norm, load_norm
from community.norms.judging import Judge, load_norm_prompts
from community.prompts import PromptBook
from community.simulation import scripted

Models = Mapping[str, ChatModel]
"""Who sits there -> the chat model; one object per distinct spec and options."""


@dataclass(frozen=True)
class Material:
    """What a run is about, read and checked before anything is written or called."""

    norms: tuple[Norm, ...]
    """Enforced in any phase, or a habit; each once."""
    topics: tuple[Topic, ...]
    chat_prompts: PromptBook
    module_prompts: PromptBook
    model_prompts: PromptBook
    norm_prompts: PromptBook

    @property
    def prompt_books(self) -> dict[str, PromptBook]:
        """Every prompt in use, by room."""
        return {
            "chat": self.chat_prompts,
            "models": self.model_prompts,
            "modules": self.module_prompts,
            "norms": self.norm_prompts,
        }

    @property
    def ingredients(self) -> Ingredients:
        """What the run is made of, by hash; its questions are the topics."""
        return Ingredients(
            norms={norm.id: digest(norm.definition) for norm in self.norms},
            prompts=prompt_digests(self.prompt_books),
            questions=digest("\n".join(f"{topic.id}\n{topic.text}" for topic in self.topics)),
        )


def gather_material(config: ChatRunConfig) -> Material:
    """Load norms, habits, topics and prompts.

    Raises:
        UserError: something that the configuration names does not exist, is faulty, or cannot go together.
    """
    override = Path(config.prompts) if config.prompts else None
    material = Material(
        norms=_norms(config),
        topics=load_topics(Path(config.topics)) if config.topics else load_topics(),
        chat_prompts=chat_prompts(override),
        module_prompts=load_module_prompts(override),
        model_prompts=load_model_prompts(override),
        norm_prompts=load_norm_prompts(override),
    )
    refuse_stray_prompts(override, material.prompt_books)
    return material


def _norms(config: ChatRunConfig) -> tuple[Norm, ...]:
    phases = [[load_norm(name) for name in phase.norms] for phase in config.phases]
    habits = [[load_norm(name) for name in names] for names in config.habits]
    for norms in phases:
        for own in habits:
            refuse_unfit_habits(own, norms)
    known = {norm.id: norm for norms in (*phases, *habits) for norm in norms}
    judged = [norm.id for norm in known.values() if norm.is_judged]
    if judged and config.judge is None:
        raise UserError(
            f"norm {judged[0]!r} is judged by a model; name one, for example --judge openai:gpt-5-nano"
        )
    return tuple(known.values())


def connect_models(config: ChatRunConfig, material: Material, pool: ModelPool) -> Models:
    """Build the chat models that the configuration names; nothing is contacted yet.

    Raises:
        UserError: a spec, an option or an extra is wrong or missing, or seats contradict each other.
    """
    people: dict[str, ChatModel] = {}

    def model(spec: str, options: ModelOptions) -> ChatModel:
        if not is_simulated(spec):
            return pool.model(spec, options)
        if spec not in people:
            people[spec] = scripted(spec, seed=config.seed, answers={}, norms=material.norms)
        return people[spec]

    places = config.places
    models = {name: model(place.spec, place.options) for name, place in places.items()}
    demand_one_window([(f"{places[name].role}_options", each) for name, each in models.items()])
    return models


def assemble(config: ChatRunConfig, material: Material, models: Models, caller: Caller) -> Cast:
    """Seat everybody."""
    places = config.places

    def seat(name: str) -> Seat:
        place = places[name]
        sampling = sampling_for(parse_spec(place.spec), place.options)
        return Seat(name, models[name], caller, config.seed, sampling, material.model_prompts)

    def newcomer(name: str) -> Newcomer:
        services = module_services(
            config, seat=seat(module_name(name)), prompts=material.module_prompts, seed=config.seed
        )
        return Newcomer(seat(name), load_module(config.module.id, config.module.options, services))

    return assemble_chat(
        config,
        seed=config.seed,
        members=[seat(name) for name in config.member_names],
        newcomers=[newcomer(name) for name in config.newcomer_names],
        judge=Judge(seat(JUDGE) if JUDGE in places else None, material.norm_prompts),
        chair=seat(CHAIR) if CHAIR in places else None,
        prompts=material.chat_prompts,
    )
