import json

import pytest

from community.models.chat import Request
from tests.modules.listener import moment, past, prompt_of, sensible, tagged, wrap


def changed(purpose: str, **fields: object):
    """A sensible model whose replies of one purpose differ."""

    def answer(request: Request) -> str:
        said = sensible(request)
        return json.dumps({**json.loads(said), **fields}) if request.purpose == purpose else said

    return answer


async def test_before_the_first_update_candidates_pass_without_a_call():
    module, model = wrap("tom")

    assert await module.rewrite("Two. (A)", moment()) == "Two. (A)"
    assert model.asked == []


async def test_an_update_goes_from_notes_through_beliefs_to_a_hypothesis():
    module, model = wrap("tom")

    await module.learn(past())

    assert model.purposes == [
        "tom_encode", "tom_introspect", "tom_first_order", "tom_first_order", "tom_synthesize",
    ]  # fmt: skip
    assert module.belief == "Say indeed."
    assert await module.rewrite("Two. (A)", moment()) == "Two. (A) indeed"
    assert tagged(model.text("tom_edit"), "rule") == "Say indeed."


async def test_replies_are_pooled_without_names_against_what_the_newcomer_sent():
    module, model = wrap("tom")

    await module.learn(past())

    asked = model.text("tom_encode")
    assert tagged(asked, "community").count("<message") == 4
    assert "Agent" not in asked
    assert "second words (B)" in tagged(asked, "newcomer")
    assert "third words (B)" not in asked


async def test_each_member_is_asked_about_in_order_and_its_belief_reaches_the_synthesis():
    module, model = wrap("tom")

    await module.learn(past())

    asked = [prompt_of(request) for request in model.asked if request.purpose == "tom_first_order"]
    assert [f"<agent>Agent {n}</agent>" in text for n, text in enumerate(asked, start=1)] == [True, True]
    beliefs = tagged(model.text("tom_synthesize"), "agent_beliefs")
    assert beliefs.index("Agent 1:") < beliefs.index("Agent 2:")
    assert beliefs.count("transmission: strong") == 2


async def test_the_latest_beliefs_are_shown_in_later_prompts():
    module, model = wrap("tom", window=2)
    for index in range(4):
        await module.learn(past(index))

    history = tagged(model.text("tom_introspect"), "history")
    assert [f"interaction: {index}" in history for index in range(4)] == [False, True, True, False]
    assert "It rests on: Agent 1" in model.text("tom_synthesize")


async def test_an_unreadable_synthesis_keeps_the_hypothesis():
    broken = False

    def answer(request: Request):
        return "no idea" if broken and request.purpose == "tom_synthesize" else sensible(request)

    module, _ = wrap("tom", answer)
    await module.learn(past(0))
    broken = True
    await module.learn(past(1))

    assert module.belief == "Say indeed."


async def test_unreadable_beliefs_become_unknowns_and_the_update_goes_on():
    def answer(request: Request):
        return "?" if request.purpose in {"tom_introspect", "tom_first_order"} else sensible(request)

    module, model = wrap("tom", answer)

    await module.learn(past())

    asked = model.text("tom_synthesize")
    assert "norm_belief: unknown" in tagged(asked, "introspection")
    assert tagged(asked, "agent_beliefs").count("enforcement: none") == 2
    assert module.belief == "Say indeed."


async def test_when_nothing_can_be_read_there_is_no_hypothesis():
    module, _ = wrap("tom", lambda request: "?", second_order=True, confidence=True)

    await module.learn(past())

    assert module.belief is None
    assert await module.rewrite("Two. (A)", moment()) == "Two. (A)"


async def test_labels_are_read_in_any_case():
    module, model = wrap("tom", changed("tom_first_order", transmission="Strong ", enforcement="WEAK"))

    await module.learn(past())

    beliefs = tagged(model.text("tom_synthesize"), "agent_beliefs")
    assert beliefs.count("transmission: strong\nenforcement: weak") == 2
    assert model.purposes.count("tom_first_order") == 2


@pytest.mark.parametrize(("gaps", "shown"), [("where", "where"), (None, "none"), (["a", "b"], "a; b")])
async def test_a_single_text_is_read_as_a_list_of_it(gaps: object, shown: str):
    module, model = wrap("tom", changed("tom_introspect", uncertainty_gaps=gaps))

    await module.learn(past())

    assert f"uncertainty_gaps: {shown}" in tagged(model.text("tom_synthesize"), "introspection")
    assert model.purposes.count("tom_introspect") == 1


async def test_second_order_asks_each_member_with_its_belief_and_tells_the_synthesis():
    module, model = wrap("tom", second_order="true")

    await module.learn(past())

    assert len(model.asked) == 7
    assert "norm_belief: Say indeed." in tagged(model.text("tom_second_order"), "agent_belief")
    assert "awareness: unaware" in tagged(model.text("tom_synthesize"), "agent_beliefs")


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("unaware", "show it plainly"),
        ("Partially aware", "in full"),
        ("aware_non_compliant", "no room for doubt"),
        ("compliant", "in the same manner"),
        ("unknown", "to the letter"),
    ],
)
async def test_the_most_frequent_awareness_becomes_an_editing_instruction(label: str, words: str):
    module, model = wrap("tom", changed("tom_second_order", awareness=label), second_order=True)
    await module.learn(past())

    await module.rewrite("Two. (A)", moment())

    assert words in model.text("tom_edit")


async def test_without_second_order_the_edit_says_nothing_of_the_communitys_view():
    module, model = wrap("tom")
    await module.learn(past())

    await module.rewrite("Two. (A)", moment())

    assert "The community thinks" not in model.text("tom_edit")


async def test_confidence_is_asked_for_and_shown_only_in_later_prompts():
    module, model = wrap("tom", confidence=True)
    await module.learn(past(0))
    await module.learn(past(1))
    await module.rewrite("Two. (A)", moment())

    assert len(model.asked) == 11
    assert '"confidence"' in model.text("tom_introspect")
    assert "confidence: 0.70" in tagged(model.text("tom_synthesize"), "agent_beliefs")
    assert "hypothesis_confidence: 0.70" in tagged(model.text("tom_first_order"), "history")
    assert "confidence 0.70" in model.text("tom_edit")


async def test_without_the_option_confidence_appears_nowhere():
    module, model = wrap("tom", second_order=True)
    await module.learn(past(0))
    await module.learn(past(1))
    await module.rewrite("Two. (A)", moment())

    assert not [request for request in model.asked if "confiden" in prompt_of(request).lower()]
