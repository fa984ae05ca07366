from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.statistics.moments import one_way, two_way

clusters = st.lists(st.lists(st.integers(-5, 5), min_size=1, max_size=6), min_size=2, max_size=7)


def cr2(groups: list[list[int]]) -> tuple[float, float]:
    """Variance and degrees of freedom as Bell and McCaffrey write them: matrices, and roots of matrices."""
    values = np.concatenate([np.asarray(group, float) for group in groups])
    n = len(values)
    annihilator = np.eye(n) - np.full((n, n), 1 / n)
    starts = np.cumsum([0, *map(len, groups)])
    variance, columns = 0.0, []
    for start, stop in pairwise(starts):
        own = annihilator[start:stop, start:stop]
        eigenvalues, vectors = np.linalg.eigh(own)
        root = vectors @ np.diag(eigenvalues**-0.5) @ vectors.T
        adjusted = root @ (values - values.mean())[start:stop]
        variance += (adjusted.sum() / n) ** 2
        columns.append(annihilator[:, start:stop] @ root @ np.ones(stop - start) / n)
    products = np.array(columns) @ np.array(columns).T
    return variance, np.trace(products) ** 2 / (products**2).sum()


@given(clusters)
def test_one_way_is_cr2_with_satterthwaite_degrees_of_freedom(groups: list[list[int]]):
    found = one_way(
        np.array([float(sum(group)) for group in groups]), np.array([float(len(g)) for g in groups])
    )

    variance, df = cr2(groups)
    assert found.mean == pytest.approx(np.mean(np.concatenate(groups)))
    assert found.variance == pytest.approx(variance, abs=1e-12)
    assert found.df == pytest.approx(df)


def test_one_way_of_one_size_is_the_error_of_the_cluster_means():
    means = np.array([0.1, 0.4, 0.4, 0.8, 0.9])

    found = one_way(means * 7, np.full(5, 7.0))

    assert found.variance == pytest.approx(means.var(ddof=1) / 5)
    assert found.df == pytest.approx(4)


def test_one_way_takes_many_at_once():
    sums = np.random.default_rng(1).normal(size=(3, 4, 6))

    found = one_way(sums, np.arange(1.0, 7.0))

    assert found.variance.shape == (3, 4)
    assert found.variance[2, 1] == pytest.approx(one_way(sums[2, 1], np.arange(1.0, 7.0)).variance)


def test_variance_is_0_when_clusters_agree_though_floats_round():
    assert one_way(np.array([0.1 * 3, 0.3 * 1, 0.1 + 0.2]) * 3, np.array([3.0, 3.0, 3.0])).variance == 0


def test_two_way_adds_both_keys_and_takes_off_what_is_counted_twice():
    sums, sizes = np.random.default_rng(2).normal(size=(5, 8)), np.ones((5, 8))
    sums += np.arange(5.0)[:, None] + np.arange(8.0)

    found = two_way(sums, sizes)

    parts = [one_way(sums.sum(1), sizes.sum(1)), one_way(sums.sum(0), sizes.sum(0))]
    both = one_way(sums.ravel(), sizes.ravel())
    assert found.variance == pytest.approx(parts[0].variance + parts[1].variance - both.variance)
    assert found.df == pytest.approx(4)


def test_two_way_falls_back_to_the_larger_where_the_sum_is_not_positive():
    sums = np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])

    found = two_way(sums, np.ones((3, 3)))

    by_row, by_column = (one_way(sums.sum(axis), np.full(3, 3.0)).variance for axis in (1, 0))
    assert by_row + by_column < one_way(sums.ravel(), np.ones(9)).variance
    assert found.variance == max(by_row, by_column) > 0


def test_two_way_with_one_value_a_cluster_of_the_second_key_is_one_way():
    rows = np.repeat(np.arange(4), 3)
    sums, sizes = np.zeros((4, 12)), np.zeros((4, 12))
    sums[rows, np.arange(12)] = np.random.default_rng(3).normal(size=12)
    sizes[rows, np.arange(12)] = 1.0

    assert two_way(sums, sizes).variance == pytest.approx(one_way(sums.sum(1), sizes.sum(1)).variance)
