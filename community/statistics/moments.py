"""A mean, its cluster-robust variance and that variance's degrees of freedom, over arrays of any leading shape.

The variance is CR2 (Bell and McCaffrey 2002) and the degrees of freedom are Satterthwaite's for it, both in the closed
form they take for a mean. Two crossed keys are combined as in Cameron, Gelbach and Miller (2011).
"""

from dataclasses import dataclass

import numpy as np

from community.statistics.observations import Floats

_ROUNDING = 1e-12
"""Relative size below which a difference of floats is taken for zero."""


@dataclass(frozen=True, slots=True)
class Moments:
    """Arrays of the shape that the leading axes of sums and sizes have.

    Attributes:
        mean: all values weigh the same, so a cluster weighs as much as it has values.
        variance: of the mean; 0 when all clusters agree.
        df: degrees of freedom of the variance; clusters - 1 when all have one size, fewer otherwise.
    """

    mean: Floats
    variance: Floats
    df: Floats


def one_way(sums: Floats, sizes: Floats) -> Moments:
    """The moments of a mean over independent clusters, along the last axis.

    With w a cluster's share of all values, the variance is the sum over clusters of
    (sum of residuals / number of values)^2 / (1 - w). With one size it is the variance of the cluster means / clusters.

    Args:
        sums: sum of the values of each cluster.
        sizes: number of values of each cluster, along the same axis; at least two are not 0.
    """
    total = sizes.sum(-1, keepdims=True)
    weight = sizes / total
    mean = sums.sum(-1, keepdims=True) / total
    residual = sums - sizes * mean
    residual = np.where(np.abs(residual) <= _ROUNDING * np.abs(sums).max(-1, keepdims=True), 0.0, residual)
    variance = ((residual / total) ** 2 / (1 - weight)).sum(-1)
    return Moments(mean[..., 0], variance, _degrees(weight))


def two_way(sums: Floats, sizes: Floats) -> Moments:
    """The moments of a mean over cells of two crossed keys, along the last two axes.

    The variance is that by the first key, plus that by the second, minus that by both together. Where this is not
    positive, the larger of the first two stands. The degrees of freedom are the fewer of the two.
    """
    rows = one_way(sums.sum(-1), sizes.sum(-1))
    columns = one_way(sums.sum(-2), sizes.sum(-2))
    cells = one_way(_flat(sums), _flat(sizes))
    added = rows.variance + columns.variance
    variance = added - cells.variance
    larger = np.maximum(rows.variance, columns.variance)
    variance = np.where(variance <= _ROUNDING * added, larger, variance)
    return Moments(rows.mean, variance, np.minimum(rows.df, columns.df))


def _flat(cells: Floats) -> Floats:
    return cells.reshape(*cells.shape[:-2], -1)


def _degrees(weight: Floats) -> Floats:
    """Satterthwaite's degrees of freedom of the CR2 variance of a mean, if values were independent."""
    spread = weight**2 / (1 - weight)
    return 1 / ((weight**2).sum(-1) + spread.sum(-1) ** 2 - (spread**2).sum(-1))
