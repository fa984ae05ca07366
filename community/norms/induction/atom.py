"""A rule as a candidate: the predicate with what is asked of it again and again."""

import re
from functools import cached_property

from community.norms.induction.likelihood import STYLE_OF_FORM, STYLE_OF_WORDS
from community.norms.predicates.base import Predicate
from community.norms.predicates.boundary import Boundary
from community.norms.predicates.contains import Contains
from community.norms.predicates.pattern import Pattern
from community.norms.predicates.quoting import QUOTED
from community.norms.predicates.restatement import Restatement

_KIND = re.compile(rf"\((?:{QUOTED}(?:, )?)+(?:\.\.\.)?\)")
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")
_WORD_COST = 0.25
_STRING_COST = 2.5
_LETTER_COST = 0.1
_KIND_COST = 2.0
_LONGEST = 20
_ABOUT_WORDS = (Contains, Boundary, Pattern, Restatement)


class Atom:
    """One predicate under consideration; it is what its canonical sentence says, which makes it a cheap key.

    Attributes:
        predicate: the rule.
        sentence: in canonical English.
    """

    def __init__(self, predicate: Predicate) -> None:
        self.predicate = predicate
        self.sentence = predicate.describe()
        self._hash = hash(self.sentence)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Atom) and self.sentence == other.sentence)

    @cached_property
    def cost(self) -> float:
        """Description length in nats."""
        return description_length(self.sentence)

    @cached_property
    def firm(self) -> float:
        """How firmly communities keep to the ordinary rate of this, when no norm is about it."""
        return STYLE_OF_WORDS if isinstance(self.predicate, _ABOUT_WORDS) else STYLE_OF_FORM

    @cached_property
    def topical(self) -> bool:
        """Whether a question can be the reason that its answers have this: they take up its words."""
        rule = self.predicate
        return isinstance(rule, Contains) and rule.low > 0


def description_length(sentence: str) -> float:
    """How much has to be chosen to say this sentence, in nats: its words, strings, named kinds, numbers."""
    plain = _KIND.sub("", sentence)
    strings = re.findall(QUOTED, plain)
    plain = re.sub(QUOTED, "", plain)
    return (
        _WORD_COST * len(_WORD.findall(plain))
        + _KIND_COST * len(_KIND.findall(sentence))
        + sum(_STRING_COST + _LETTER_COST * min(len(string) - 2, _LONGEST) for string in strings)
        + sum(_number_cost(int(number)) for number in _NUMBER.findall(plain))
    )


def _number_cost(number: int) -> float:
    """Small and round numbers, and those next to round ones ("under 30"), come to mind first."""
    if number <= 3:
        return 0.5
    return 1.0 if number < 10 or any((number + step) % 10 == 0 for step in (-1, 0, 1)) else 2.0
