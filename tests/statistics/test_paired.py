import pytest

from community.statistics.clustered import clustered_mean
from community.statistics.interval import ANYWHERE, Span
from community.statistics.observations import Observation
from community.statistics.paired import Arm, differences, paired_difference


def arm(*values: float | None) -> Arm[int]:
    """One value a question, two questions a run."""
    return {number: Observation(value, number // 2) for number, value in enumerate(values)}


def test_difference_is_second_minus_first_over_pairs():
    found = paired_difference(arm(0, 0, 1, 1, 0, 1), arm(1, 0, 1, 1, 1, 0), seed=1)

    assert found.difference.value == pytest.approx(1 / 6)
    assert (found.higher, found.lower, found.equal) == (2, 1, 3)
    assert (found.difference.observations, found.difference.n) == (6, 3)
    assert found.difference.interval is not None and found.difference.interval.kind == "t"


@pytest.mark.parametrize(
    ("within", "ends"),
    [(Span(0, 1), (-1.0, 1.0)), (Span(low=1), None), (Span(-1, 1), (-2.0, 2.0)), (ANYWHERE, None)],
)
def test_interval_of_a_difference_is_cut_off_where_no_difference_can_lie(
    within: Span, ends: tuple[float, float] | None
):
    one, other = (
        {place: Observation(value, place) for place, value in enumerate(values)}
        for values in ((0.0, 0.0), (0.1, 0.9))
    )

    found = paired_difference(one, other, seed=1, within=within).difference.interval

    assert found is not None
    free = clustered_mean(differences(one, other).observations).interval
    assert free is not None
    assert (found.low, found.high) == (ends or (free.low, free.high))


def test_pairs_cancel_what_runs_share():
    base = [0.1, 0.2, 0.6, 0.7, 0.8, 0.9]
    first, second = arm(*base), arm(*(value + gain for value, gain in zip(base, [1, 2] * 3, strict=True)))

    paired, alone = paired_difference(first, second, seed=1).difference, clustered_mean([*second.values()])

    assert (paired.value, paired.se) == (pytest.approx(1.5), 0)
    assert (alone.se or 0) > 0.2


def test_what_has_no_partner_is_counted():
    first = {**arm(0, 1, 1, 0), 99: Observation(1.0, 9)}
    second = {key: value for key, value in arm(1, 1, 1, 1).items() if key != 3}

    found = paired_difference(first, second, seed=1)

    assert (found.only_first, found.only_second, found.difference.observations) == (2, 0, 3)


def test_pair_is_lost_with_either_half():
    first = {**arm(0, None, 1), 3: Observation(None, 1, failed=True)}
    second = {**arm(1, 1), 2: Observation(None, 1, failed=True), 3: Observation(1.0, 1)}

    found = paired_difference(first, second, seed=1).difference

    assert (found.observations, found.missing, found.failed) == (1, 1, 2)


def test_p_flips_the_signs_of_clusters():
    found = paired_difference(arm(0, 0, 0, 0, 0, 0), arm(1, 1, 1, 0, 1, 1), seed=1)

    assert found.p_value is not None
    assert (found.p_value.value, found.p_value.kind) == (0.25, "sign flip, exact")


def test_p_is_of_a_t_test_where_two_keys_cross():
    first = {(run, q): Observation(0.0, run, q) for run in range(4) for q in range(6)}
    second = {(run, q): Observation(float(run + q), run, q) for run in range(4) for q in range(6)}

    found = paired_difference(first, second, seed=1)

    assert found.p_value is not None and found.p_value.kind == "t"
    assert 0 < found.p_value.value < 0.05
    assert found.difference.interval is not None and found.difference.interval.low > 0


def test_t_test_and_t_interval_agree():
    first = {(run, q): Observation(0.0, run, q) for run in range(4) for q in range(6)}
    second = {(run, q): Observation(float(run + q - 3), run, q) for run in range(4) for q in range(6)}
    p = paired_difference(first, second, seed=1).p_value
    assert p is not None

    interval = paired_difference(first, second, seed=1, level=1 - p.value).difference.interval

    assert interval is not None and interval.low == pytest.approx(0, abs=1e-9)


def test_one_cluster_has_no_p():
    found = paired_difference(arm(0, 1), arm(1, 1), seed=1)

    assert (found.p_value, found.difference.interval, found.difference.value) == (None, None, 0.5)


def test_nothing_in_common_has_no_difference():
    found = paired_difference({"a": Observation(1.0, 1)}, {"b": Observation(1.0, 1)}, seed=1)

    assert (found.difference.value, found.difference.reason) == (None, "nothing was scored")
    assert (found.only_first, found.only_second, found.p_value) == (1, 1, None)


def test_halves_of_a_pair_lie_in_one_cluster():
    with pytest.raises(ValueError, match="'a' lie in different clusters"):
        differences({"a": Observation(1.0, 1)}, {"a": Observation(1.0, 2)})
