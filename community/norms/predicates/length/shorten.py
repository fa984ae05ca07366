"""Fewer words or sentences: the least needed go first, whole sentences before clauses, the answer letter never."""

import re
from collections.abc import Collection, Iterator
from itertools import combinations

from community.norms.predicates.length.measure import Unit, size
from community.norms.predicates.reply import Reply, final_letter, take_apart
from community.norms.text import Text

_JOINT = re.compile(
    r"[,;:]\s+|\s+(?=(?:because|since|which|while|whereas|although|and|but|so|as)\s)", re.IGNORECASE
)
_MIN_CLAUSE = 3


def shorten(text: str, of: Unit, *, high: int, target: int) -> str:
    """`text` with at most `high` words or sentences; once something has to go, inner sentences go until `target`."""
    reply = take_apart(text)
    if not reply.pieces:
        return _squeezed(text, of, high)
    kept, dropped = set(range(len(reply.pieces))), None
    for index in _least_needed_first(reply):
        now = size(_joined(reply, kept), of)
        if now <= target or (now <= high and index in {0, len(reply.pieces) - 1}):
            break
        kept.remove(index)
        dropped = index
    shortened = _joined(reply, kept)
    if size(shortened, of) > high:
        return _squeezed(shortened, of, high)
    if dropped is None:
        return shortened
    clauses = (_joined(reply, kept, {dropped: clause}) for clause in _openings(reply.pieces[dropped].text))
    return next((longer for longer in clauses if size(longer, of) <= target), shortened)


def _least_needed_first(reply: Reply) -> Iterator[int]:
    """The sentences that may go: inner ones from the back, then what follows the answer, the outer ones last."""
    last, answer = len(reply.pieces) - 1, reply.answer
    if answer is None:
        yield from range(last, 0, -1)
        return
    yield from range(answer - 1, 0, -1)
    yield from range(answer + 1, last)
    if answer > 0:
        yield 0
    if answer < last:
        yield last


def _joined(reply: Reply, kept: Collection[int], instead: dict[int, str] | None = None) -> str:
    """The kept sentences; where some are left out between two, the widest gap stays."""
    parts: list[str] = []
    gap = reply.head
    for index, piece in enumerate(reply.pieces):
        words = piece.text if index in kept else (instead or {}).get(index)
        if words is None:
            gap = max(gap, piece.gap, key=lambda gap: gap.count("\n")) if parts else gap
            continue
        parts += [gap, words]
        gap = piece.gap
    return "".join([*parts, gap]) if len(reply.pieces) - 1 in kept else "".join(parts)


def _squeezed(text: str, of: Unit, high: int) -> str:
    """One sentence that is still too long: a clause of it, the bare answer, or its first words."""
    letter = final_letter(text)
    if letter is None:
        shorter = [*_openings(text), _first_words(text, high)]
    else:
        shorter = [clause for clause in _clauses(text) if final_letter(clause) == letter]
        shorter += [f"The answer is ({letter}).", f"({letter})"]
    return next((candidate for candidate in shorter if size(candidate, of) <= high), text)


def _openings(sentence: str) -> list[str]:
    return [clause for clause in _clauses(sentence) if sentence.startswith(clause[:-1])]


def _clauses(sentence: str) -> list[str]:
    """Runs of whole clauses that could stand alone, longest first."""
    joints = [(0, 0), *(match.span() for match in _JOINT.finditer(sentence)), (len(sentence), len(sentence))]
    runs = [sentence[left[1] : right[0]].strip() for left, right in combinations(joints, 2)]
    runs = [run for run in runs if run != sentence and _stands_alone(run)]
    return [run[0].upper() + run[1:].rstrip(".") + "." for run in sorted(runs, key=len, reverse=True)]


def _stands_alone(run: str) -> bool:
    return Text(run).word_count >= _MIN_CLAUSE and run.count("(") == run.count(")")


def _first_words(text: str, high: int) -> str:
    given = Text(text)
    end = given.span(given.words[high - 1].start, given.words[high - 1].end).end
    return f"{text[:end]}."
