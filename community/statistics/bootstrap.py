"""Means whose interval comes from drawing whole clusters again and again: no formula, no normal errors."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from community.seeds import derive
from community.statistics.clustered import NO_SPREAD, ClusteredMean, without_error
from community.statistics.limits import Limits, interval_of
from community.statistics.observations import Floats, Observation, tabulate


def bootstrap_mean(
    observations: Sequence[Observation], *, seed: int, draws: int = 10_000, level: float = 0.95
) -> ClusteredMean:
    """The mean with a percentile interval over clusters drawn with replacement (Efron 1979).

    With one value a cluster, as with one share a scenario, it is the usual bootstrap over scenarios. With a second
    key both keys are drawn (the pigeonhole bootstrap, Owen 2007).

    Raises:
        ValueError: some observations have a second key and some have none.
    """
    cells = tabulate(observations)
    if cells.fewest < 2:
        return without_error(cells)
    rows, columns = cells.sums.shape
    means = resampled_means(cells.sums, cells.sizes, _seeded_samples(seed, rows, columns, draws))
    limits = percentile_limits(means, level=level)
    spread = bool(limits.low < limits.high)
    interval = interval_of(limits, level=level, kind="percentile")
    found = {
        "se": float(np.nanstd(means, ddof=1)),
        "interval": interval if spread else None,
        "reason": None if spread else NO_SPREAD,
    }
    return without_error(cells).model_copy(update=found)


@dataclass(frozen=True, slots=True)
class Samples:
    """How often each cluster is in each sample, and each crossed cluster: both of shape (draws, clusters)."""

    rows: Floats
    columns: Floats


def draw_samples(rng: np.random.Generator, rows: int, columns: int, draws: int) -> Samples:
    """Samples with replacement of so many clusters and crossed clusters."""
    return Samples(_counts(rng, rows, draws), _counts(rng, columns, draws))


def resampled_means(sums: Floats, sizes: Floats, samples: Samples) -> Floats:
    """Means of samples of clusters, along a new last axis; nan where a sample has no value.

    Args:
        sums: sum of the values of each cell, by cluster and crossed cluster along the last two axes.
        sizes: number of values of each cell, of the same last two axes.
        samples: taken for all leading axes alike.
    """
    total = ((samples.rows @ sums) * samples.columns).sum(-1)
    known = ((samples.rows @ sizes) * samples.columns).sum(-1)
    return total / np.where(known > 0, known, np.nan)


@lru_cache(maxsize=1)
def _seeded_samples(seed: int, rows: int, columns: int, draws: int) -> Samples:
    """Samples from a seed; one after the other, many means of the same clusters want the same."""
    return draw_samples(np.random.default_rng(derive(seed, "bootstrap")), rows, columns, draws)


def percentile_limits(means: Floats, *, level: float = 0.95) -> Limits:
    """The smallest of the means that at least (1 - level)/2 of them, and (1 + level)/2, do not exceed.

    The ends are means that were drawn, so for shares they are the percentiles of a binomial distribution.
    """
    ends = ((1 - level) / 2, (1 + level) / 2)
    low, high = np.nanquantile(means, ends, axis=-1, method="inverted_cdf")
    return Limits(low, high)


def _counts(rng: np.random.Generator, clusters: int, draws: int) -> Floats:
    """How often each cluster is in each sample."""
    drawn = rng.multinomial(clusters, np.full(clusters, 1 / clusters), size=draws)
    return drawn.astype(np.float64)
