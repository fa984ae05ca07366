"""Ends of confidence intervals from a mean, its variance and degrees of freedom, over arrays."""

from typing import NamedTuple

import numpy as np
from scipy import special

from community.statistics.interval import Interval, Kind, Span
from community.statistics.moments import Moments
from community.statistics.observations import Floats


class Limits(NamedTuple):
    """The ends of intervals, in arrays of one shape."""

    low: Floats
    high: Floats


def t_limits(moments: Moments, *, level: float = 0.95) -> Limits:
    """The mean plus and minus Student's t times the standard error."""
    reach = _quantile(moments.df, level) * np.sqrt(moments.variance)
    return Limits(moments.mean - reach, moments.mean + reach)


def logit_limits(moments: Moments, *, level: float = 0.95) -> Limits:
    """The same on the scale of log odds, and back: for shares, whose errors are lopsided near 0 and 1."""
    odds = special.logit(moments.mean)
    slope = moments.mean * (1 - moments.mean)
    reach = _quantile(moments.df, level) * np.sqrt(moments.variance) / slope
    return Limits(special.expit(odds - reach), special.expit(odds + reach))


def wilson_limits(moments: Moments, clusters: int, *, level: float = 0.95) -> Limits:
    """Wilson's (1927) interval of a share with every cluster as one observation and t in place of z.

    For shares on which all clusters agree, so that their spread says nothing: it takes the values of a cluster for
    copies of one another.
    """
    square = _quantile(moments.df, level) ** 2
    middle = (moments.mean + square / (2 * clusters)) / (1 + square / clusters)
    inside = moments.mean * (1 - moments.mean) / clusters + square / (2 * clusters) ** 2
    reach = np.sqrt(square * inside) / (1 + square / clusters)
    return Limits(np.maximum(middle - reach, 0.0), np.minimum(middle + reach, 1.0))


def share_limits(moments: Moments, clusters: int, *, level: float = 0.95) -> Limits:
    """`logit_limits` where the clusters differ, `wilson_limits` where they all agree."""
    differ = moments.variance > 0
    safe = Moments(np.where(differ, moments.mean, 0.5), moments.variance, moments.df)
    logit = logit_limits(safe, level=level)
    wilson = wilson_limits(moments, clusters, level=level)
    return Limits(np.where(differ, logit.low, wilson.low), np.where(differ, logit.high, wilson.high))


def clipped(limits: Limits, within: Span) -> Limits:
    """The ends, none of them where no value can lie."""
    return Limits(np.clip(limits.low, *within), np.clip(limits.high, *within))


def interval_of(limits: Limits, *, level: float, kind: Kind) -> Interval:
    """One pair of ends as it is written down."""
    return Interval(low=float(limits.low), high=float(limits.high), level=level, kind=kind)


def two_sided_p(moments: Moments) -> Floats:
    """The t test of a mean of 0; needs a variance above 0."""
    t = np.abs(moments.mean) / np.sqrt(moments.variance)
    return np.asarray(2 * special.stdtr(moments.df, -t))


def _quantile(df: Floats, level: float) -> Floats:
    if not 0 < level < 1:
        raise ValueError(f"level {level!r} is not between 0 and 1")
    return np.asarray(special.stdtrit(df, (1 + level) / 2))
