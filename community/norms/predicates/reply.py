"""The anatomy of a reply: its sentences as they were given, and the final answer, such as "(C)", that they lead to."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from community.norms.text import Span, Text, Token

_CAPITAL = re.compile(r"[A-Z](?![^\W_]|')")
_NAMING = re.compile(
    r"\b(?:answer|option|choice|letter)(?:\s+is|\s*:)[\s*_`\"']+[A-Z]$|\b(?:option|choice|letter)[\s*_`\"']+[A-HJ-Z]$",
    re.IGNORECASE,
)
_NAMING_LENGTH = 24


class Piece(NamedTuple):
    """A sentence as it was given, and what stands between it and the next one."""

    text: str
    gap: str


class Reply(NamedTuple):
    """A text in pieces; `str()` of it is the text again.

    Attributes:
        head: what stands before the first sentence.
        pieces: the sentences.
        answer: which piece holds the final answer; None when there is none.
    """

    head: str
    pieces: tuple[Piece, ...]
    answer: int | None

    def __str__(self) -> str:
        return self.head + "".join(piece.text + piece.gap for piece in self.pieces)

    @property
    def body(self) -> tuple[str, ...]:
        """The sentences before the one with the final answer; all of them when there is no answer."""
        return tuple(piece.text for piece in self.pieces[: self.answer])

    @property
    def closing(self) -> str:
        """From the sentence with the final answer to the end; empty when there is no answer."""
        if self.answer is None:
            return ""
        return "".join(piece.text + piece.gap for piece in self.pieces[self.answer :]).strip()


def final_answer(text: Text) -> Token | None:
    """The last place where an option letter is named: "(C)", "**C**", "answer is C", or "C" on a line of its own."""
    for match in reversed(list(_CAPITAL.finditer(text.clean))):
        if _is_named(text.clean, match.start()):
            return Token(match.group(), *match.span())
    return None


def _is_named(clean: str, place: int) -> bool:
    """Whether the capital letter at `place` names an option."""
    before, after = clean[max(place - 2, 0) : place], clean[place + 1 : place + 3]
    if (before[-1:], after[:1]) == ("(", ")") or before == after == "**":
        return True
    line_start = clean.rfind("\n", 0, place) + 1
    rest_of_line = clean[place + 1 :].partition("\n")[0].strip()
    if not clean[line_start:place].strip() and rest_of_line in {"", ".", ")"}:
        return True
    return _NAMING.search(clean[max(place - _NAMING_LENGTH, 0) : place + 1]) is not None


def final_letter(text: str) -> str | None:
    """The letter of the final answer."""
    given = Text(text)
    answer = final_answer(given)
    return given.clean[answer.start] if answer else None


def take_apart(text: str) -> Reply:
    """The pieces of `text`, character for character."""
    given = Text(text)
    spans = given.spans(given.sentences)
    if not spans:
        return Reply(text, (), None)
    nexts = [*(span.start for span in spans[1:]), len(text)]
    pieces = tuple(
        Piece(span.text, text[span.end : following]) for span, following in zip(spans, nexts, strict=True)
    )
    return Reply(text[: spans[0].start], pieces, _piece_with(given, spans))


def _piece_with(given: Text, spans: tuple[Span, ...]) -> int | None:
    answer = final_answer(given)
    if answer is None:
        return None
    position = given.span(answer.start, answer.end).start
    return max((index for index, span in enumerate(spans) if span.start <= position), default=0)


def trimmed(text: str, high: int, find: Callable[[Text], Sequence[Token]]) -> str:
    """`text` with at most `high` of what `find` finds in it: the later ones are taken out."""
    given = Text(text)
    while len(found := find(given)) > high:
        for start, end, _ in reversed(given.spans(found[high:])):
            text = text[:start] + text[end:]
        given = Text(text)
    return text
