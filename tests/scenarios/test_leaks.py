import json

import pytest

from community.models.calls import Caller
from community.models.seat import Seat
from community.prompts import load_prompts
from community.scenarios import Scenario, list_scenarios, load_taxonomy
from community.scenarios.leaks import PURPOSE, judged_leak, leaks
from community.scenarios.taxonomy import DATA
from tests.models.script import Script
from tests.scenarios.sound import sound, turns

PROMPTS = load_prompts(DATA.parent / "prompts")


def with_turn(text, **changes):
    made = turns()
    made[8] = {"actor": "Cleo", "text": text}
    return Scenario.model_validate(sound(transcript=made, **changes))


@pytest.mark.parametrize("norm", load_taxonomy().norms.values(), ids=list(load_taxonomy().norms))
def test_statement_and_title_are_leaks_of_their_norm(norm):
    for text in (norm.statement, f"mind you: {norm.title.lower()}!", norm.statement.split(".")[0].upper()):
        places = {flaw.place for flaw in leaks(with_turn(text, norm=norm.id))}
        assert places == {("transcript", 8, "text")}, text


@pytest.mark.parametrize(
    "text",
    [
        "The rule here is one word, no caveats.",
        "We never give a caveat, you know that.",
        "around here a greeting is one too many",
        "It's the house rule: no extras added.",
        "no conditions, that's the norm",
    ],
)
def test_talk_of_a_rule_about_what_the_norm_is_about_is_a_leak(text):
    (flaw,) = leaks(with_turn(text))

    assert "speaks of the norm as a rule" in flaw.message


@pytest.mark.parametrize(
    "text",
    [
        "We never got the valve back from Ben.",
        "The rule here is no boots on the carpet.",
        "A word of caution: the pump bites.",
    ],
)
def test_other_talk_is_none(text):
    assert list(leaks(with_turn(text))) == []


@pytest.mark.parametrize("field", ["channel", "setting"])
def test_what_the_subject_sees_besides_turns_is_searched_too(field):
    scenario = Scenario.model_validate(sound(**{field: "Where the rule is one word without extras"}))

    assert [flaw.place for flaw in leaks(scenario)] == [(field,)]


def test_what_the_subject_does_not_see_is_not_searched():
    statement = load_taxonomy().norm("binary_answer_norm").statement

    assert list(leaks(Scenario.model_validate(sound(goal=statement)))) == []


async def test_judge_of_leaks_sees_the_norm_and_all_that_the_subject_sees():
    model = Script(answer=lambda _: json.dumps({"quote": "one word only", "states_norm": True}))
    scenario = list_scenarios()[0]

    leak = await judged_leak(scenario, Seat("Judge", model, Caller(), 0), PROMPTS)

    prompt = "\n".join(message.text for message in model.seen[0].messages)
    assert leak is not None
    assert (leak.states_norm, leak.quote) == (True, "one word only")
    assert model.seen[0].purpose == PURPOSE
    for part in (
        scenario.hidden_norm.statement,
        scenario.channel,
        scenario.setting,
        scenario.cast[0].bio,
        scenario.elicitor.text,
    ):
        assert part in prompt
    assert scenario.goal not in prompt


async def test_judge_of_leaks_that_cannot_be_read_says_nothing():
    model = Script(answer=lambda _: "Hard to say.")

    assert await judged_leak(list_scenarios()[0], Seat("Judge", model, Caller(), 0), PROMPTS) is None
