"""What is averaged: one value with the clusters it lies in, or the reason why there is none; and sums over clusters."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Observation:
    """One value and where it comes from.

    Attributes:
        value: None when it is missing, or when what should have given it failed.
        cluster: what it shares with values that are not independent of it, such as its run.
        crossed: a second such thing that cuts across the first, such as its question; all have one, or none has.
        failed: the value is lost by a failure, and is not counted as missing.
    """

    value: float | None
    cluster: Hashable
    crossed: Hashable | None = None
    failed: bool = False

    def __post_init__(self) -> None:
        if self.value is not None and (self.failed or not math.isfinite(self.value)):
            raise ValueError(f"{self!r}: a value is finite, and nothing that failed has one")


@dataclass(frozen=True, slots=True)
class Cells:
    """Sums and numbers of the known values, with what is not known counted.

    Attributes:
        sums: one row a cluster, one column a crossed cluster; a single column when nothing is crossed.
        sizes: how many values each sum has.
        missing: observations without a value.
        failed: observations lost by a failure.
        crossed: how many crossed clusters have a value; None without a second key.
    """

    sums: Floats
    sizes: Floats
    missing: int
    failed: int
    crossed: int | None

    @property
    def observations(self) -> int:
        """How many values are known."""
        return int(self.sizes.sum())

    @property
    def clusters(self) -> int:
        """How many clusters have a value."""
        return self.sums.shape[0]

    @property
    def fewest(self) -> int:
        """How many clusters the key with the fewest has."""
        return self.clusters if self.crossed is None else min(self.clusters, self.crossed)


def tabulate(observations: Sequence[Observation]) -> Cells:
    """Sum the known values by cluster and crossed cluster.

    Raises:
        ValueError: some observations have a second key and some have none.
    """
    two_keys = {each.crossed is not None for each in observations}
    if len(two_keys) > 1:
        raise ValueError("either all observations have a second key, or none has")
    known = [(each.value, each.cluster, each.crossed) for each in observations if each.value is not None]
    rows = _places([cluster for _, cluster, _ in known])
    columns = _places([crossed for _, _, crossed in known])
    sums, sizes = np.zeros((2, len(rows), len(columns)))
    for value, cluster, crossed in known:
        sums[rows[cluster], columns[crossed]] += value
        sizes[rows[cluster], columns[crossed]] += 1
    failed = sum(each.failed for each in observations)
    missing = len(observations) - len(known) - failed
    return Cells(sums, sizes, missing, failed, crossed=len(columns) if True in two_keys else None)


def _places(keys: Sequence[Hashable]) -> dict[Hashable, int]:
    return {key: place for place, key in enumerate(dict.fromkeys(keys))}
