"""A message as a page shows it: cut where a verdict points at it, and compared with what it was before a rewriting."""

import difflib
import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from community.agents.verdicts import NormVerdict
from community.records import Record

_WORD = re.compile(r"\S+\s*|\s+")
_QUOTES = " \n'\"‘’“”.…"
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


def encodable(text: str) -> str:
    """The text without the bytes of a file's name that are no character, which no page can hold."""
    return text.encode(errors="replace").decode()


def verdicts_of_page(verdicts: Iterable[NormVerdict]) -> tuple[VerdictOfPage, ...]:
    """Verdicts without their spans, which are in the pieces."""
    return tuple(
        VerdictOfPage(norm=each.norm, complies=each.complies, detail=each.detail) for each in verdicts
    )


def pieces(text: str, verdicts: Sequence[NormVerdict]) -> Iterable[Piece]:
    """The text cut where spans begin and end; where both kinds of verdict point, the broken norm shows."""
    changes = defaultdict[int, Counter[bool]](Counter, {0: Counter(), len(text): Counter()})
    for verdict in verdicts:
        for span in verdict.spans:
            for at, change in ((span.start, 1), (span.end, -1)):
                changes[max(0, min(at, len(text)))][verdict.complies] += change
    covering = Counter[bool]()
    for start, end in itertools.pairwise(sorted(changes)):
        covering.update(changes[start])
        mark = "breaks" if covering[False] > 0 else "follows" if covering[True] > 0 else None
        yield Piece(text[start:end], mark)


def quoted(text: str, words: str, *, complies: bool | None) -> Iterable[Piece]:
    """The text with the words marked that a judge quotes from it, where they stand in it as quoted."""
    quotation = words.strip(_QUOTES)
    before, found, after = text.partition(quotation) if quotation else (text, "", "")
    mark = None if complies is None else "follows" if complies else "breaks"
    return (piece for piece in (Piece(before, None), Piece(found, mark), Piece(after, None)) if piece.text)


def rewriting(candidate: str | None, text: str) -> tuple[Edit, ...]:
    """From somebody's own words to what was sent; empty where they are the same."""
    return tuple(edits(candidate, text)) if candidate else ()


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
