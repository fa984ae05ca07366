"""From a configuration to living participants: norms, topics, prompts, models, seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from community.chat.cast import Cast, Newcomer, assemble_chat, chat_prompts, module_services
from community.chat.play import play_chats
from community.chat.roster import CHAIR, module_name
from community.chat.topics import Topic, load_topics
from community.digests import digest
from community.experiments.chats.config import JUDGE, ChatRunConfig
from community.experiments.runs.manifest import Ingredients
from community.experiments.runs.norms import demand_judge, refuse_unfit_habits
from community.experiments.runs.prompts import load_books, prompt_digests
from community.experiments.runs.seating import Models, Seating, asked, connect
from community.experiments.runs.staging import Staged
from community.models.calls import Caller
from community.models.pool import ModelPool
from community.modules import load_module
from community.norms import Norm, load_norm
from community.norms.judging import Judge, load_norm_prompts
from community.prompts import PromptBook
from community.simulation import scripted


@dataclass(frozen=True)
class Material:
    """What a run is about, read and checked before anything is written or called."""

    norms: tuple[Norm, ...]
    """Enforced in any phase, or a habit; each once."""
    topics: tuple[Topic, ...]
    prompts: Mapping[str, PromptBook]
    """Every prompt in use, by room."""

    @property
    def ingredients(self) -> Ingredients:
        """What the run is made of, by hash; its questions are the topics."""
        return Ingredients(
            norms={norm.id: digest(norm.definition) for norm in self.norms},
            prompts=prompt_digests(self.prompts),
            questions=digest("\n".join(f"{topic.id}\n{topic.text}" for topic in self.topics)),
        )


def gather_material(config: ChatRunConfig) -> Material:
    """Load norms, habits, topics and prompts.

    Raises:
        UserError: something that the configuration names does not exist, is faulty, or cannot go together.
    """
    return Material(
        norms=_norms(config),
        topics=load_topics(Path(config.topics)) if config.topics else load_topics(),
        prompts=load_books(config.prompts, chat=chat_prompts, norms=load_norm_prompts),
    )


def _norms(config: ChatRunConfig) -> tuple[Norm, ...]:
    phases = [[load_norm(name) for name in phase.norms] for phase in config.phases]
    habits = [[load_norm(name) for name in names] for names in config.habits]
    for norms in phases:
        for own in habits:
            refuse_unfit_habits(own, norms)
    known = {norm.id: norm for norms in (*phases, *habits) for norm in norms}
    demand_judge(known.values(), config.judge)
    return tuple(known.values())


def connect_models(config: ChatRunConfig, material: Material, pool: ModelPool) -> Models:
    """Build the chat models that the configuration names; nothing is contacted yet.

    Raises:
        UserError: a spec, an option or an extra is wrong or missing, or seats contradict each other.
    """
    person = partial(scripted, seed=config.seed, answers={}, norms=material.norms)
    return connect(config.places, pool, person)


def stage(config: ChatRunConfig, pool: ModelPool) -> Staged[Cast]:
    """Read and check everything that the configuration names.

    Raises:
        UserError: something is missing or faulty.
    """
    material = gather_material(config)
    models = connect_models(config, material, pool)
    return Staged(
        config,
        material.ingredients,
        asked(config.places, models),
        seat=partial(assemble, config, material, models),
        perform=play_chats,
        recall=_known,
    )


def _known(cast: Cast) -> Mapping[str, Any]:
    """What each newcomer's module knows; nothing where none knows anything."""
    states = {newcomer.name: newcomer.module.state() for newcomer in cast.newcomers}
    return states if any(states.values()) else {}


def assemble(config: ChatRunConfig, material: Material, models: Models, caller: Caller) -> Cast:
    """Seat everybody."""
    seats = Seating(config.places, models, caller, config.seed, material.prompts["models"])

    def newcomer(name: str) -> Newcomer:
        services = module_services(
            config, seat=seats.seat(module_name(name)), prompts=material.prompts["modules"], seed=config.seed
        )
        return Newcomer(seats.seat(name), load_module(config.module.id, config.module.options, services))

    return assemble_chat(
        config,
        seed=config.seed,
        members=[seats.seat(name) for name in config.member_names],
        newcomers=[newcomer(name) for name in config.newcomer_names],
        judge=Judge(seats.seat_if_any(JUDGE), material.prompts["norms"]),
        chair=seats.seat_if_any(CHAIR),
        prompts=material.prompts["chat"],
    )
