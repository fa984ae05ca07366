"""The predicate on a text that opens with a poem, such as a sonnet."""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal, Self

from pydantic import Field, ValidationError, model_validator

from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.layout.items import is_item
from community.norms.predicates.layout.poetry import poem
from community.norms.predicates.layout.rhyme import rhyme_of
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.reply import final_answer
from community.norms.text import Text, Token

_RULE = r"Open with a poem of (?P<lines>\d+) lines, at least (?P<rhymed>\d+) of them rhymed"
_FEWEST_WORDS, _MOST_WORDS = 3, 14
_NEAR = 3
_LONGEST = 100
_A_POEM = 4


class Verse(Predicate):
    """A poem ahead of everything else; a title or one line that leads in may precede it: `{kind: verse, lines: 14}`."""

    summary: ClassVar[str] = "a poem that opens the text"

    kind: Literal["verse"] = "verse"
    lines: int = Field(ge=2, le=_LONGEST)
    """How many lines the poem has; blank lines may part its stanzas."""
    rhymed: int = Field(default=0, ge=0)
    """How many lines at least rhyme with a line near them, as far as spelling tells."""

    @model_validator(mode="after")
    def _enough_lines(self) -> Self:
        if self.rhymed > self.lines:
            raise ValueError(f"'rhymed' {self.rhymed} is more than 'lines' {self.lines}")
        return self

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        poems = _poems(text) if len(text.lines) >= self.lines else ()
        verses = next((run for run in poems if len(run) == self.lines), None)
        if verses is None:
            return Verdict(False, (), f"no poem of {self.lines} lines opens the text")
        rhymed = _rhymed(verses)
        detail = (
            f"found a poem of {self.lines} lines, {rhymed} of them rhymed; at least {self.rhymed} have to be"
        )
        return Verdict(rhymed >= self.rhymed, text.spans(verses), detail)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        if self.judge(Text(text)).complies:
            return text
        draft = f"{poem(self.lines, rng)}\n\n{text}" if text.strip() else poem(self.lines, rng)
        if not self.judge(Text(draft)).complies:
            raise CannotEnactError(f"a poem of {self.lines} lines does not stand apart from this text")
        return draft

    def describe(self) -> str:
        return f"Open with a poem of {self.lines} lines, at least {self.rhymed} of them rhymed."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(_RULE, sentence)
        if match is None:
            return None
        try:
            return cls.model_validate(match.groupdict())
        except ValidationError:
            return None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        found = [{len(run): _rhymed(run) for run in _poems(text)} for text in texts]
        for lines in sorted(found[0], reverse=True) if found else ():
            rhymed = min(poems.get(lines, 0) for poems in found)
            if _A_POEM <= lines <= _LONGEST and 2 * rhymed >= lines:
                yield cls(lines=lines, rhymed=rhymed)


def _poems(text: Text) -> Iterator[list[Token]]:
    """The runs of lines at the start of a text that could be its poem: each ends where a stanza ends."""
    verses = list(_verses(text, text.lines))
    yield from _runs(text, verses)
    if len(text.lines) > 1 and _parted(text, text.lines[0], text.lines[1]):
        yield from _runs(text, list(_verses(text, text.lines[1:])))


def _verses(text: Text, lines: Sequence[Token]) -> Iterator[Token]:
    """Lines from the first on, as long as they may be verse: of fitting length, no list items, no final answer."""
    answer = final_answer(text)
    for line in lines:
        answers = answer is not None and answer.start < line.end
        words = Text(line.text).word_count
        if answers or not _FEWEST_WORDS <= words <= _MOST_WORDS or is_item(line.text):
            return
        yield line


def _runs(text: Text, verses: list[Token]) -> Iterator[list[Token]]:
    for number, verse in enumerate(verses, start=1):
        if number == len(verses) or _parted(text, verse, verses[number]):
            yield verses[:number]


def _parted(text: Text, above: Token, below: Token) -> bool:
    return text.clean.count("\n", above.end, below.start) > 1


def _rhymed(verses: Sequence[Token]) -> int:
    """How many lines rhyme with one of the three before or after them; a word does not rhyme with itself."""
    last = [word.text.lower() if (word := Text(verse.text).last_word) else "" for verse in verses]
    sounds = [rhyme_of(word) for word in last]
    return sum(
        any(
            sounds[other] == sounds[place] and last[other] != last[place]
            for other in range(max(place - _NEAR, 0), min(place + _NEAR + 1, len(last)))
        )
        for place in range(len(last))
    )
