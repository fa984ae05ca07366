"""From a configuration to living participants: norms, questions, models, seats, module, community."""

from dataclasses import dataclass
from pathlib import Path

from community.debate.agents import ANSWER_FORMAT
from community.debate.community import Community, debate_prompts
from community.debate.roster import NEWCOMER, agent_name
from community.digests import digest
from community.errors import UserError
from community.experiments.debates.config import DebateRunConfig
from community.experiments.debates.habits import habits_of
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
from community.modules.module import Services
from community.norms import Norm, load_norm
from community.norms.judging import Judge, load_norm_prompts
from community.prompts import PromptBook
from community.seeds import derive
from community.simulation import scripted
from community.tasks import Question, Task, load_task

MODULE, JUDGE = "Module", "Judge"


@dataclass(frozen=True)
class Material:
    """What a run is about, read and checked before anything is written or called."""

    norms: tuple[Norm, ...]
    habits: tuple[tuple[Norm, ...], ...]
    task: Task
    questions: tuple[Question, ...]
    debate_prompts: PromptBook
    module_prompts: PromptBook
    model_prompts: PromptBook
    norm_prompts: PromptBook

    @property
    def prompt_books(self) -> dict[str, PromptBook]:
        """Every prompt in use, by room."""
        return {
            "debate": self.debate_prompts,
            "models": self.model_prompts,
            "modules": self.module_prompts,
            "norms": self.norm_prompts,
        }

    @property
    def ingredients(self) -> Ingredients:
        """What the run is made of, by hash."""
        habits = (habit for habits in self.habits for habit in habits)
        return Ingredients(
            norms={norm.id: digest(norm.definition) for norm in (*self.norms, *habits)},
            prompts=prompt_digests(self.prompt_books),
            questions=digest("\n".join(f"{q.id}\n{q.render()}\n{q.answer}" for q in self.questions)),
        )


def gather_material(config: DebateRunConfig) -> Material:
    """Load norms, habits, questions and prompts.

    Raises:
        UserError: something that the configuration names does not exist or is faulty.
    """
    override = Path(config.prompts) if config.prompts else None
    task = load_task(config.task)
    material = Material(
        norms=tuple(load_norm(name) for name in config.norms),
        habits=tuple(habits_of(config)),
        task=task,
        questions=tuple(task.questions(config.seed, config.questions)),
        debate_prompts=debate_prompts(override),
        module_prompts=load_module_prompts(override),
        model_prompts=load_model_prompts(override),
        norm_prompts=load_norm_prompts(override),
    )
    refuse_stray_prompts(override, material.prompt_books)
    _demand_judge(config, material)
    return material


def _demand_judge(config: DebateRunConfig, material: Material) -> None:
    judged = [
        norm.id
        for norm in (*material.norms, *(h for habits in material.habits for h in habits))
        if norm.is_judged
    ]
    if judged and config.judge is None:
        raise UserError(
            f"norm {judged[0]!r} is judged by a model; name one, for example --judge openai:gpt-5-nano"
        )


@dataclass(frozen=True)
class Models:
    """The chat models of a run, one object per distinct (spec, options)."""

    newcomer: ChatModel
    background: tuple[ChatModel, ...]
    module: ChatModel
    judge: ChatModel | None = None

    def by_options(self) -> list[tuple[str, ChatModel]]:
        """Each seat's model, after the field of the configuration that holds its options."""
        background = [("background_options", model) for model in self.background]
        judge = [("judge_options", self.judge)] if self.judge else []
        return [
            ("newcomer_options", self.newcomer),
            *background,
            ("module_options", self.module),
            *judge,
        ]

    def distinct(self) -> list[ChatModel]:
        """Each model once, in a fixed order."""
        return list({id(model): model for _, model in self.by_options()}.values())


def connect_models(config: DebateRunConfig, material: Material, pool: ModelPool) -> Models:
    """Build the chat models that the configuration names; nothing is contacted yet.

    Raises:
        UserError: a spec, an option or an extra is wrong or missing, or seats contradict each other.
    """
    answers = {question.render(): question.answer for question in material.questions}
    known = tuple(
        {norm.id: norm for norm in (*material.norms, *(h for hs in material.habits for h in hs))}.values()
    )
    people: dict[str, ChatModel] = {}

    def model(spec: str, options: ModelOptions) -> ChatModel:
        if not is_simulated(spec):
            return pool.model(spec, options)
        if spec not in people:
            people[spec] = scripted(spec, seed=config.seed, answers=answers, norms=known)
        return people[spec]

    models = Models(
        newcomer=model(config.newcomer, config.newcomer_options),
        background=tuple(model(spec, config.background_options) for spec in config.background),
        module=model(config.module_model, config.module_options),
        judge=model(config.judge, config.judge_options) if config.judge else None,
    )
    demand_one_window(models.by_options())
    return models


def assemble(config: DebateRunConfig, material: Material, models: Models, caller: Caller) -> Community:
    """Seat everybody."""

    def seat(name: str, model: ChatModel, spec: str, options: ModelOptions) -> Seat:
        return Seat(
            name, model, caller, config.seed, sampling_for(parse_spec(spec), options), material.model_prompts
        )

    services = Services(
        seat=seat(MODULE, models.module, config.module_model, config.module_options),
        prompts=material.module_prompts,
        seed=derive(config.seed, "module"),
        answer_format=ANSWER_FORMAT,
        word_cap=config.word_cap,
    )
    return Community(
        config=config,
        seed=config.seed,
        task=material.task,
        questions=material.questions,
        norms=material.norms,
        newcomer_seat=seat(NEWCOMER, models.newcomer, config.newcomer, config.newcomer_options),
        module=load_module(config.module.id, config.module.options, services),
        seats=[
            seat(agent_name(position), model, spec, config.background_options)
            for position, (model, spec) in enumerate(zip(models.background, config.background, strict=True))
        ],
        habits=material.habits,
        prompts=material.debate_prompts,
        judge=Judge(
            seat(JUDGE, models.judge, config.judge, config.judge_options)
            if models.judge and config.judge
            else None,
            material.norm_prompts,
        ),
    )
