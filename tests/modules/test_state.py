"""Whatever a module knows survives JSON: stopping, saving and going on is the same as never stopping."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from community.modules.module import NormativeModule
from community.modules.observation import Interaction
from tests.modules.listener import Listener, moment, past, prompt_of, wrap

MODULES: list[tuple[str, dict[str, Any]]] = [
    ("none", {"window": 2}),
    ("direct_edit", {"window": 3, "sample": 2}),
    ("infer_edit", {"window": 2}),
    ("contrastive", {"window": 2}),
    ("tom", {"window": 2}),
    ("tom", {"second_order": True, "confidence": True}),
]

interactions = st.lists(
    st.builds(past, st.integers(0, 9), heard=st.text(max_size=20), refused=st.booleans()), max_size=5
)


async def live(module: NormativeModule, past_ones: list[Interaction]) -> list[str]:
    sent: list[str] = []
    for position, interaction in enumerate(past_ones):
        sent.append(await module.rewrite("Two. (A)", moment(f"d{position}.r1")))
        await module.learn(interaction)
    return sent


def prompts(model: Listener) -> list[str]:
    return [prompt_of(request) for request in model.asked]


@pytest.mark.parametrize(("name", "options"), MODULES)
@settings(max_examples=15, deadline=None)
@given(before=interactions, after=interactions)
async def test_going_on_from_saved_state_is_the_same_as_going_straight_through(
    name: str, options: dict[str, Any], before: list[Interaction], after: list[Interaction]
):
    straight, heard = wrap(name, **options)
    await live(straight, before)
    saved = json.dumps(straight.state())
    heard.asked.clear()
    resumed, heard_again = wrap(name, **options)
    resumed.restore(json.loads(saved))

    assert resumed.belief == straight.belief
    assert await live(resumed, after) == await live(straight, after)
    assert resumed.state() == straight.state()
    assert prompts(heard_again) == prompts(heard)


@pytest.mark.parametrize(("name", "options"), MODULES)
async def test_state_is_json_that_comes_back_as_it_was(name: str, options: dict[str, Any]):
    module, _ = wrap(name, **options)
    await live(module, [past(0), past(1)])

    assert json.loads(json.dumps(module.state())) == module.state()
