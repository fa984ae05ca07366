"""Judging without explaining: the same answer as a predicate's `judge`, sooner for the kinds that are asked most.

Whether the article "a" is missing is not left to a pattern: it would take option letters at odd places for the article.
"""

from community.norms.predicates.article import uses
from community.norms.predicates.base import Predicate
from community.norms.predicates.contains import Contains
from community.norms.predicates.length.count import Count
from community.norms.predicates.length.measure import count
from community.norms.predicates.pattern import Pattern
from community.norms.text import Text

NO_ARTICLE = Pattern(pattern=r"(?<![\w'(/-])(?:a|A(?= [a-z]{2}))\s+(?=[\w\"'*])", exactly=0)
"""That the article "a" is not used, as a rule of its own."""


def complies(predicate: Predicate, text: Text, question: str | None) -> bool:
    """Whether a text satisfies a predicate."""
    match predicate:
        case Contains():
            return predicate.allows(len(predicate.matches(text)))
        case Count():
            return predicate.allows(count(text, predicate.of))
        case _ if predicate is NO_ARTICLE:
            return not uses("a", text)
        case _:
            return predicate.judge(text, question).complies
