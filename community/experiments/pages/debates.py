"""One debate as a page shows it: messages cut where a verdict points at them, and what reached the newcomer."""

import difflib
import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from community.agents.draft import Compliance
from community.agents.verdicts import NormVerdict
from community.debate import DebateConfig, ExchangeEvent, MessageEvent
from community.debate.gate import Outcome
from community.debate.records import Fault
from community.experiments.debates.chapters import Chapter
from community.records import Record

_WORD = re.compile(r"\S+\s*|\s+")
_LONGEST = 2_000
"""Words beyond which a text is shown as wholly replaced: comparing can cost the product of both lengths."""


class Piece(NamedTuple):
    """A stretch of a message, and whether a verdict points at it; offsets do not survive into a browser's text."""

    text: str
    mark: Literal["follows", "breaks"] | None


class Edit(NamedTuple):
    """A stretch of text that a rewriting kept, took out or put in."""

    kind: Literal["kept", "removed", "added"]
    text: str


class VerdictOfPage(Record):
    """What one norm said about a message."""

    norm: str
    complies: bool
    detail: str


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
    participates = number == 0 or question is None or question.participates[number - 1]
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
        edits=tuple(edits(message.candidate, message.text)) if message.candidate else (),
        letter=message.letter,
        correct=message.correct,
        complies=message.complies,
        verdicts=tuple(
            VerdictOfPage(norm=each.norm, complies=each.complies, detail=each.detail)
            for each in message.verdicts
        ),
        habits=message.habits,
        insider=message.insider,
        faults=message.faults,
    )


def pieces(text: str, verdicts: Sequence[NormVerdict]) -> Iterable[Piece]:
    """The text cut where spans begin and end; where both kinds of verdict point, the broken norm shows."""
    spans = [(span.start, span.end, verdict.complies) for verdict in verdicts for span in verdict.spans]
    cuts = sorted(
        {0, len(text), *(at for start, end, _ in spans for at in (start, end) if 0 < at < len(text))}
    )
    for start, end in itertools.pairwise(cuts):
        kinds = {complies for first, last, complies in spans if first <= start and end <= last}
        yield Piece(text[start:end], "breaks" if False in kinds else "follows" if kinds else None)


def edits(before: str, after: str) -> Iterable[Edit]:
    """What turns one text into the other, word by word."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    if max(len(old), len(new)) > _LONGEST:
        return (Edit("removed", before), Edit("added", after))
    return _edits(old, new)


def _edits(old: Sequence[str], new: Sequence[str]) -> Iterable[Edit]:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, other_start, other_end in matcher.get_opcodes():
        if kind == "equal":
            yield Edit("kept", "".join(old[start:end]))
            continue
        if start < end:
            yield Edit("removed", "".join(old[start:end]))
        if other_start < other_end:
            yield Edit("added", "".join(new[other_start:other_end]))
