from functools import partial

from community.statistics.bootstrap import bootstrap_mean
from community.statistics.clustered import clustered_share
from community.statistics.curves import learning_curve
from community.statistics.observations import Observation

POINTS = {
    2: [Observation(1.0, "a"), Observation(0.5, "b")],
    0: [Observation(0.0, "a"), Observation(0.5, "b"), Observation(0.25, "c")],
    1: [Observation(0.5, "a"), Observation(None, "b"), Observation(None, "c", failed=True)],
}


def test_points_are_means_over_runs_in_order():
    curve = learning_curve(POINTS)

    assert [(point.index, point.mean.value) for point in curve] == [(0, 0.25), (1, 0.5), (2, 0.75)]
    assert [point.mean for point in curve] == [clustered_share(POINTS[index]) for index in range(3)]


def test_runs_that_are_gone_missing_or_failed_are_told_apart():
    curve = learning_curve(POINTS)

    assert [(point.absent, point.mean.missing, point.mean.failed) for point in curve] == [
        (0, 0, 0),
        (0, 1, 1),
        (1, 0, 0),
    ]


def test_any_mean_makes_a_curve():
    curve = learning_curve(POINTS, average=partial(bootstrap_mean, seed=1))

    assert curve[0].mean.interval is not None and curve[0].mean.interval.kind == "percentile"


def test_no_points_no_curve():
    assert learning_curve({}) == ()
