"""The events of a chat, one JSON line each: together they are the truth from which every number is recomputed."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from community.agents.beliefs import BeliefVerdict
from community.agents.draft import Compliance
from community.agents.final import Fault as FormFault
from community.agents.verdicts import NormVerdict
from community.chat.config import SanctionStyle
from community.records import Record, RunEvent

Fault = Literal[FormFault, "no_verdict"]
Act = Literal["talk", "uptake", "tease", "correction", "topic_change"]
"""What a member does with its turn."""
Given = Literal["rule", "model", "fallback", "reaction"]
"""How somebody came to speak: by the order, by the chosen name, by round robin as that was none, or to react."""


class _OfChat(RunEvent):
    identity: ClassVar[tuple[str, ...]] = ("kind", "chat")


class _OfTurn(RunEvent):
    identity: ClassVar[tuple[str, ...]] = ("kind", "chat", "turn")


class OpeningEvent(_OfChat):
    """A chat begins."""

    kind: Literal["opening"] = "opening"
    chat: int
    """Counted from 0."""
    members: tuple[str, ...]
    newcomers: tuple[str, ...]
    habits: dict[str, tuple[str, ...]]
    """Idiosyncratic behaviours by member."""
    demonstrations: bool
    """Whether members showed the norm before the newcomers' first messages."""


class PhaseEvent(_OfTurn):
    """From this turn on, these norms are in force."""

    kind: Literal["phase"] = "phase"
    chat: int
    turn: int
    norms: tuple[str, ...]


class TopicEvent(_OfTurn):
    """A topic comes up."""

    kind: Literal["topic"] = "topic"
    chat: int
    turn: int
    topic: str
    """Its id."""
    text: str
    """As everybody reads it."""


class Reception(Record):
    """How the members meet a newcomer's message."""

    sanction: SanctionStyle | None
    """None: somebody takes it up."""
    by: tuple[str, ...]
    """Who reacts; everybody under `silence` and `exclusion`."""

    @property
    def act(self) -> Act | None:
        """What one of them does in reaction; None where everybody passes over the message."""
        if self.sanction is None:
            return "uptake"
        return None if self.sanction == "silence" or self.sanction == "exclusion" else self.sanction  # noqa: PLR1714 - narrows the type


class TurnEvent(_OfTurn):
    """One message of the chat."""

    kind: Literal["turn"] = "turn"
    chat: int
    turn: int
    """Counted from 1."""
    speaker: str
    role: Literal["member", "newcomer"]
    given: Given
    """How the speaker came to speak."""
    text: str
    addressed: tuple[str, ...]
    """Whom the message names."""
    norms: tuple[str, ...]
    """In force."""
    complies: bool | None
    """Whether all of them hold; None when there is no message or no verdict on one of them, see `faults`."""
    verdicts: tuple[NormVerdict, ...]
    habits: tuple[str, ...] = ()
    """Idiosyncratic behaviours that the message shows: a member's own, in a newcomer's message anybody's."""
    faults: tuple[Fault, ...] = ()
    candidate: str | None = None
    """A newcomer's words before the module rewrote them, when they differ."""
    follows_former: bool | None = None
    """Whether a newcomer's message follows the norms of the phase before; None in the first phase."""
    reception: Reception | None = None
    """How a newcomer's message is met; None when it is empty."""
    act: Act | None = None
    """What a member does."""
    answers: int | None = None
    """The newcomer's turn that a member reacts to."""
    insider: Compliance | None = None
    """How a member's message came to comply with all it was told."""
    withheld: bool = False
    """The member is not told the norms yet."""


class BeliefEvent(RunEvent):
    """What a newcomer's module believes after learning from a stretch of chat."""

    kind: Literal["belief"] = "belief"
    chat: int
    turn: int
    """The turn it is about to take; one more than there are for what it makes of the end."""
    newcomer: str
    belief: str | None
    verdict: BeliefVerdict | None = None
    """How right it is about the norms in force; None where nothing is believed."""

    identity: ClassVar[tuple[str, ...]] = ("kind", "chat", "turn", "newcomer")


class ChatEvent(_OfChat):
    """A chat has ended; its number is recomputable from the events before it."""

    kind: Literal["chat"] = "chat"
    chat: int
    status: Literal["finished", "failed"]
    reason: str | None = None
    """Why it failed."""
    follow_rate: float | None = None
    """Share of the newcomers' messages that follow the norms in force."""

    @property
    def ends(self) -> int:
        return self.chat

    @property
    def failed(self) -> bool:
        return self.status == "failed"


Event = OpeningEvent | PhaseEvent | TopicEvent | TurnEvent | BeliefEvent | ChatEvent

_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def read_event(line: dict[str, Any]) -> Event:
    """The event that a line of `events.jsonl` holds."""
    return _EVENT.validate_python(line)
