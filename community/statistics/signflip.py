"""A test of no difference that assumes only symmetry: the difference of every cluster might have the other sign."""

from itertools import product
from typing import Literal

import numpy as np

from community.records import Record
from community.seeds import derive
from community.statistics.observations import Floats

_MOST_ENUMERATED = 14
"""Clusters up to which all signs are tried: 2^14 patterns."""


class PValue(Record):
    """A two-sided p value and how it was found: by trying all patterns of signs, a sample of them, or a t test."""

    value: float
    kind: Literal["sign flip, exact", "sign flip, sampled", "t"]


def sign_flip(sums: Floats, *, seed: int, draws: int = 9_999) -> PValue:
    """How rarely signs at random give a sum as far from 0 as the one observed (Fisher 1935).

    Clusters that sum to 0 have no sign and drop out; with differences of -1, 0 and 1, one a cluster, this is McNemar's
    exact test. The sampled p counts the observed pattern as one of the draws, so it is never 0.

    Args:
        sums: the sum of the differences of each cluster.
        seed: of the sample of patterns, taken with more than 14 clusters that differ.
        draws: its size.
    """
    sums = sums[np.abs(sums) > 1e-12 * np.abs(sums).max(initial=0.0)]
    if sums.size <= _MOST_ENUMERATED:
        return PValue(value=float(_as_far(_all_signs(sums.size), sums).mean()), kind="sign flip, exact")
    rng = np.random.default_rng(derive(seed, "sign flip"))
    signs = rng.choice((-1.0, 1.0), size=(draws, sums.size))
    as_far = float(_as_far(signs, sums).sum())
    return PValue(value=(1 + as_far) / (1 + draws), kind="sign flip, sampled")


def _as_far(signs: Floats, sums: Floats) -> Floats:
    """1 for every pattern whose sum is as far from 0 as the observed one, or farther."""
    slack = 1e-9 * np.abs(sums).sum()
    return (np.abs(signs @ sums) >= abs(sums.sum()) - slack).astype(np.float64)


def _all_signs(clusters: int) -> Floats:
    return np.array(list(product((-1.0, 1.0), repeat=clusters))).reshape(2**clusters, clusters)
