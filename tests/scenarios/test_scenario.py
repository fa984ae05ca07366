import pytest

from community.errors import UserError
from community.scenarios import Scenario, load_taxonomy
from community.scenarios.scenario import structural_flaws
from tests.scenarios.sound import sound


def test_scenario_gives_its_parts():
    scenario = Scenario.model_validate(sound())

    assert scenario.elicitor.text == "@Dora is the valve shut?"
    assert len(scenario.prior) == 21
    assert [turn.text for turn in scenario.demonstrations] == ["yes", "No.", "nope"]
    assert scenario.member("Ben").bio == "Ben minds a pump."
    assert list(structural_flaws(scenario)) == []


def test_twin_has_the_same_elicitor_and_no_demonstration():
    scenario = Scenario.model_validate(sound())

    twin = scenario.without_demonstrations()

    assert twin.demonstrations == ()
    assert twin.elicitor == scenario.elicitor
    assert twin.prior == tuple(turn for turn in scenario.prior if not turn.demonstrates)


def test_without_marks_there_is_no_twin():
    twin = Scenario.model_validate(sound()).without_demonstrations()

    with pytest.raises(UserError, match="no turn is marked"):
        twin.without_demonstrations()


def test_own_statement_and_example_replace_those_of_the_taxonomy():
    norm = load_taxonomy().norm("binary_answer_norm")
    example = {"elicitor": "?", "complies": "y", "breaches": "n"}

    plain = Scenario.model_validate(sound()).hidden_norm
    own = Scenario.model_validate(sound(statement="One word.", example=example)).hidden_norm

    assert plain == norm
    assert (own.statement, own.example.complies, own.rule) == ("One word.", "y", norm.rule)


def test_somebody_outside_the_cast_is_named():
    with pytest.raises(UserError, match="'Zoe' is not in the cast"):
        Scenario.model_validate(sound()).member("Zoe")
