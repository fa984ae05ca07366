from math import comb

import numpy as np
import pytest

from community.statistics.signflip import sign_flip


def mcnemar(higher: int, lower: int) -> float:
    """Both tails of a fair coin, of the pairs that differ."""
    tail = sum(comb(higher + lower, number) for number in range(min(higher, lower) + 1))
    return min(1.0, 2 * tail / 2 ** (higher + lower))


@pytest.mark.parametrize(("higher", "lower"), [(5, 1), (6, 0), (9, 3), (1, 1), (7, 7)])
def test_shares_of_scenarios_give_the_exact_test_of_mcnemar(higher: int, lower: int):
    sums = np.array([1.0] * higher + [-1.0] * lower + [0.0] * 20)

    found = sign_flip(sums, seed=1)

    assert found.kind == "sign flip, exact"
    assert found.value == pytest.approx(mcnemar(higher, lower))


def test_smallest_p_halves_with_every_cluster():
    assert [sign_flip(np.arange(1.0, n + 1), seed=1).value for n in (2, 3, 6)] == [1 / 2, 1 / 4, 1 / 32]


@pytest.mark.parametrize("sums", [np.zeros(0), np.zeros(4)])
def test_no_difference_anywhere_is_p_1(sums: np.ndarray):
    assert sign_flip(sums, seed=1).value == 1.0


def test_sampled_p_is_near_the_exact_one_and_seeded():
    sums = np.array([1.0] * 15 + [-1.0] * 5)

    found = sign_flip(sums, seed=1)

    assert found.kind == "sign flip, sampled"
    assert found.value == pytest.approx(mcnemar(15, 5), abs=0.008)
    assert found == sign_flip(sums, seed=1)
    assert found != sign_flip(sums, seed=2)


def test_sampled_p_is_never_0():
    assert sign_flip(np.ones(60), seed=1, draws=99).value == 0.01


def test_p_is_below_5_percent_in_at_most_5_percent_without_a_difference():
    rng = np.random.default_rng(1)

    found = [sign_flip(rng.exponential(size=8) * rng.choice((-1, 1), 8), seed=1).value for _ in range(2000)]

    assert 0.03 < np.mean(np.array(found) <= 0.05) < 0.06
