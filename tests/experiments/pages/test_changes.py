from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.experiments.pages.changes import Versions, change
from community.records import Record
from tests.experiments.pages.conftest import changed

LEAVES = st.none() | st.integers() | st.text(max_size=3)
VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner),
    max_leaves=8,
)


class Said(Record):
    words: tuple[str, ...]


@given(VALUES, VALUES)
def test_a_change_makes_one_value_into_the_other(old: Any, new: Any) -> None:
    assert changed(old, change(old, new)) == new
    assert change(old, old) is None


def test_only_what_is_new_since_a_version_is_sent() -> None:
    versions = Versions()
    versions.news("", "1", Said(words=("a", "b")), {0: Said(words=("x",)), 1: Said(words=())})

    news = versions.news("1", "2", Said(words=("a", "b")), {1: Said(words=("y",)), 2: Said(words=())})

    assert news.page is None
    assert news.transcripts == {1: {"in": {"words": {"in": {}, "more": ["y"]}}}, 2: {"is": {"words": []}}}


@pytest.mark.parametrize("seen", ["", "of another server", "0"])
def test_whoever_has_seen_no_version_that_is_kept_gets_all(seen: str) -> None:
    versions = Versions()
    for version in range(9):
        versions.news("", str(version), Said(words=()))

    assert versions.news(seen, "9", Said(words=("a",))).page == {"is": {"words": ["a"]}}
