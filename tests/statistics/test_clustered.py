import math
import subprocess
import sys
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.statistics.clustered import ClusteredMean, clustered_mean, clustered_share
from community.statistics.estimate import estimate
from community.statistics.interval import Span
from community.statistics.observations import Observation

MEANS = [clustered_mean, clustered_share]
Mean = Callable[[Sequence[Observation]], ClusteredMean]


def values(**clusters: Sequence[float | None]) -> list[Observation]:
    return [Observation(value, name) for name, of_one in clusters.items() for value in of_one]


def test_one_value_a_cluster_is_the_sample_mean():
    sample = [0.2, 0.9, 0.4, 0.7]

    found = clustered_mean([Observation(value, place) for place, value in enumerate(sample)])

    plain = estimate(sample)
    assert (found.value, found.se, found.n) == (
        pytest.approx(plain.value),
        pytest.approx(plain.se),
        plain.n,
    )
    assert found.df == pytest.approx(3)


@given(sample=st.lists(st.floats(-1, 1), min_size=2, max_size=4))
def test_no_interval_leaves_the_span_of_the_values(sample: list[float]):
    observed = [Observation(value, place) for place, value in enumerate(sample)]

    free = clustered_mean(observed).interval
    found = clustered_mean(observed, within=Span(-1, 1)).interval

    assert (found is None) == (free is None)
    if found and free:
        assert (found.low, found.high) == (max(-1.0, free.low), min(1.0, free.high))


def test_t_interval_by_hand():
    found = clustered_mean(values(a=[1.0, 3.0], b=[2.0, 6.0], c=[3.0, 9.0]))

    assert found.interval is not None
    assert (found.value, found.se, found.interval.kind) == (4.0, pytest.approx(2 / math.sqrt(3)), "t")
    assert found.interval.high - 4.0 == pytest.approx(4.302653 * 2 / math.sqrt(3), rel=1e-6)
    assert found.interval.low + found.interval.high == pytest.approx(8.0)


def test_share_interval_stays_between_0_and_1_where_the_t_interval_does_not():
    sample = values(a=[1] * 9 + [0], b=[1] * 10, c=[1] * 10)

    plain, share = clustered_mean(sample).interval, clustered_share(sample).interval

    assert plain is not None and plain.high > 1
    assert share is not None and share.kind == "logit"
    assert 0 < share.low < 29 / 30 < share.high < 1


def test_share_on_which_clusters_agree_has_a_wilson_interval_over_clusters():
    found = clustered_share(values(a=[1, 1, 1], b=[1, 1, 1], c=[1, 1, 1], d=[1, 1, 1]))

    square = 3.182446**2
    assert found.interval is not None and found.interval.kind == "wilson"
    assert found.interval.low == pytest.approx(4 / (4 + square), rel=1e-5)
    assert found.interval.high == pytest.approx(1.0)


def test_mean_on_which_clusters_agree_has_no_interval():
    found = clustered_mean(values(a=[1, 2], b=[2, 1]))

    assert (found.value, found.interval) == (1.5, None)
    assert found.reason == "all clusters agree, so their spread says nothing about the error"


@pytest.mark.parametrize("mean", MEANS)
def test_one_cluster_has_a_mean_and_no_error(mean: Mean):
    found = mean(values(a=[0.0, 1.0, 1.0, 1.0]))

    assert (found.value, found.n, found.observations) == (0.75, 1, 4)
    assert (found.se, found.df, found.interval) == (None, None, None)
    assert found.reason == "one cluster has no error; it takes two of each key"


@pytest.mark.parametrize("mean", MEANS)
def test_one_cluster_of_the_second_key_has_no_error(mean: Mean):
    found = mean([Observation(1.0, "a", "q"), Observation(0.0, "b", "q")])

    assert (found.value, found.n, found.crossed, found.interval) == (0.5, 2, 1, None)


@pytest.mark.parametrize("mean", MEANS)
@pytest.mark.parametrize("sample", [[], [Observation(None, "a")], [Observation(None, "a", "q", failed=True)]])
def test_nothing_has_no_mean_and_says_why(mean: Mean, sample: list[Observation]):
    found = mean(sample)

    assert (found.value, found.se, found.interval, found.n) == (None, None, None, 0)
    assert found.missing + found.failed == len(sample)
    assert found.reason == "nothing was scored"


@pytest.mark.parametrize("mean", MEANS)
def test_missing_and_failed_change_the_counts_alone(mean: Mean):
    known = values(a=[0.1, 0.2], b=[0.4], c=[0.9, 0.3, 0.5])
    lost = [Observation(None, "a"), Observation(None, "d"), Observation(None, "b", failed=True)]

    found = mean([*lost, *known])

    assert found.model_copy(update={"missing": 0, "failed": 0}) == mean(known)
    assert (found.missing, found.failed, found.observations, found.n) == (2, 1, 6, 3)


def test_a_second_key_widens_the_interval_when_questions_differ():
    one = [Observation(float(question), run) for run in range(5) for question in range(10)]
    two = [Observation(float(question), run, question) for run in range(5) for question in range(10)]

    assert clustered_mean(one).se == 0
    assert (clustered_mean(two).se or 0) > 0.8


@pytest.mark.parametrize("level", [0.0, 1.0, 95])
def test_level_is_a_share(level: float):
    with pytest.raises(ValueError, match="level"):
        clustered_mean(values(a=[1.0], b=[2.0]), level=level)


def test_wider_level_contains_the_narrower():
    sample = values(a=[0.1, 0.3], b=[0.4], c=[0.9])

    narrow, wide = (clustered_share(sample, level=level).interval for level in (0.8, 0.99))

    assert narrow is not None and wide is not None
    assert wide.low < narrow.low < narrow.high < wide.high


def test_share_refuses_what_is_none():
    with pytest.raises(ValueError, match=r"1\.5 is no share"):
        clustered_share(values(a=[1.5]))


def test_record_survives_json():
    found = clustered_share(values(a=[0, 1], b=[1, 1], c=[None]))

    assert ClusteredMean.model_validate_json(found.model_dump_json()) == found


def test_plain_estimates_load_no_arrays():
    code = "import sys; import community.statistics.estimate; sys.exit('numpy' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
