"""Means of values that come in clusters, such as debates of a run or replies to a question, with honest errors."""

import math
from collections.abc import Sequence

from community.statistics.estimate import Estimate
from community.statistics.interval import ANYWHERE, Interval, Span
from community.statistics.limits import clipped, interval_of, share_limits, t_limits
from community.statistics.moments import Moments, one_way, two_way
from community.statistics.observations import Cells, Observation, tabulate

NO_VALUE = "nothing was scored"
ONE_CLUSTER = "one cluster has no error; it takes two of each key"
NO_SPREAD = "all clusters agree, so their spread says nothing about the error"


class ClusteredMean(Estimate):
    """A mean over all values, with an error over clusters.

    Attributes:
        value: None when there is nothing to average; `reason` says why.
        se: standard error over the clusters; None at fewer than two, and `reason` says so.
        n: how many clusters have a value.
        observations: how many values there are.
        missing: how many observations have no value though nothing failed.
        failed: how many observations were lost by a failure.
        crossed: how many clusters of a second key have a value; None without a second key.
        df: degrees of freedom of the standard error.
        interval: None when none can be trusted; `reason` says why.
    """

    observations: int
    failed: int = 0
    crossed: int | None = None
    df: float | None = None
    interval: Interval | None = None


def clustered_mean(
    observations: Sequence[Observation], *, within: Span = ANYWHERE, level: float = 0.95
) -> ClusteredMean:
    """The mean with a t interval: CR2 variance, Satterthwaite's degrees of freedom.

    Args:
        observations: what is averaged.
        within: where the values can lie; the interval is cut off there.
        level: of the interval.

    Raises:
        ValueError: some observations have a second key and some have none.
    """
    return _mean(tabulate(observations), within, level)


def clustered_share(observations: Sequence[Observation], *, level: float = 0.95) -> ClusteredMean:
    """The mean of values between 0 and 1 with an interval that stays there, by log odds.

    Where all clusters agree the interval is Wilson's, with every cluster as one observation.

    Raises:
        ValueError: a value is not between 0 and 1, or some observations have a second key and some have none.
    """
    for each in observations:
        if each.value is not None and not 0 <= each.value <= 1:
            raise ValueError(f"{each.value!r} is no share: it is not between 0 and 1")
    return _mean(tabulate(observations), None, level)


def without_error(cells: Cells) -> ClusteredMean:
    """The mean alone, with the reason why there is no more."""
    known = cells.observations
    return ClusteredMean(
        value=float(cells.sums.sum()) / known if known else None,
        se=None,
        n=cells.clusters,
        crossed=cells.crossed,
        observations=known,
        missing=cells.missing,
        failed=cells.failed,
        reason=ONE_CLUSTER if known else NO_VALUE,
    )


def _mean(cells: Cells, within: Span | None, level: float) -> ClusteredMean:
    """The mean of values within a span; None: of shares."""
    if cells.fewest < 2:
        return without_error(cells)
    if cells.crossed is None:
        moments = one_way(cells.sums[:, 0], cells.sizes[:, 0])
    else:
        moments = two_way(cells.sums, cells.sizes)
    interval = _share(moments, cells.fewest, level) if within is None else _plain(moments, within, level)
    found = {
        "se": math.sqrt(moments.variance),
        "df": float(moments.df),
        "interval": interval,
        "reason": None if interval else NO_SPREAD,
    }
    return without_error(cells).model_copy(update=found)


def _plain(moments: Moments, within: Span, level: float) -> Interval | None:
    if moments.variance <= 0:
        return None
    return interval_of(clipped(t_limits(moments, level=level), within), level=level, kind="t")


def _share(moments: Moments, clusters: int, level: float) -> Interval:
    kind = "logit" if moments.variance > 0 else "wilson"
    return interval_of(share_limits(moments, clusters, level=level), level=level, kind=kind)
