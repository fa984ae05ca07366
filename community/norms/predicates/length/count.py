"""The predicate on how many words, sentences, paragraphs or lines a text has."""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal, Self

from pydantic import ValidationError, model_validator

from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.bounds import Counted, bounds_of
from community.norms.predicates.length import reflow
from community.norms.predicates.length.lengthen import lengthen
from community.norms.predicates.length.measure import NEEDED, UNITS, Unit, count, size, units
from community.norms.predicates.length.shorten import shorten
from community.norms.predicates.quoting import rule_of
from community.norms.text import Text

_RULE = rf"Write {NEEDED} (?P<noun>word|sentence|paragraph|line)s? in total"
_ROUND = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 120, 150, 175, 200, 250, 300, 400, 500)
_FEW = 5


class Count(Counted):
    """So many words, sentences, paragraphs or lines: `{kind: count, of: words, max: 29}`."""

    summary: ClassVar[str] = "how many words, sentences, paragraphs or lines the text has"

    kind: Literal["count"] = "count"
    of: Unit
    """What is counted; lines are those that are not blank."""

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        if (self.min, self.max, self.exactly) == (None, None, None):
            raise ValueError("give 'min', 'max' or 'exactly'")
        if self.high == 0:
            raise ValueError("an empty text cannot be asked for; the smallest limit is 1")
        return self

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        number, high = count(text, self.of), self.high
        detail = f"found {_amount(number, self.of)}; the rule is {self.needed}"
        if high is None or number <= high:
            return Verdict(number >= self.low, (), detail)
        parts = units(text, self.of)
        return Verdict(False, (text.span(parts[high].start, parts[-1].end),), detail)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        high, fitted = self.high, text
        if high is not None and size(fitted, self.of) > high:
            fitted = self._fewer(fitted, high)
        if size(fitted, self.of) < self.low:
            fitted = self._more(fitted, rng)
        if not self.judge(Text(fitted)).complies:
            raise CannotEnactError(f"no small edit brings this text to {_amount(self.needed, self.of)}")
        return fitted

    def _fewer(self, text: str, high: int) -> str:
        if self.of in {"paragraphs", "lines"}:
            return reflow.join(text, self.of, high=high)
        margin = high // 5 if self.of == "words" else 0
        return shorten(text, self.of, high=high, target=max(high - margin, self.low))

    def _more(self, text: str, rng: random.Random) -> str:
        if self.of in {"paragraphs", "lines"}:
            return reflow.split(text, self.of, low=self.low, rng=rng)
        return lengthen(text, self.of, low=self.low, high=self.high, rng=rng)

    def describe(self) -> str:
        return f"Write {_amount(self.needed, self.of)} in total."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(_RULE, sentence)
        if match is None:
            return None
        try:
            return cls.model_validate({"of": f"{match['noun'].lower()}s", **bounds_of(match["needed"])})
        except ValidationError:
            return None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        for of in UNITS if texts else ():
            counts = [count(text, of) for text in texts]
            if min(counts) > 0:
                yield from _words_between(counts) if of == "words" else _units_between(of, counts)


def _amount(number: int | str, of: Unit) -> str:
    return f"{number} {of[:-1] if str(number).split()[-1] == '1' else of}"


def _words_between(counts: Sequence[int]) -> Iterator[Count]:
    """Bounds on words as people set them: under or over one of the two nearest round numbers."""
    low, high = min(counts), max(counts)
    if low == high and len(counts) > 1:
        yield Count(of="words", exactly=low)
    above = [bound for bound in _ROUND if bound > high]
    below = [bound for bound in _ROUND if bound < low]
    yield from (Count(of="words", max=bound - 1) for bound in above[:2])
    yield from (Count(of="words", min=bound + 1) for bound in reversed(below[-2:]))


def _units_between(of: Unit, counts: Sequence[int]) -> Iterator[Count]:
    low, high = min(counts), max(counts)
    if low == high:
        yield Count(of=of, exactly=low)
    if low > 1:
        yield Count(of=of, min=low)
    if high <= _FEW:
        yield Count(of=of, max=high)
