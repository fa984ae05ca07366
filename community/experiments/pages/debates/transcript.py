"""One debate as a page shows it: what everybody wrote, and what of it reached the newcomer."""

from community.agents.draft import Compliance
from community.debate import DebateConfig, ExchangeEvent, MessageEvent
from community.debate.gate import Outcome
from community.debate.records import Fault
from community.experiments.debates.chapters import Chapter
from community.experiments.pages.texts import (
    Edit,
    Piece,
    VerdictOfPage,
    pieces,
    rewriting,
    verdicts_of_page,
)
from community.records import Record


class MessageOfPage(Record):
    """One agent's message."""

    agent: str
    pieces: tuple[Piece, ...]
    edits: tuple[Edit, ...]
    """From the newcomer's own words to what was sent; empty where they are the same."""
    letter: str | None
    correct: bool
    complies: bool | None
    verdicts: tuple[VerdictOfPage, ...]
    habits: tuple[str, ...]
    insider: Compliance | None
    faults: tuple[Fault, ...]


class ActOfPage(Record):
    """What a background agent did towards the newcomer at the start of a round."""

    agent: str
    outcome: Outcome
    text: str | None
    """The words of a refusal; None where the agent's own latest message was heard."""
    amiss: bool
    """Refused although the norm was followed, or admitted although it was broken and the gate is in force."""


class RoundOfPage(Record):
    """What reached the newcomer, and what everybody then wrote."""

    number: int
    """0 holds the initial answers."""
    final: bool
    participates: bool
    unseen: bool
    """The newcomer's prompt shows nothing of the talk; only its memory and module hear it."""
    acts: tuple[ActOfPage, ...]
    messages: tuple[MessageOfPage, ...]


class DebateOfPage(Record):
    """One debate, whole."""

    number: int
    """Counted from 1."""
    text: str
    """The question as every agent reads it."""
    answer: str
    rounds: tuple[RoundOfPage, ...]


def debate_of_page(chapter: Chapter, config: DebateConfig) -> DebateOfPage:
    """Everything that was said in a debate, as far as it is on disk."""
    question = chapter.question
    numbers = {event.round for event in (*chapter.messages, *chapter.exchanges)}
    return DebateOfPage(
        number=chapter.number,
        text=question.text if question else "",
        answer=question.answer if question else "",
        rounds=tuple(_round(chapter, number, config) for number in sorted(numbers)),
    )


def _round(chapter: Chapter, number: int, config: DebateConfig) -> RoundOfPage:
    question = chapter.question
    acts = [_act(act, config) for act in chapter.exchanges if act.round == number]
    drawn = question.participates[number - 1 : number] if question and number > 0 else ()
    participates = all(drawn)  # as in a round that is not on the schedule
    return RoundOfPage(
        number=number,
        final=number == config.rounds + 1,
        participates=participates,
        unseen=not participates and not config.observation_shares_reasoning,
        acts=tuple(acts),
        messages=tuple(_message(each) for each in chapter.messages if each.round == number),
    )


def _act(act: ExchangeEvent, config: DebateConfig) -> ActOfPage:
    wrongly_admitted = act.outcome == "shared" and act.complied is False and config.condition != "open"
    return ActOfPage(
        agent=act.agent,
        outcome=act.outcome,
        text=act.text,
        amiss=wrongly_admitted or (act.outcome == "refused" and act.complied is True),
    )


def _message(message: MessageEvent) -> MessageOfPage:
    return MessageOfPage(
        agent=message.agent,
        pieces=tuple(pieces(message.text, message.verdicts)),
        edits=rewriting(message.candidate, message.text),
        letter=message.letter,
        correct=message.correct,
        complies=message.complies,
        verdicts=verdicts_of_page(message.verdicts),
        habits=message.habits,
        insider=message.insider,
        faults=message.faults,
    )
