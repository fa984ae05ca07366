"""A mean with its standard error and with everything that is missing from it counted."""

import math
from collections.abc import Iterable, Sequence

from community.records import Record


class Estimate(Record):
    """A mean over clusters.

    Attributes:
        value: None when there is nothing to average; `reason` says why.
        se: standard error over the clusters; None at fewer than two.
        n: how many clusters have a value.
        missing: how many have none.
    """

    value: float | None
    se: float | None
    n: int
    missing: int = 0
    reason: str | None = None


def estimate(values: Sequence[float | None], *, reason: str = "nothing was scored") -> Estimate:
    """The mean of the values that exist; the standard error is that of a sample mean (n - 1)."""
    known = [value for value in values if value is not None]
    missing = len(values) - len(known)
    if not known:
        return Estimate(value=None, se=None, n=0, missing=missing, reason=reason)
    mean = math.fsum(known) / len(known)
    if len(known) < 2:
        return Estimate(value=mean, se=None, n=1, missing=missing)
    variance = math.fsum((value - mean) ** 2 for value in known) / (len(known) - 1)
    return Estimate(value=mean, se=math.sqrt(variance / len(known)), n=len(known), missing=missing)


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of the values that exist; None when none does."""
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def share(flags: Iterable[bool | None]) -> float | None:
    """The share of true ones among those that are known; None when none is."""
    return mean(flags)
