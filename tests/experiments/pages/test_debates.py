from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.agents.verdicts import NormVerdict, SpanRecord
from community.debate import DebateConfig
from community.experiments.debates.chapters import chapter
from community.experiments.pages.debates import debate_of_page, edits, pieces
from tests.experiments.staged import STAR, end, exchanges, message, question, run, steps

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


@given(TEXT, st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50), st.booleans()), max_size=5))
def test_pieces_are_the_text(text: str, spans: list[tuple[int, int, bool]]) -> None:
    verdicts = [verdict(text, complies, (start, stop)) for start, stop, complies in spans]

    assert "".join(piece.text for piece in pieces(text, verdicts)) == text


@given(TEXT, TEXT)
def test_edits_lead_from_one_text_to_the_other(before: str, after: str) -> None:
    found = list(edits(before, after))

    assert "".join(edit.text for edit in found if edit.kind != "added") == before
    assert "".join(edit.text for edit in found if edit.kind != "removed") == after


def test_edits_of_very_long_texts_are_not_compared() -> None:
    before, after = "a " * 3_000, "b " * 3_000

    assert list(edits(before, after)) == [("removed", before), ("added", after)]


def test_debate_of_page_tells_what_reached_the_newcomer() -> None:
    events = run(steps(0, "refused"))

    page = debate_of_page(chapter(events, 1), DebateConfig(rounds=1))

    assert [each.number for each in page.rounds] == [0, 1, 2]
    assert [each.final for each in page.rounds] == [False, False, True]
    assert page.rounds[0].acts == ()
    assert {(act.outcome, act.text, act.amiss) for act in page.rounds[1].acts} == {
        ("refused", "No response.", False)
    }


@pytest.mark.parametrize("shown", [True, False])
def test_debate_of_page_says_when_the_prompt_of_an_observer_shows_nothing(shown: bool) -> None:
    config = DebateConfig(rounds=1, observation_shares_reasoning=shown)

    page = debate_of_page(chapter(run(steps(0, "observed")), 1), config)

    assert [each.unseen for each in page.rounds] == [False, not shown, False]


@pytest.mark.parametrize(
    ("outcome", "complied", "condition", "amiss"),
    [
        ("refused", True, "gated", True),
        ("refused", False, "gated", False),
        ("shared", False, "gated", True),
        ("shared", False, "open", False),
        ("shared", True, "gated", False),
    ],
)
def test_debate_of_page_marks_enforcement_gone_wrong(
    outcome: str, complied: bool, condition: str, amiss: bool
) -> None:
    events = [question(0), *exchanges(0, 1, outcome, complied=complied), end(0, 1.0)]

    page = debate_of_page(
        chapter(events, 1), DebateConfig.model_validate({"rounds": 1, "condition": condition})
    )

    assert {act.amiss for act in page.rounds[0].acts} == {amiss}


def test_debate_of_page_has_a_rewriting_as_edits() -> None:
    events = [question(0), message(0, 1, "Newcomer", f"{STAR} I say (B)", candidate="I say (B)"), end(0, 1.0)]

    (only,) = debate_of_page(chapter(events, 1), DebateConfig(rounds=1)).rounds[0].messages

    assert only.edits == (("added", f"{STAR} "), ("kept", "I say (B)"))
    assert only.pieces[0] == (STAR, "follows")
