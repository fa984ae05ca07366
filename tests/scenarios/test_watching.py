"""The chat as a module sees it."""

import pytest

from community.modules.observation import Utterance
from community.scenarios import Scenario, Turn
from community.scenarios.watching import watched
from tests.scenarios.staging import some_scenarios

SCENARIOS = some_scenarios(6)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_module_hears_the_whole_chat_in_order_and_nothing_else(scenario: Scenario) -> None:
    seen = watched(scenario, 4)

    heard = [said for turn in seen.rounds for said in turn.heard]
    assert heard == [Utterance(turn.actor, turn.text) for turn in scenario.transcript]
    assert (seen.index, seen.opening) == (4, "")
    assert scenario.subject not in seen.members
    assert all(not turn.participated and turn.sent is None and not turn.wrote for turn in seen.rounds)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_nobody_speaks_twice_in_a_round_and_the_last_is_what_is_to_be_answered(scenario: Scenario) -> None:
    rounds = watched(scenario, 0).rounds

    assert [turn.number for turn in rounds] == list(range(1, len(rounds) + 1))
    for turn in rounds:
        assert len({said.speaker for said in turn.heard}) == len(turn.heard)
    assert [said.text for said in rounds[-1].heard] == [scenario.elicitor.text]


def test_round_ends_where_a_member_would_speak_again() -> None:
    turns = tuple(Turn(actor=actor, text="hm") for actor in "ABACBAB")
    rounds = watched(SCENARIOS[0].model_copy(update={"transcript": turns}), 0).rounds

    assert ["".join(said.speaker for said in turn.heard) for turn in rounds] == ["AB", "ACB", "A", "B"]
