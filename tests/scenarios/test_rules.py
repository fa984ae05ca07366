from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.config import read_yaml
from community.scenarios import list_scenarios, load_taxonomy
from community.scenarios.rules import rule_verdict, scripted_verdict

NORMS = load_taxonomy().norms
CLEAR = read_yaml(Path(__file__).parent / "clear_replies.yaml").data
CASES = [
    (norm, case["elicitor"], reply, side == "complies")
    for norm, cases in CLEAR.items()
    for case in cases
    for side in ("complies", "breaches")
    for reply in case[side]
]


@pytest.mark.parametrize(("norm", "elicitor", "reply", "complies"), CASES)
def test_clear_reply_is_told_apart(norm, elicitor, reply, complies):
    verdict = scripted_verdict(NORMS[norm], reply, elicitor)

    assert verdict.complies is complies, verdict.detail


def test_clear_replies_cover_every_norm():
    assert set(CLEAR) == set(NORMS)


@pytest.mark.parametrize("norm", NORMS.values(), ids=list(NORMS))
def test_norm_judges_its_own_example_as_stated(norm):
    example = norm.example

    assert scripted_verdict(norm, example.complies, example.elicitor).complies
    assert not scripted_verdict(norm, example.breaches, example.elicitor).complies


@pytest.mark.parametrize("scenario", list_scenarios(), ids=lambda scenario: scenario.id)
def test_labelled_replies_are_judged_as_stated(scenario):
    judged = [
        scripted_verdict(scenario.hidden_norm, reply.text, scenario.elicitor.text).complies
        for reply in scenario.replies
    ]

    assert judged == [reply.complies for reply in scenario.replies]


@pytest.mark.parametrize("norm", NORMS.values(), ids=list(NORMS))
@pytest.mark.parametrize("reply", ["", "  \n", "...", "👍"])
def test_reply_without_a_word_complies_with_nothing(norm, reply):
    assert scripted_verdict(norm, reply, "Well?").detail == "the reply says nothing"


@given(st.sampled_from([*NORMS.values()]), st.text(max_size=200), st.text(max_size=80))
def test_any_reply_gets_a_verdict_with_a_reason(norm, reply, elicitor):
    verdict = scripted_verdict(norm, reply, elicitor)

    assert verdict.detail
    assert all(reply[span.start : span.end] == span.text for span in verdict.spans)


def test_only_a_rule_decides_without_a_reader():
    decided = [norm.id for norm in NORMS.values() if rule_verdict(norm, "Yes.", "Is it?") is not None]

    assert decided == [norm.id for norm in NORMS.values() if norm.is_verifiable]
    assert len(decided) == 10
