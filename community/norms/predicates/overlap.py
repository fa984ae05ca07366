"""The rule on how many of the question's words a reply takes up."""

import math
import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import ClassVar, Literal, NamedTuple, Self

from pydantic import Field, ValidationError, model_validator

from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.finishing import finished
from community.norms.predicates.length.shorten import shorten
from community.norms.predicates.placing import put_sentence, take_out
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.restatement import stem_of
from community.norms.predicates.vocabulary import common_words
from community.norms.text import Text

_STOP_WORDS = 120
_SHARE = r"(?:at least (?P<min>\d+)%|at most (?P<max>\d+)%|between (?P<low>\d+)% and (?P<high>\d+)%)"
_RULE = rf"Use {_SHARE} of the question's content words"
_OPENINGS = (
    "In play here: {words}.",
    "The question is about {words}.",
    "Key terms: {words}.",
    "It names {words}.",
)
_NOTICED = (90, 75, 50)


class Overlap(Predicate):
    """`{kind: overlap, min: 0.5}` or `{kind: overlap, max: 0}`: shares of the question's content words."""

    summary: ClassVar[str] = "how many of the question's content words the text uses, as a share"

    kind: Literal["overlap"] = "overlap"
    min: float | None = Field(default=None, gt=0, le=1)
    """The smallest share allowed, from 0 to 1."""
    max: float | None = Field(default=None, ge=0, lt=1)
    """The largest share allowed; 0 forbids all of them."""

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        if self.min is None and self.max is None:
            raise ValueError("give 'min', 'max' or both")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError("'min' is larger than 'max'")
        return self

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        asked = _content(question or "")
        if not asked:
            return Verdict(False, (), "no question with content words was given to compare the text with")
        used = [word for word in asked if word in text.index]
        places = sorted(place for word in used for place in text.index[word])
        bounds = self._bounds(len(asked))
        detail = f"uses {len(used)} of the question's {len(asked)} content words; {bounds.said} needed"
        return Verdict(
            bounds.low <= len(used) <= bounds.high, text.spans(text.words[at] for at in places), detail
        )

    def _bounds(self, number: int) -> "_Bounds":
        low = math.ceil(round((self.min or 0) * number, 6))
        high = number if self.max is None else math.floor(round(self.max * number, 6))
        if self.max is None:
            return _Bounds(low, high, f"at least {low}")
        return _Bounds(low, high, f"between {low} and {high}" if low else f"at most {high}")

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        asked = _content(question or "")
        if not asked:
            raise CannotEnactError("comparing with the question needs one with content words")
        bounds = self._bounds(len(asked))
        enacted = _fewer(text, asked, bounds.high)
        missing = [word for word in asked if word not in Text(enacted).index]
        lacking = bounds.low - (len(asked) - len(missing))
        if lacking > 0:
            *others, last = rng.sample(missing, lacking)
            listed = f"{', '.join(others)} and {last}" if others else last
            enacted = put_sentence(enacted, rng.choice(_OPENINGS).format(words=listed), rng)
        return finished(self, text, enacted, question)

    def describe(self) -> str:
        low, high = (round((bound or 0) * 100) for bound in (self.min, self.max))
        if self.min is not None and self.max is not None:
            return f"Use between {low}% and {high}% of the question's content words."
        bounds = f"at most {high}%" if self.min is None else f"at least {low}%"
        return f"Use {bounds} of the question's content words."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(_RULE, sentence)
        if match is None:
            return None
        given = {"min": match["min"] or match["low"], "max": match["max"] or match["high"]}
        try:
            return cls.model_validate({key: int(value) / 100 for key, value in given.items() if value})
        except ValidationError:
            return None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        rules = [cls(max=0), *(cls(min=percent / 100) for percent in _NOTICED)] if question else []
        held = (rule for rule in rules if all(rule.judge(text, question).complies for text in texts))
        yield from list(held)[:2]


class _Bounds(NamedTuple):
    low: int
    high: int
    said: str


@lru_cache(maxsize=256)
def _content(question: str) -> tuple[str, ...]:
    """The words of a question, without its options, that are not among the most common ones; each once."""
    ordinary = frozenset(common_words()[:_STOP_WORDS])
    return tuple(key for key in dict.fromkeys(Text(stem_of(question)).keys) if key not in ordinary)


def _fewer(text: str, asked: Sequence[str], high: int) -> str:
    """Without the sentences that can go, then without the words themselves, the last ones of the question first."""
    size = len(Text(text).sentences)
    while size > 1 and len(set(asked) & set(Text(text).index)) > high:
        size -= 1
        text = shorten(text, "sentences", high=size, target=size)
    used = [word for word in asked if word in Text(text).index]
    for word in used[high:]:
        given = Text(text)
        for span in reversed(given.spans(given.words[place] for place in given.index[word])):
            text = take_out(text, span)
    return text
