"""One group chat as a page shows it: turn by turn, with how newcomers were met and when norms changed."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from community.agents.beliefs import BeliefVerdict
from community.agents.draft import Compliance
from community.chat import BeliefEvent, PhaseEvent, TopicEvent, TurnEvent
from community.chat.config import SanctionStyle
from community.chat.records import Act, Fault, Given
from community.experiments.chats.chapters import ChatChapter
from community.experiments.pages.texts import (
    Edit,
    Piece,
    VerdictOfPage,
    pieces,
    rewriting,
    verdicts_of_page,
)
from community.records import Record


class Answered(NamedTuple):
    """The newcomer's message that a member reacts to."""

    turn: int
    speaker: str


class ReceptionOfPage(Record):
    """How a newcomer's message is met."""

    sanction: SanctionStyle | None
    """None: it is to be taken up."""
    by: tuple[str, ...]
    everybody: bool
    """Whether all members pass over it, so that nobody reacts."""
    came: int | None
    """The turn of the reaction; None where none is due, or none came before the end."""
    amiss: bool
    """A sanction although the norm was followed, or none although it was broken."""


class TurnOfPage(Record):
    """One message."""

    kind: Literal["turn"] = "turn"
    turn: int
    speaker: str
    newcomer: bool
    given: Given
    pieces: tuple[Piece, ...]
    edits: tuple[Edit, ...]
    """From the newcomer's own words to what was sent; empty where they are the same."""
    complies: bool | None
    verdicts: tuple[VerdictOfPage, ...]
    habits: tuple[str, ...]
    insider: Compliance | None
    withheld: bool
    """The member is not told the norms yet."""
    former: bool
    """It breaks the norms in force and follows those before."""
    faults: tuple[Fault, ...]
    act: Act | None
    answers: Answered | None
    reception: ReceptionOfPage | None


class PhaseOfPage(Record):
    """Norms come into force."""

    kind: Literal["phase"] = "phase"
    turn: int
    norms: tuple[str, ...]


class TopicOfPage(Record):
    """A topic comes up."""

    kind: Literal["topic"] = "topic"
    turn: int
    text: str


class BeliefOfPage(Record):
    """What a newcomer's module believes from here on."""

    kind: Literal["belief"] = "belief"
    turn: int
    newcomer: str
    belief: str | None
    changed: bool
    """It is not what was believed before in this chat."""
    verdict: BeliefVerdict | None


Entry = TurnOfPage | PhaseOfPage | TopicOfPage | BeliefOfPage


class GroupChatOfPage(Record):
    """One chat, whole."""

    number: int
    """Counted from 1."""
    members: dict[str, tuple[str, ...]]
    """Name -> its habits."""
    newcomers: tuple[str, ...]
    demonstrations: bool
    entries: tuple[Entry, ...]


def chat_of_page(chapter: ChatChapter) -> GroupChatOfPage:
    """Everything that happened in a chat, as far as it is on disk."""
    opening = chapter.opening
    return GroupChatOfPage(
        number=chapter.number,
        members={name: opening.habits.get(name, ()) for name in opening.members} if opening else {},
        newcomers=opening.newcomers if opening else (),
        demonstrations=opening.demonstrations if opening else True,
        entries=tuple(_entries(chapter)),
    )


def _entries(chapter: ChatChapter) -> Iterator[Entry]:
    believed: dict[str, str | None] = {}
    for event in chapter.events:
        match event:
            case PhaseEvent():
                yield PhaseOfPage(turn=event.turn, norms=event.norms)
            case TopicEvent():
                yield TopicOfPage(turn=event.turn, text=event.text)
            case BeliefEvent():
                yield _belief(event, believed.get(event.newcomer))
                believed[event.newcomer] = event.belief
            case TurnEvent():
                yield _turn(event, chapter.turns)
            case _:
                pass


def _belief(event: BeliefEvent, before: str | None) -> BeliefOfPage:
    return BeliefOfPage(
        turn=event.turn,
        newcomer=event.newcomer,
        belief=event.belief,
        changed=event.belief != before,
        verdict=event.verdict,
    )


def _turn(turn: TurnEvent, log: Sequence[TurnEvent]) -> TurnOfPage:
    answers = None if turn.answers is None else Answered(turn.answers, log[turn.answers - 1].speaker)
    return TurnOfPage(
        turn=turn.turn,
        speaker=turn.speaker,
        newcomer=turn.role == "newcomer",
        given=turn.given,
        pieces=tuple(pieces(turn.text, turn.verdicts)),
        edits=rewriting(turn.candidate, turn.text),
        complies=turn.complies,
        verdicts=verdicts_of_page(turn.verdicts),
        habits=turn.habits,
        insider=turn.insider,
        withheld=turn.withheld,
        former=turn.complies is False and turn.follows_former is True,
        faults=turn.faults,
        act=turn.act,
        answers=answers,
        reception=_reception(turn, log),
    )


def _reception(turn: TurnEvent, log: Sequence[TurnEvent]) -> ReceptionOfPage | None:
    met = turn.reception
    if met is None:
        return None
    sanctioned = met.sanction is not None
    return ReceptionOfPage(
        sanction=met.sanction,
        by=met.by,
        everybody=met.act is None,
        came=next((later.turn for later in log[turn.turn :] if later.answers == turn.turn), None),
        amiss=sanctioned if turn.complies else not sanctioned and turn.complies is False,
    )
