"""A row of small signs that shows how a number goes."""

import math
from collections.abc import Sequence

from community.statistics.estimate import estimate


def sparkline(rates: Sequence[float | None], width: int, *, levels: str, failed: str) -> str:
    """One sign per rate, or per group of neighbouring rates when there are more than `width`; `failed` for None."""
    size = max(1, math.ceil(len(rates) / max(1, width)))
    groups = (estimate(rates[start : start + size]).value for start in range(0, len(rates), size))
    return "".join(failed if rate is None else levels[round(rate * (len(levels) - 1))] for rate in groups)
