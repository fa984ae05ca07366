import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.agents.verdicts import NormVerdict, SpanRecord
from community.experiments.pages.texts import edits, pieces, quoted

TEXT = st.text(alphabet="ab \n\N{BLACK STAR}\N{GRINNING FACE}", max_size=40)


def verdict(text: str, complies: bool, *spans: tuple[int, int]) -> NormVerdict:
    cut = tuple(SpanRecord(start=start, end=stop, text=text[start:stop]) for start, stop in spans)
    return NormVerdict(norm="n", complies=complies, spans=cut, detail="")


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([], [("abcdef", None)]),
        ([verdict("abcdef", True, (1, 2))], [("a", None), ("b", "follows"), ("cdef", None)]),
        ([verdict("abcdef", True, (0, 6))], [("abcdef", "follows")]),
        (
            [verdict("abcdef", True, (0, 3)), verdict("abcdef", False, (2, 5))],
            [("ab", "follows"), ("c", "breaks"), ("de", "breaks"), ("f", None)],
        ),
    ],
)
def test_pieces_are_cut_where_verdicts_point(
    verdicts: Sequence[NormVerdict], expected: list[tuple[str, str | None]]
) -> None:
    assert list(pieces("abcdef", verdicts)) == expected


@given(TEXT, st.lists(st.tuples(st.integers(-9, 50), st.integers(-9, 50), st.booleans()), max_size=5))
def test_pieces_are_the_text(text: str, spans: list[tuple[int, int, bool]]) -> None:
    verdicts = [verdict(text, complies, (start, stop)) for start, stop, complies in spans]

    assert "".join(piece.text for piece in pieces(text, verdicts)) == text


def test_a_message_full_of_spans_is_cut_in_no_time() -> None:
    text = "\N{BLACK STAR} " * 10_000
    starred = verdict(text, True, *((at, at + 1) for at in range(0, len(text), 2)))
    begun = time.perf_counter()

    cut = list(pieces(text, [starred]))

    assert len(cut) == len(text)
    assert time.perf_counter() - begun < 10


@pytest.mark.parametrize(
    ("words", "complies", "expected"),
    [
        ('"sure"', False, [("Oh, ", None), ("sure", "breaks"), (", sure.", None)]),
        ("“Oh, sure, sure.”", True, [("Oh, sure, sure", "follows"), (".", None)]),
        ("Nothing stands out.", True, [("Oh, sure, sure.", None)]),
        ("sure", None, [("Oh, ", None), ("sure", None), (", sure.", None)]),
        ("", False, [("Oh, sure, sure.", None)]),
    ],
)
def test_quotations_are_marked_where_they_stand(
    words: str, complies: bool | None, expected: list[tuple[str, str | None]]
) -> None:
    assert list(quoted("Oh, sure, sure.", words, complies=complies)) == expected


@given(TEXT, TEXT)
def test_quotations_leave_the_text_as_it_is(text: str, words: str) -> None:
    assert "".join(piece.text for piece in quoted(text, words, complies=True)) == text


@given(TEXT, TEXT)
def test_edits_lead_from_one_text_to_the_other(before: str, after: str) -> None:
    found = list(edits(before, after))

    assert "".join(edit.text for edit in found if edit.kind != "added") == before
    assert "".join(edit.text for edit in found if edit.kind != "removed") == after


def test_edits_of_very_long_texts_are_not_compared() -> None:
    before, after = "a " * 3_000, "b " * 3_000

    assert list(edits(before, after)) == [("removed", before), ("added", after)]
