"""The events of a debate, one JSON line each: together they are the truth from which every number is recomputed."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from community.agents.beliefs import BeliefVerdict
from community.agents.draft import Compliance
from community.agents.final import Fault as FormFault
from community.agents.verdicts import NormVerdict
from community.records import RunEvent

Fault = Literal[FormFault, "no_letter", "no_verdict"]


class _OfDebate(RunEvent):
    identity: ClassVar[tuple[str, ...]] = ("kind", "debate", "round", "agent")


class QuestionEvent(_OfDebate):
    """A debate begins."""

    kind: Literal["question"] = "question"
    debate: int
    """Counted from 0."""
    question: str
    """Id of the question."""
    text: str
    """The question as every agent reads it."""
    answer: str
    category: str
    participates: tuple[bool, ...]
    """For each round from 1 to the final one."""


class MessageEvent(_OfDebate):
    """One agent's message at the end of a round; round 0 holds the initial answers."""

    kind: Literal["message"] = "message"
    debate: int
    round: int
    agent: str
    text: str
    candidate: str | None = None
    """The newcomer's words before the module rewrote them, when they differ."""
    letter: str | None
    """The option that the message settles on."""
    correct: bool
    complies: bool | None
    """Whether every enforced norm holds; None when there is no message or no verdict on one of them, see `faults`."""
    verdicts: tuple[NormVerdict, ...]
    """Without those norms on which a judge's replies could not be read."""
    habits: tuple[str, ...] = ()
    """Idiosyncratic behaviours of background agents that the message shows, by id."""
    insider: Compliance | None = None
    """How a background agent's message came to comply with all it was told; None for the newcomer."""
    faults: tuple[Fault, ...] = ()


class ExchangeEvent(_OfDebate):
    """What one background agent did towards the newcomer at the start of a round."""

    kind: Literal["exchange"] = "exchange"
    debate: int
    round: int
    agent: str
    outcome: Literal["shared", "refused", "observed"]
    complied: bool | None
    """Whether the newcomer's latest message followed the norm; None when there was none, or in an observed round."""
    text: str | None
    """What a refused newcomer was sent; None when it heard the agent's own latest message."""


class BeliefEvent(_OfDebate):
    """What the newcomer's module believes after learning from a debate."""

    kind: Literal["belief"] = "belief"
    debate: int
    belief: str | None
    verdict: BeliefVerdict | None = None
    """How right it is; None where nothing is believed."""


class DebateEvent(_OfDebate):
    """A debate has ended; its numbers, recomputable from the events before it."""

    kind: Literal["debate"] = "debate"
    debate: int
    question: str
    status: Literal["finished", "failed"]
    reason: str | None = None
    """Why it failed."""
    follow_rate: float | None = None
    """Share of the scored rounds (1 to the final one) whose newcomer message satisfies the norm."""
    correct: bool | None = None
    """Whether the newcomer's last message has the right letter."""

    @property
    def ends(self) -> int:
        return self.debate

    @property
    def failed(self) -> bool:
        return self.status == "failed"


Event = QuestionEvent | MessageEvent | ExchangeEvent | BeliefEvent | DebateEvent

_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def read_event(line: dict[str, Any]) -> Event:
    """The event that a line of `events.jsonl` holds."""
    return _EVENT.validate_python(line)
