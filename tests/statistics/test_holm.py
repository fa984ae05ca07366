from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.statistics.holm import holm

families = st.lists(st.floats(0, 1), max_size=8)


def test_holm_by_hand():
    found = holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005})

    assert found == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02})


def test_comparison_without_p_is_not_counted():
    assert holm({"a": 0.02, "b": None}) == {"a": 0.02, "b": None}


@given(families)
def test_holm_lies_between_the_raw_p_and_bonferroni_and_keeps_the_order(p_values: list[float]):
    family = {str(number): p for number, p in enumerate(p_values)}

    found = {name: p for name, p in holm(family).items() if p is not None}

    assert [*found] == [*family]
    assert all(family[name] <= p <= min(1.0, len(family) * family[name]) + 1e-12 for name, p in found.items())
    ordered = sorted(family, key=family.__getitem__)
    assert all(found[a] <= found[b] for a, b in pairwise(ordered))
