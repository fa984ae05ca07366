"""The events of a run, debate by debate, and one line about each."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from community.agents.beliefs import BeliefVerdict
from community.debate import BeliefEvent, DebateEvent, Event, ExchangeEvent, MessageEvent, QuestionEvent
from community.debate.roster import NEWCOMER
from community.experiments.runs.chapters import by_episode, numbered
from community.records import SCHEMA_VERSION, Record


@dataclass(frozen=True)
class Chapter:
    """One debate as far as it is on disk."""

    number: int
    """Counted from 1, as people do."""
    events: Sequence[Event]

    @property
    def question(self) -> QuestionEvent | None:
        """How it began."""
        return next((event for event in self.events if isinstance(event, QuestionEvent)), None)

    @property
    def messages(self) -> list[MessageEvent]:
        """Everybody's messages, in order."""
        return [event for event in self.events if isinstance(event, MessageEvent)]

    @property
    def exchanges(self) -> list[ExchangeEvent]:
        """What the background agents did towards the newcomer."""
        return [event for event in self.events if isinstance(event, ExchangeEvent)]

    @property
    def belief(self) -> str | None:
        """What the module believed when it was over."""
        return next((event.belief for event in self.events if isinstance(event, BeliefEvent)), None)

    @property
    def verdict(self) -> BeliefVerdict | None:
        """How right that is; None where nothing is believed."""
        return next((event.verdict for event in self.events if isinstance(event, BeliefEvent)), None)

    @property
    def end(self) -> DebateEvent | None:
        """How it ended."""
        return next((event for event in self.events if isinstance(event, DebateEvent)), None)


class DebateRow(Record):
    """One debate in a line."""

    number: int
    """Counted from 1; the events count debates from 0."""
    question: str
    status: Literal["finished", "failed", "unfinished"]
    reason: str | None
    follow_rate: float | None
    admitted: int
    refused: int
    observed: int
    letter: str | None
    """The newcomer's last answer."""
    correct: bool | None
    belief: str | None
    new_belief: bool
    """It differs from that after the debate before."""


class DebateRows(Record):
    """What `community show RUN --json` prints."""

    schema_version: int = SCHEMA_VERSION
    run_dir: str
    simulated: bool
    debates: tuple[DebateRow, ...]


class DebateTranscript(Record):
    """What `community show RUN --debate N --json` prints."""

    schema_version: int = SCHEMA_VERSION
    run_dir: str
    simulated: bool
    number: int
    """Counted from 1; the events count debates from 0."""
    events: tuple[Event, ...]


def chapters(events: Sequence[Event]) -> list[Chapter]:
    """The debates of a run, in order."""
    return [Chapter(number, own) for number, own in by_episode(events, lambda event: event.debate)]


def chapter(events: Sequence[Event], number: int) -> Chapter:
    """One debate, counted from 1.

    Raises:
        UserError: the run has no such debate.
    """
    return numbered(chapters(events), number, "debate")


def rows(events: Sequence[Event]) -> tuple[DebateRow, ...]:
    """A line about every debate."""
    told: list[DebateRow] = []
    for item in chapters(events):
        told.append(_row(item, told[-1].belief if told else None))
    return tuple(told)


def _row(item: Chapter, before: str | None) -> DebateRow:
    counts = Counter(exchange.outcome for exchange in item.exchanges)
    own = [message for message in item.messages if message.agent == NEWCOMER]
    end = item.end
    belief = item.belief if end is not None and end.status == "finished" else before
    return DebateRow(
        number=item.number,
        question=item.question.question if item.question else "",
        status=end.status if end else "unfinished",
        reason=end.reason if end else None,
        follow_rate=end.follow_rate if end else None,
        admitted=counts["shared"],
        refused=counts["refused"],
        observed=counts["observed"],
        letter=own[-1].letter if own else None,
        correct=end.correct if end else None,
        belief=belief,
        new_belief=belief != before,
    )
