"""The difference between two arms over what both of them have, pair by pair."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from community.records import Record
from community.statistics.clustered import ClusteredMean, clustered_mean
from community.statistics.interval import ANYWHERE, Span
from community.statistics.limits import two_sided_p
from community.statistics.moments import two_way
from community.statistics.observations import Cells, Observation, tabulate
from community.statistics.signflip import PValue, sign_flip

Key = TypeVar("Key", bound=Hashable)
Arm: TypeAlias = Mapping[Key, Observation]
"""The observations of one arm by what pairs them, such as (norm, seed, question)."""


@dataclass(frozen=True, slots=True)
class Differences:
    """Second arm minus first, one observation a pair, and how much of each arm the other does not have."""

    observations: tuple[Observation, ...]
    only_first: int
    only_second: int


class PairedDifference(Record):
    """What the second arm has over the first.

    Attributes:
        difference: mean of second minus first over the pairs in which both have a value, with a t interval.
        higher: pairs in which the second is higher; for shares of 0 and 1, failures that recovered.
        lower: pairs in which it is lower; regressions.
        equal: pairs in which they are equal.
        only_first: observations of the first arm that the second has no partner for.
        only_second: the same the other way round.
        p_value: of no difference, by flipping signs, or by a t test where two keys cross; None at fewer than two
            clusters, or where a t test finds no spread.
    """

    difference: ClusteredMean
    higher: int
    lower: int
    equal: int
    only_first: int
    only_second: int
    p_value: PValue | None


def differences(first: Arm[Key], second: Arm[Key]) -> Differences:
    """Second minus first, paired by key; a pair is missing, or failed, when either of its halves is.

    Raises:
        ValueError: the halves of a pair lie in different clusters.
    """
    pairs = [_difference(key, first[key], second[key]) for key in first if key in second]
    return Differences(tuple(pairs), len(first) - len(pairs), len(second) - len(pairs))


def paired_difference(
    first: Arm[Key], second: Arm[Key], *, seed: int, within: Span = ANYWHERE, level: float = 0.95
) -> PairedDifference:
    """Compare two arms over their pairs; errors are over the clusters of the pairs.

    Args:
        first: one arm.
        second: the other.
        seed: of the signs that are drawn where a test cannot try all.
        within: where the values of both arms can lie; the interval is cut off where no difference of them can.
        level: of the interval.

    Raises:
        ValueError: the halves of a pair lie in different clusters.
    """
    paired = differences(first, second)
    known = [each.value for each in paired.observations if each.value is not None]
    return PairedDifference(
        difference=clustered_mean(paired.observations, within=within.of_differences, level=level),
        higher=sum(value > 0 for value in known),
        lower=sum(value < 0 for value in known),
        equal=sum(value == 0 for value in known),
        only_first=paired.only_first,
        only_second=paired.only_second,
        p_value=_p_value(tabulate(paired.observations), seed),
    )


def _difference(key: Hashable, first: Observation, second: Observation) -> Observation:
    if (first.cluster, first.crossed) != (second.cluster, second.crossed):
        raise ValueError(f"the halves of the pair {key!r} lie in different clusters")
    return Observation(
        value=None if first.value is None or second.value is None else second.value - first.value,
        cluster=first.cluster,
        crossed=first.crossed,
        failed=first.failed or second.failed,
    )


def _p_value(cells: Cells, seed: int) -> PValue | None:
    if cells.fewest < 2:
        return None
    if cells.crossed is None:
        return sign_flip(cells.sums[:, 0], seed=seed)
    moments = two_way(cells.sums, cells.sizes)
    return PValue(value=float(two_sided_p(moments)), kind="t") if moments.variance > 0 else None
