"""From a configuration to living participants: norms, questions, models, seats, module, community."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from community.debate.agents import ANSWER_FORMAT
from community.debate.community import Community, debate_prompts
from community.debate.play import play_debates
from community.debate.roster import NEWCOMER, agent_name
from community.digests import digest
from community.experiments.debates.config import JUDGE, MODULE, DebateRunConfig
from community.experiments.debates.habits import habits_of, settle_habits
from community.experiments.runs.manifest import Ingredients
from community.experiments.runs.norms import demand_judge
from community.experiments.runs.prompts import load_books, prompt_digests
from community.experiments.runs.seating import Models, Seating, asked, connect
from community.experiments.runs.staging import Staged
from community.models.calls import Caller
from community.models.pool import ModelPool
from community.modules import load_module
from community.modules.module import Services
from community.norms import Norm, load_norm
from community.norms.judging import Judge, load_norm_prompts
from community.prompts import PromptBook
from community.seeds import derive
from community.simulation import scripted
from community.tasks import Question, Task, load_task


@dataclass(frozen=True)
class Material:
    """What a run is about, read and checked before anything is written or called."""

    norms: tuple[Norm, ...]
    habits: tuple[tuple[Norm, ...], ...]
    task: Task
    questions: tuple[Question, ...]
    prompts: Mapping[str, PromptBook]
    """Every prompt in use, by room."""

    @property
    def norms_and_habits(self) -> tuple[Norm, ...]:
        """Everything that is enforced, and everything that is shown though nobody enforces it."""
        return (*self.norms, *(habit for habits in self.habits for habit in habits))

    @property
    def ingredients(self) -> Ingredients:
        """What the run is made of, by hash."""
        return Ingredients(
            norms={norm.id: digest(norm.definition) for norm in self.norms_and_habits},
            prompts=prompt_digests(self.prompts),
            questions=digest("\n".join(f"{q.id}\n{q.render()}\n{q.answer}" for q in self.questions)),
        )


def gather_material(config: DebateRunConfig) -> Material:
    """Load norms, habits, questions and prompts.

    Raises:
        UserError: something that the configuration names does not exist or is faulty.
    """
    task = load_task(config.task)
    material = Material(
        norms=tuple(load_norm(name) for name in config.norms),
        habits=tuple(habits_of(config)),
        task=task,
        questions=tuple(task.questions(config.seed, config.questions)),
        prompts=load_books(config.prompts, debate=debate_prompts, norms=load_norm_prompts),
    )
    demand_judge(material.norms_and_habits, config.judge)
    return material


def connect_models(config: DebateRunConfig, material: Material, pool: ModelPool) -> Models:
    """Build the chat models that the configuration names; nothing is contacted yet.

    Raises:
        UserError: a spec, an option or an extra is wrong or missing, or seats contradict each other.
    """
    answers = {question.render(): question.answer for question in material.questions}
    norms = tuple({norm.id: norm for norm in material.norms_and_habits}.values())
    person = partial(scripted, seed=config.seed, answers=answers, norms=norms)
    return connect(config.places, pool, person)


def stage(config: DebateRunConfig, pool: ModelPool) -> Staged[Community]:
    """Read and check everything that the configuration names, and draw what is drawn.

    Raises:
        UserError: something is missing or faulty.
    """
    settled = settle_habits(config, [load_norm(name) for name in config.norms])
    material = gather_material(settled)
    models = connect_models(settled, material, pool)
    return Staged(
        settled,
        material.ingredients,
        asked(settled.places, models),
        seat=partial(assemble, settled, material, models),
        perform=play_debates,
        recall=lambda community: community.module.state(),
    )


def assemble(config: DebateRunConfig, material: Material, models: Models, caller: Caller) -> Community:
    """Seat everybody."""
    seats = Seating(config.places, models, caller, config.seed, material.prompts["models"])
    services = Services(
        seat=seats.seat(MODULE),
        prompts=material.prompts["modules"],
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
        newcomer_seat=seats.seat(NEWCOMER),
        module=load_module(config.module.id, config.module.options, services),
        seats=[seats.seat(agent_name(position)) for position in range(len(config.background))],
        habits=material.habits,
        prompts=material.prompts["debate"],
        judge=Judge(seats.seat_if_any(JUDGE), material.prompts["norms"]),
    )
