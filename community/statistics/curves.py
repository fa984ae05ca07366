"""Learning curves: the mean over runs at every place along them."""

from collections.abc import Callable, Hashable, Mapping, Sequence

from community.records import Record
from community.statistics.clustered import ClusteredMean, clustered_share
from community.statistics.observations import Observation


class CurvePoint(Record):
    """One point of a curve.

    Attributes:
        index: which place, in order: an episode of a run, or a round.
        mean: over the runs that have a value there. Its interval is for this point alone, not for the whole curve.
        absent: clusters of the curve with no observation at all at this point, such as runs that ended earlier.
    """

    index: int
    mean: ClusteredMean
    absent: int


def learning_curve(
    points: Mapping[int, Sequence[Observation]],
    *,
    average: Callable[[Sequence[Observation]], ClusteredMean] = clustered_share,
) -> tuple[CurvePoint, ...]:
    """The points of a curve by index, in order; `average` may be any of the means of this room."""
    everywhere = {each.cluster for observations in points.values() for each in observations}
    return tuple(
        CurvePoint(
            index=index,
            mean=average(points[index]),
            absent=len(everywhere - _clusters(points[index])),
        )
        for index in sorted(points)
    )


def _clusters(observations: Sequence[Observation]) -> set[Hashable]:
    return {each.cluster for each in observations}
