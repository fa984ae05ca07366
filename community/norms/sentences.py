"""Sentence ends: spaCy's rule sentencizer over its blank English tokenizer, asked once per distinct last word.

spaCy's tokenizer works on one stretch between spaces at a time, and its sentencizer ends a sentence where a stop is a
token of its own. So the same answer comes from asking it about single stretches and remembering them; texts of 200
words then cost microseconds. No trained pipeline is used: a verdict must not depend on what else is installed.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, Protocol, cast


class Stretch(NamedTuple):
    """Start and end of a piece of a text."""

    start: int
    end: int


_END = re.compile(r"[.!?…‽]+[\"')\]}*_`»]*(?=\s|$)|[。︒]+")
_BREAK = re.compile(r"\n\s*")
_MARKER = re.compile(
    r"[>#*_`\s]*(?:(?:[-+•–—☐☑✓✔✅]|\d{1,3}[.)]|[A-Za-z][.)](?=\s+\S))[\s*_`]+)*(?:\[[ xX]\]\s+)?"
)
_SUBSTANCE = re.compile(r"[^\W_]{2}|\d")
_ANSWER_BEFORE = frozenset(
    {"is", "answer", "option", "choice", "letter", "to", "on", "be", "with", "at", "chose"}
)
_MORE_ABBREVIATIONS = frozenset(
    {"approx.", "cf.", "eq.", "fig.", "max.", "min.", "no.", "resp.", "al.", "sec."}
)


def split(text: str, start: int, end: int) -> Iterator[Stretch]:
    """The sentences of one paragraph: `text[start:end]` of a cleaned text.

    A line break ends a sentence unless the next line goes on in lower case. A piece without any word (an emoji, a bare
    option letter) belongs to the sentence before it.
    """
    pending: Stretch | None = None
    for piece in _pieces(text, start, end):
        if _SUBSTANCE.search(text, piece.start, piece.end):
            if pending:
                yield pending
            pending = piece
        elif pending:
            pending = Stretch(pending.start, piece.end)
        else:
            pending = piece
    if pending and _SUBSTANCE.search(text, pending.start, pending.end):
        yield pending


def _pieces(text: str, start: int, end: int) -> Iterator[Stretch]:
    for line in _blocks(text, start, end):
        first = line.start
        body = _MARKER.match(text, line.start, line.end)
        for match in _END.finditer(text, body.end() if body else line.start, line.end):
            if match.end() < line.end and not _ends(text, first, match):
                continue
            yield Stretch(first, match.end())
            first = _skip_space(text, match.end(), line.end)
        if first < line.end:
            yield Stretch(first, line.end)


def _blocks(text: str, start: int, end: int) -> Iterator[Stretch]:
    """Runs of lines that no break between sentences divides."""
    for match in _BREAK.finditer(text, start, end):
        following = text[match.end() : match.end() + 1]
        if not following.islower():
            yield Stretch(start, start + len(text[start : match.start()].rstrip()))
            start = match.end()
    yield Stretch(start, end)


def _skip_space(text: str, position: int, end: int) -> int:
    while position < end and text[position].isspace():
        position += 1
    return position


def _ends(text: str, first: int, match: re.Match[str]) -> bool:
    """Whether the stop at `match` ends a sentence that began at `first`."""
    stop = match.group()
    if stop.startswith(("...", "…")):
        return not text[_skip_space(text, match.end(), len(text)) :][:1].islower()
    if stop[0] != "." or stop.startswith(".."):
        return True
    chunk = text[max(first, text.rfind(" ", first, match.start()) + 1) : match.start() + 1]
    if len(chunk) == 2 and chunk[0].isupper():
        return _letter_ends(text[first : match.start() - 1].split())
    return _stop_is_token(chunk.lstrip("(\"'[*_`"))


def _letter_ends(before: list[str]) -> bool:
    """Whether a lone capital ends a sentence: "The answer is C." does, "John F. Kennedy" and "J. Smith" do not."""
    if not before:
        return False
    previous = before[-1].strip("(\"'*_`").lower()
    return previous in _ANSWER_BEFORE or not before[-1][:1].isupper()


@lru_cache(maxsize=4096)
def _stop_is_token(chunk: str) -> bool:
    return chunk.lower() not in _MORE_ABBREVIATIONS and _tokenizer()(chunk)[-1].text == "."


class _Token(Protocol):
    text: str


@cache
def _tokenizer() -> Callable[[str], Sequence[_Token]]:
    from spacy.lang.en import English  # noqa: PLC0415 - a second of import, needed only for sentences

    return cast("Callable[[str], Sequence[_Token]]", English().tokenizer)
