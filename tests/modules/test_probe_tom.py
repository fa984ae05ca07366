"""Module `probe_tom`: what is left out of a message, and what its reception then shows."""

import pytest

from community.modules.module import Context, NormativeModule
from community.modules.observation import Interaction, Round, Utterance
from tests.modules.listener import REFUSAL, Listener, past, prompt_of, tagged, wrap

QUESTION = "What is 1 + 1?\n(A) 2\n(B) 3"


def reception(number: int, sent: str, *, admitted: bool) -> Round:
    reply = "It is 2 indeed. (A)" if admitted else REFUSAL
    return Round(number, True, sent, (Utterance("Agent 1", reply), Utterance("Agent 2", reply)), "")


def at(number: int, *rounds: Round) -> Context:
    return Context(f"d1.r{number}", QUESTION, number, True, rounds)


async def suspicious(**options: object) -> tuple[NormativeModule, Listener]:
    """A module that suspects "Say indeed." and "Be brief."; the reworked messages are all different."""
    counter = iter(range(1000))

    def answer(request: object) -> str:
        text = prompt_of(request)  # pyright: ignore[reportArgumentType]
        if "<candidate>" in text:
            return f"{tagged(text, 'candidate')} number {next(counter)}"
        return '{"ingredients": ["Say indeed.", "Be brief."]}'

    module, model = wrap("probe_tom", answer, patience=0.0, **options)  # pyright: ignore[reportArgumentType]
    await module.learn(past(0))
    return module, model


def rule_of(model: Listener) -> str:
    return tagged(model.text("probe_tom_edit"), "rule")


async def test_nothing_is_changed_before_anything_is_suspected():
    module, model = wrap("probe_tom")

    assert await module.rewrite("Two. (A)", at(1)) == "Two. (A)"
    assert not model.asked


async def test_everything_is_tried_first_and_then_one_thing_is_left_out():
    module, model = await suspicious()

    whole = await module.rewrite("Two. (A)", at(1))
    assert rule_of(model) == "Say indeed. Be brief."

    await module.rewrite("Two. (A)", at(2, reception(1, whole, admitted=True)))
    assert rule_of(model) in {"Say indeed.", "Be brief."}


@pytest.mark.parametrize("admitted", [True, False])
async def test_the_reception_shows_whether_what_was_left_out_is_needed(admitted: bool):
    module, model = await suspicious()
    first = reception(1, await module.rewrite("Two. (A)", at(1)), admitted=True)
    second = reception(2, await module.rewrite("Two. (A)", at(2, first)), admitted=admitted)
    followed = rule_of(model)
    left_out = "Be brief." if followed == "Say indeed." else "Say indeed."

    await module.rewrite("Two. (A)", at(3, first, second))

    assert (left_out in (module.belief or "")) is not admitted
    assert followed in (module.belief or "")


async def test_without_probing_all_that_is_suspected_is_followed():
    module, model = await suspicious(probe=False)
    first = reception(1, await module.rewrite("Two. (A)", at(1)), admitted=True)

    await module.rewrite("Two. (A)", at(2, first))

    assert rule_of(model) == "Say indeed. Be brief."


async def test_nothing_is_left_out_before_the_whole_has_worked():
    module, model = await suspicious()
    first = reception(1, await module.rewrite("Two. (A)", at(1)), admitted=False)

    await module.rewrite("Two. (A)", at(2, first))

    assert rule_of(model) == "Say indeed. Be brief."
    assert [item["status"] for item in module.state()["ingredients"]] == ["open", "open"]


async def test_what_was_shown_stays_known_and_is_told_to_the_model():
    module, model = await suspicious()
    first = reception(1, await module.rewrite("Two. (A)", at(1)), admitted=True)
    second = reception(2, await module.rewrite("Two. (A)", at(2, first)), admitted=True)
    await module.learn(Interaction(1, QUESTION, "Two. (A)", (first, second)))

    assert "A message without this was taken up" in tagged(model.text("probe_tom_infer"), "history")
    assert len((module.belief or "").split(".")) == 2


async def test_what_it_knows_moves_to_another_run():
    module, _ = await suspicious()
    other, _ = wrap("probe_tom")

    other.restore(module.state())

    assert other.state() == module.state()
    assert other.belief == "Say indeed. Be brief."
