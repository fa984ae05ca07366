from math import comb

import pytest

from community.statistics.bootstrap import bootstrap_mean
from community.statistics.clustered import clustered_mean
from community.statistics.observations import Observation
from community.statistics.paired import differences


def scenarios(successes: int, of: int) -> list[Observation]:
    return [Observation(float(number < successes), number) for number in range(of)]


def at_most(successes: int, of: int, share: float) -> float:
    """The binomial probability."""
    return sum(comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(successes + 1))


@pytest.mark.parametrize(
    ("successes", "low", "high"),
    [
        (8, 7.9, 34.2),
        (9, 10.5, 36.8),
        (11, 15.8, 44.7),
        (14, 21.1, 52.6),
        (17, 28.9, 60.5),
        (18, 31.6, 63.2),
        (31, 68.4, 92.1),
        (32, 71.1, 94.7),
    ],
)
def test_interval_is_the_published_one_of_38_scenarios(successes: int, low: float, high: float):
    interval = bootstrap_mean(scenarios(successes, 38), seed=1).interval

    assert interval is not None and interval.kind == "percentile"
    assert (round(100 * interval.low, 1), round(100 * interval.high, 1)) == (low, high)


@pytest.mark.parametrize("of", [10, 38, 100])
@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("seed", [1, 2])
def test_interval_is_that_of_a_binomial(of: int, share: float, seed: int):
    successes = round(share * of)

    interval = bootstrap_mean(scenarios(successes, of), seed=seed).interval

    assert interval is not None
    slack = 0.006  # of the tail, four standard errors of 10,000 draws
    for end, tail in ((interval.low, 0.025), (interval.high, 0.975)):
        at = round(end * of)
        assert at_most(at - 1, of, successes / of) - slack < tail < at_most(at, of, successes / of) + slack


def test_interval_of_paired_deltas_is_the_published_one():
    naive = {number: Observation(float(number < 14), number) for number in range(38)}
    informed = {number: Observation(float(number < 32), number) for number in range(38)}

    found = bootstrap_mean(differences(naive, informed).observations, seed=1)

    assert found.interval is not None
    assert [round(100 * end, 1) for end in (found.interval.low, found.interval.high)] == [31.6, 63.2]


def test_same_seed_same_interval():
    sample = [Observation(place**0.5, place % 7) for place in range(40)]

    assert bootstrap_mean(sample, seed=3) == bootstrap_mean(sample, seed=3)
    assert bootstrap_mean(sample, seed=3) != bootstrap_mean(sample, seed=4)


@pytest.mark.parametrize("two_keys", [False, True])
def test_error_is_near_that_of_the_formula(two_keys: bool):
    sample = [
        Observation((7 * run + 3 * question) % 11 + run + question, run, question if two_keys else None)
        for run in range(30)
        for question in range(30)
    ]

    drawn, formula = bootstrap_mean(sample, seed=1), clustered_mean(sample)

    assert drawn.value == pytest.approx(formula.value)
    assert drawn.se == pytest.approx(formula.se, rel=0.05)
    assert (drawn.n, drawn.crossed, drawn.df) == (formula.n, formula.crossed, None)


def test_whole_clusters_are_drawn():
    copies = [Observation(float(run), run) for run in range(10) for _ in range(50)]
    single = [Observation(float(run), run) for run in range(10)]

    assert bootstrap_mean(copies, seed=1).interval == bootstrap_mean(single, seed=1).interval


def test_samples_without_a_value_are_left_out():
    sample = [Observation(float(place), place, place) for place in range(3)]

    interval = bootstrap_mean(sample, seed=1).interval

    assert interval is not None
    assert 0 <= interval.low < interval.high <= 2


@pytest.mark.parametrize(
    ("sample", "reason"),
    [
        ([], "nothing was scored"),
        (
            [Observation(1.0, "a"), Observation(0.0, "a")],
            "one cluster has no error; it takes two of each key",
        ),
        (scenarios(5, 5), "all clusters agree, so their spread says nothing about the error"),
    ],
)
def test_no_interval_says_why(sample: list[Observation], reason: str):
    found = bootstrap_mean(sample, seed=1)

    assert (found.interval, found.reason) == (None, reason)
