"""An interval as it is written down."""

from typing import Literal

from community.records import Record

Kind = Literal["t", "logit", "wilson", "percentile"]


class Interval(Record):
    """Where the true value lies, in the share `level` of all repetitions.

    Attributes:
        kind: how it was made: `t` and `logit` from a standard error, `wilson` from the number of clusters alone,
            `percentile` by resampling clusters.
    """

    low: float
    high: float
    level: float
    kind: Kind
