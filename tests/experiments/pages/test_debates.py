import pytest

from community.debate import DebateConfig
from community.experiments.debates.chapters import chapter
from community.experiments.pages.debates.transcript import debate_of_page
from tests.experiments.staged import STAR, end, exchanges, message, question, run, steps


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


def test_debate_of_page_shows_a_round_that_is_not_on_the_schedule() -> None:
    events = [question(0, (False,)), message(0, 99, "Newcomer", "(B)"), end(0, 1.0)]

    (only,) = debate_of_page(chapter(events, 1), DebateConfig(rounds=1)).rounds

    assert (only.number, only.participates, len(only.messages)) == (99, True, 1)


def test_debate_of_page_has_a_rewriting_as_edits() -> None:
    events = [question(0), message(0, 1, "Newcomer", f"{STAR} I say (B)", candidate="I say (B)"), end(0, 1.0)]

    (only,) = debate_of_page(chapter(events, 1), DebateConfig(rounds=1)).rounds[0].messages

    assert only.edits == (("added", f"{STAR} "), ("kept", "I say (B)"))
    assert only.pieces[0] == (STAR, "follows")
