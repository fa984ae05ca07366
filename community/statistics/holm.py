"""Holm's (1979) step-down correction: among many comparisons, some differ by chance."""

from collections.abc import Mapping


def holm(p_values: Mapping[str, float | None]) -> dict[str, float | None]:
    """Adjusted p values of one family: below 0.05, the family as a whole errs in at most 5 % of repetitions.

    The smallest p is multiplied by the number of comparisons, the next by one fewer, and so on; none may fall below
    the one before it. A comparison without a p stays without, and is not counted: state how many there were.
    """
    known = sorted((p, name) for name, p in p_values.items() if p is not None)
    adjusted: dict[str, float | None] = dict.fromkeys(p_values)
    floor = 0.0
    for rank, (p, name) in enumerate(known):
        floor = max(floor, min(1.0, p * (len(known) - rank)))
        adjusted[name] = floor
    return adjusted
