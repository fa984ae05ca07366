"""A community and its newcomer: everything that stays the same from debate to debate of one run."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from community.debate.agents import Insider, Newcomer
from community.debate.config import DebateConfig
from community.debate.gate import Gate
from community.debate.roster import agent_name
from community.debate.schedule import participation
from community.models.seat import Seat
from community.modules.module import NormativeModule
from community.norms import Norm
from community.norms.judging import Judge
from community.prompts import PromptBook, load_prompts
from community.tasks import Question, Task

PROMPTS = Path(__file__).parent / "prompts"


@dataclass(frozen=True)
class Community:
    """Who takes part in the debates of a run, what they know, and what they talk about.

    Attributes:
        config: the protocol.
        seed: of the run.
        task: how answers are read and graded.
        questions: one debate each, in order.
        norms: what is enforced.
        newcomer_seat, module: the newcomer and what wraps it.
        seats: the background agents' models, in roster order.
        habits: idiosyncratic behaviours, one sequence per background agent.
        prompts: the room's prompts.
        judge: gives the verdict on every message.
    """

    config: DebateConfig
    seed: int
    task: Task
    questions: Sequence[Question]
    norms: Sequence[Norm]
    newcomer_seat: Seat
    module: NormativeModule
    seats: Sequence[Seat]
    habits: Sequence[Sequence[Norm]]
    prompts: PromptBook
    judge: Judge = field(default_factory=Judge)

    @cached_property
    def newcomer(self) -> Newcomer:
        """The agent that does not know the norm."""
        told = self.norms if self.config.condition == "told" else ()
        return Newcomer(self.newcomer_seat, self.module, self.config, self.prompts, told)

    @cached_property
    def insiders(self) -> tuple[Insider, ...]:
        """The background agents in roster order; nobody under the condition `alone`."""
        if self.config.condition == "alone":
            return ()
        return tuple(
            Insider(
                agent_name(position),
                seat,
                self.norms,
                habits,
                self.config,
                self.prompts,
                self.seed,
                self.judge,
            )
            for position, (seat, habits) in enumerate(zip(self.seats, self.habits, strict=True))
        )

    @cached_property
    def all_habits(self) -> tuple[Norm, ...]:
        """The distinct idiosyncratic behaviours in this community."""
        return tuple({norm.id: norm for habits in self.habits for norm in habits}.values())

    @cached_property
    def gate(self) -> Gate:
        """What decides whether a background agent shares."""
        return Gate(self.config, self.seed)

    @cached_property
    def participates(self) -> tuple[tuple[bool, ...], ...]:
        """For each debate, for each round from 1 to the final one: whether the newcomer takes part."""
        debates = len(self.questions)
        return tuple(
            participation(
                self.config.schedule, seed=self.seed, index=index, debates=debates, rounds=self.config.rounds
            )
            for index in range(debates)
        )


def debate_prompts(override: Path | None = None) -> PromptBook:
    """The room's prompts, some perhaps replaced by the user's."""
    return load_prompts(PROMPTS, override)
