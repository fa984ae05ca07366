import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.statistics.agreement import Agreement, agreement

labels = st.sampled_from(["yes", "no", "unclear", None])
ratings = st.lists(st.tuples(labels, labels), max_size=30)


def test_kappa_by_hand():
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15

    found = agreement(first, second)

    assert (found.n, found.accuracy) == (50, 0.7)
    assert found.kappa == pytest.approx(0.4)
    assert found.confusion == {"no": {"no": 15, "yes": 10}, "yes": {"no": 5, "yes": 20}}


def test_missing_labels_are_counted_by_rater():
    found = agreement(["a", None, "b", None, "b", None], ["a", "b", None, None, "a", "a"])

    assert (found.n, found.accuracy) == (2, 0.5)
    assert (found.missing_first, found.missing_second, found.missing_both) == (2, 1, 1)


def test_raters_of_one_label_have_no_kappa():
    found = agreement(["a", "a"], ["a", "a"])

    assert (found.accuracy, found.kappa) == (1.0, None)
    assert found.reason == "both raters use one and the same label only"


def test_a_rater_of_one_label_agrees_as_by_chance():
    assert agreement(["a", "a", "a"], ["a", "b", "a"]).kappa == pytest.approx(0)


def test_nothing_labelled_by_both_has_no_number():
    found = agreement(["a", None], [None, "b"])

    assert (found.accuracy, found.kappa, found.confusion) == (None, None, {})
    assert found.reason == "nothing was labelled by both"


def test_raters_have_the_same_things():
    with pytest.raises(ValueError, match="shorter"):
        agreement(["a", "b"], ["a"])


@given(ratings)
def test_nothing_is_lost_and_raters_may_be_swapped(pairs: list[tuple[str | None, str | None]]):
    first, second = [one for one, _ in pairs], [two for _, two in pairs]

    found, swapped = agreement(first, second), agreement(second, first)

    assert found.n + found.missing_first + found.missing_second + found.missing_both == len(pairs)
    assert found.n == sum(count for row in found.confusion.values() for count in row.values())
    assert (swapped.accuracy, swapped.missing_first) == (found.accuracy, found.missing_second)
    assert swapped.kappa == pytest.approx(found.kappa)
    assert found.kappa is None or found.kappa <= (found.accuracy or 0)
    assert Agreement.model_validate_json(found.model_dump_json()) == found
