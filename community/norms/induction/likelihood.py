"""How well a predicted rate explains how often members show something."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, lgamma, log
from typing import NamedTuple

STYLE_OF_WORDS = 8.0
"""How firmly a community keeps to ordinary rates of words, in messages: its style may differ without any norm."""
STYLE_OF_FORM = 1.5
"""The same for lengths and layout, which differ more."""
_DUTY = 12.0
"""How firmly insiders keep to a norm."""
KEPT = 0.96
"""Rate of what a norm asks for."""
_HABIT = 1e-3
"""Chance that one member has just this habit."""
FASHION = 1e-4
"""Chance that all members have some habit, though nobody asks for it."""
COINCIDENCE = 1e-7
"""Chance that they have just the habit that another norm would bring along."""
_STRICTNESS = (1.0, 12.0)
"""Beta prior on the share of receptions that go wrong."""
_ARBITRARY = 0.01
"""Chance that receptions have nothing to do with any rule."""


class Tally(NamedTuple):
    """Messages that show something, out of how many."""

    shown: int
    of: int


class Receptions(NamedTuple):
    """How messages that keep a rule and messages that break it were received: so often taken up, so often refused."""

    kept_shared: int
    kept_refused: int
    broken_shared: int
    broken_refused: int


def explain(tallies: Sequence[Tally], rate: float, firm: float, fashion: float = FASHION) -> float:
    """Log likelihood of what each member shows, when no norm asks for it.

    Either all members go by one rate, or one of them has the habit, or it is the fashion among them.

    Args:
        tallies: one per member.
        rate: predicted.
        firm: how firmly a community keeps to it.
        fashion: chance that all members have this habit.
    """
    if rate >= KEPT:
        return sequence(_pooled(tallies), KEPT, _DUTY)
    together = _pooled(tallies)
    likelihoods = [log1m(_HABIT) + sequence(together, rate, firm)]
    for tally in tallies if len(tallies) > 1 else ():
        others = Tally(together.shown - tally.shown, together.of - tally.of)
        likelihoods.append(log(_HABIT) + sequence(tally, KEPT, _DUTY) + sequence(others, rate, firm))
    likelihoods.append(log(fashion) + sequence(together, KEPT, _DUTY))
    return log_sum(likelihoods)


def _pooled(tallies: Sequence[Tally]) -> Tally:
    return Tally(sum(tally.shown for tally in tallies), sum(tally.of for tally in tallies))


def kept(tallies: Sequence[Tally]) -> float:
    """Log likelihood when it is the norm: for each member apart, so that one who never shows it counts in full."""
    return sum(sequence(tally, KEPT, _DUTY) for tally in tallies)


@lru_cache(maxsize=4096)
def reception(seen: Receptions) -> float:
    """Log likelihood of how messages that keep and that break a rule were received."""
    false_alarms = Tally(seen.kept_refused, seen.kept_refused + seen.kept_shared)
    misses = Tally(seen.broken_shared, seen.broken_shared + seen.broken_refused)
    ruled = _beta_sequence(false_alarms, *_STRICTNESS) + _beta_sequence(misses, *_STRICTNESS)
    refused = Tally(seen.kept_refused + seen.broken_refused, false_alarms.of + misses.of)
    return log_sum([log1m(_ARBITRARY) + ruled, log(_ARBITRARY) + _beta_sequence(refused, 1.0, 1.0)])


@lru_cache(maxsize=65536)
def sequence(tally: Tally, rate: float, firm: float) -> float:
    """Log probability of one sequence with this tally, its rate drawn from a Beta of this mean and firmness."""
    return _beta_sequence(tally, firm * rate, firm * (1 - rate))


@lru_cache(maxsize=65536)
def _beta_sequence(tally: Tally, yes: float, no: float) -> float:
    return _log_beta(yes + tally.shown, no + tally.of - tally.shown) - _log_beta(yes, no)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def log1m(chance: float) -> float:
    """The log of the complement of a chance."""
    return log(1 - chance)


def log_sum(logs: Sequence[float]) -> float:
    """The log of the sum of what the logs stand for."""
    highest = max(logs)
    return highest + log(sum(exp(value - highest) for value in logs))
