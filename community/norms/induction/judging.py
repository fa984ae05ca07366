"""Judging without explaining: the same answer as a predicate's `judge`, sooner for the kinds that are asked most."""

from community.norms.predicates.base import Predicate
from community.norms.predicates.contains import Contains
from community.norms.predicates.length.count import Count
from community.norms.predicates.length.measure import count
from community.norms.text import Text


def complies(predicate: Predicate, text: Text, question: str | None) -> bool:
    """Whether a text satisfies a predicate."""
    match predicate:
        case Contains():
            return predicate.allows(len(predicate.matches(text)))
        case Count():
            return predicate.allows(count(text, predicate.of))
        case _:
            return predicate.judge(text, question).complies
