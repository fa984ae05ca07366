"""One newcomer in one finished chat, as its events tell it: its messages, the steps between them, what it saw."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from community.chat.records import ChatEvent, Event, OpeningEvent, PhaseEvent, TurnEvent
from community.chat.standing import Log, is_sanctioned


@dataclass(frozen=True)
class Told:
    """A finished chat.

    Attributes:
        opening: who took part, under which condition.
        switches: turns from which on other norms were in force.
        log: all messages.
    """

    opening: OpeningEvent
    switches: tuple[int, ...]
    log: Log

    @property
    def episodes(self) -> tuple["Episode", ...]:
        """One for each newcomer who wrote."""
        found = (Episode(self, name) for name in self.opening.newcomers)
        return tuple(episode for episode in found if episode.turns)


@dataclass(frozen=True, slots=True)
class Step:
    """From one message of a newcomer to its next, both with a verdict, by the same norms.

    Attributes:
        before: the earlier message.
        after: the later one.
        observed: in between it saw another newcomer's message meet a sanction.
    """

    before: TurnEvent
    after: TurnEvent
    observed: bool

    @property
    def sanctioned(self) -> bool:
        """Whether the earlier message drew a sanction."""
        return is_sanctioned(self.before)

    @property
    def change(self) -> float:
        """1 from breach to compliance, -1 the other way round, else 0."""
        return float(self.after.complies is True) - float(self.before.complies is True)


@dataclass(frozen=True)
class Episode:
    """A newcomer's part in a chat."""

    chat: Told
    newcomer: str

    @property
    def turns(self) -> list[TurnEvent]:
        """Its messages."""
        return [turn for turn in self.chat.log if turn.speaker == self.newcomer]

    @property
    def steps(self) -> list[Step]:
        """Between its messages, but for those across a change of norms and those without verdicts."""
        seen = _met(self.chat.log, self.newcomer)
        return [
            Step(before, after, any(before.turn < met < after.turn for met in seen))
            for before, after in pairwise(self.turns)
            if before.norms == after.norms and None not in {before.complies, after.complies}
        ]

    @property
    def breaches(self) -> list[Step]:
        """The steps that begin with a breach of the norms."""
        return [step for step in self.steps if step.before.complies is False]

    @property
    def phases_after_a_switch(self) -> list[list[TurnEvent]]:
        """Its messages in every phase but the first, those in which it wrote."""
        ends = [*self.chat.switches[1:], len(self.chat.log) + 1]
        phases = [
            [turn for turn in self.turns if start <= turn.turn < end]
            for start, end in zip(self.chat.switches, ends, strict=False)
        ]
        return [phase for phase in phases if phase]


def first_compliance(turns: Sequence[TurnEvent]) -> int | None:
    """How many messages it took until one followed the norms, that one included; None if none did."""
    return next((count for count, turn in enumerate(turns, start=1) if turn.complies), None)


def finished_chats(events: Iterable[Event]) -> list[Told]:
    """The chats that came to their end, in order."""
    by_chat: dict[int, list[Event]] = defaultdict(list)
    for event in events:
        by_chat[event.chat].append(event)
    return [
        _told(chat)
        for chat in by_chat.values()
        if any(isinstance(event, ChatEvent) and event.status == "finished" for event in chat)
    ]


def _told(events: Sequence[Event]) -> Told:
    return Told(
        next(event for event in events if isinstance(event, OpeningEvent)),
        tuple(event.turn for event in events if isinstance(event, PhaseEvent) and event.turn > 1),
        tuple(event for event in events if isinstance(event, TurnEvent)),
    )


def _met(log: Log, onlooker: str) -> list[int]:
    """The turns at which a sanction of another newcomer's message could first be seen."""
    others = [turn for turn in log if turn.speaker != onlooker and is_sanctioned(turn)]
    seen = (_first_seen(log, turn) for turn in others)
    return [turn for turn in seen if turn is not None]


def _first_seen(log: Log, sanctioned: TurnEvent) -> int | None:
    """When the reaction came; where there is none, when a member spoke next and passed over the message."""
    later = [turn for turn in log[sanctioned.turn :] if turn.role == "member"]
    if sanctioned.reception is not None and sanctioned.reception.act is not None:
        later = [turn for turn in later if turn.answers == sanctioned.turn]
    return later[0].turn if later else None
