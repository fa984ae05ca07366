"""The events of a run, chat by chat, and one line about each."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from community.chat import BeliefEvent, ChatEvent, Event, OpeningEvent, TurnEvent
from community.chat.episode import first_compliance
from community.chat.standing import is_sanctioned
from community.experiments.runs.chapters import by_episode, numbered
from community.records import SCHEMA_VERSION, Record


@dataclass(frozen=True)
class ChatChapter:
    """One chat as far as it is on disk."""

    number: int
    """Counted from 1, as people do."""
    events: Sequence[Event]

    @property
    def opening(self) -> OpeningEvent | None:
        """How it began."""
        return next((event for event in self.events if isinstance(event, OpeningEvent)), None)

    @cached_property
    def turns(self) -> list[TurnEvent]:
        """Everybody's messages, in order."""
        return [event for event in self.events if isinstance(event, TurnEvent)]

    @property
    def newcomers(self) -> dict[str, list[TurnEvent]]:
        """The messages of each newcomer."""
        names = self.opening.newcomers if self.opening else ()
        return {name: [turn for turn in self.turns if turn.speaker == name] for name in names}

    @property
    def beliefs(self) -> dict[str, str | None]:
        """What each newcomer's module believed last."""
        return {event.newcomer: event.belief for event in self.events if isinstance(event, BeliefEvent)}

    @property
    def end(self) -> ChatEvent | None:
        """How it ended."""
        return next((event for event in self.events if isinstance(event, ChatEvent)), None)


class ChatRow(Record):
    """One chat in a line."""

    number: int
    """Counted from 1; the events count chats from 0."""
    status: Literal["finished", "failed", "unfinished"]
    reason: str | None
    turns: int
    messages: int
    """Of newcomers."""
    follow_rate: float | None
    uptakes: int
    """Newcomers' messages that were to be taken up."""
    sanctions: dict[str, int]
    """Those that drew a sanction, by its style."""
    first_compliance: dict[str, int | None]
    """Newcomer -> messages until the first that complied, that one included; null if none did."""
    beliefs: dict[str, str | None]
    """Newcomer -> what its module believed last."""


class ChatRows(Record):
    """What `community show RUN --json` prints for a run of chats."""

    schema_version: int = SCHEMA_VERSION
    run_dir: str
    simulated: bool
    chats: tuple[ChatRow, ...]


class ChatTranscript(Record):
    """What `community show RUN --chat N --json` prints."""

    schema_version: int = SCHEMA_VERSION
    run_dir: str
    simulated: bool
    number: int
    """Counted from 1; the events count chats from 0."""
    events: tuple[Event, ...]


def chapters(events: Sequence[Event]) -> list[ChatChapter]:
    """The chats of a run, in order."""
    return [ChatChapter(number, own) for number, own in by_episode(events, lambda event: event.chat)]


def chapter(events: Sequence[Event], number: int) -> ChatChapter:
    """One chat, counted from 1.

    Raises:
        UserError: the run has no such chat.
    """
    return numbered(chapters(events), number, "chat")


def row(item: ChatChapter) -> ChatRow:
    """A line about a chat."""
    own = [turn for turns in item.newcomers.values() for turn in turns]
    styles = [turn.reception.sanction for turn in own if turn.reception and turn.reception.sanction]
    end = item.end
    return ChatRow(
        number=item.number,
        status=end.status if end else "unfinished",
        reason=end.reason if end else None,
        turns=len(item.turns),
        messages=len(own),
        follow_rate=end.follow_rate if end else None,
        uptakes=sum(turn.reception is not None and not is_sanctioned(turn) for turn in own),
        sanctions=dict(sorted(Counter[str](styles).items())),
        first_compliance={name: first_compliance(turns) for name, turns in item.newcomers.items()},
        beliefs=item.beliefs,
    )
