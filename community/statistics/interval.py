"""An interval as it is written down."""

import math
from typing import Literal, NamedTuple

from community.records import Record

Kind = Literal["t", "logit", "wilson", "percentile"]


class Span(NamedTuple):
    """Where values can lie at all."""

    low: float = -math.inf
    high: float = math.inf

    @property
    def of_differences(self) -> "Span":
        """Where the difference of two such values can lie."""
        return Span(self.low - self.high, self.high - self.low)


ANYWHERE = Span()


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
