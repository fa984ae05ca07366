import math

import pytest

from community.statistics.observations import Observation, tabulate


def test_tabulate_sums_known_values_and_counts_the_rest():
    cells = tabulate(
        [
            Observation(1.0, "a"),
            Observation(3.0, "a"),
            Observation(5.0, "b"),
            Observation(None, "b"),
            Observation(None, "c", failed=True),
        ]
    )

    assert cells.sums.tolist() == [[4.0], [5.0]]
    assert cells.sizes.tolist() == [[2.0], [1.0]]
    assert (cells.observations, cells.clusters, cells.crossed) == (3, 2, None)
    assert (cells.missing, cells.failed) == (1, 1)


def test_tabulate_crosses_two_keys():
    cells = tabulate([Observation(1.0, "a", "q"), Observation(2.0, "b", "r"), Observation(4.0, "b", "r")])

    assert cells.sums.tolist() == [[1.0, 0.0], [0.0, 6.0]]
    assert cells.sizes.tolist() == [[1.0, 0.0], [0.0, 2.0]]
    assert (cells.clusters, cells.crossed, cells.fewest) == (2, 2, 2)


def test_tabulate_of_nothing_has_no_cluster():
    cells = tabulate([])

    assert (cells.observations, cells.clusters, cells.crossed, cells.missing) == (0, 0, None, 0)


def test_tabulate_refuses_a_second_key_on_some_only():
    with pytest.raises(ValueError, match="second key"):
        tabulate([Observation(1.0, "a", "q"), Observation(1.0, "a")])


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_value_is_finite(value: float):
    with pytest.raises(ValueError, match="finite"):
        Observation(value, "a")


def test_what_failed_has_no_value():
    with pytest.raises(ValueError, match="failed"):
        Observation(1.0, "a", failed=True)
