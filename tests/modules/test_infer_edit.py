from community.models.chat import Request
from tests.modules.listener import moment, past, reply, sensible, tagged, wrap


async def test_before_any_inference_the_edit_is_made_with_a_default_description():
    module, model = wrap("infer_edit")

    assert await module.rewrite("Two. (A)", moment()) == "Two. (A) indeed"
    assert tagged(model.text("infer_edit_edit"), "rule") == "No rule is known yet."
    assert module.belief is None


async def test_the_rule_is_inferred_from_what_the_community_said():
    module, model = wrap("infer_edit")

    await module.learn(past())

    transcripts = tagged(model.text("infer_edit_infer"), "transcripts")
    assert "It is 2 indeed. (A)" in transcripts
    assert "Newcomer" not in transcripts
    assert module.belief == "Say indeed."
    await module.rewrite("Two. (A)", moment())
    assert tagged(model.text("infer_edit_edit"), "rule") == "Say indeed."


async def test_guesses_older_than_the_window_are_shown_and_younger_ones_are_not():
    guesses = iter(f"Guess {number}." for number in range(9))
    module, model = wrap("infer_edit", lambda request: next(guesses), window=2)

    shown: list[str] = []
    for index in range(6):
        await module.learn(past(index))
        shown.append(tagged(model.text("infer_edit_infer"), "history"))

    assert shown == [
        "none", "none", "none", "Guess 0.", "Guess 0.\nGuess 1.", "Guess 1.\nGuess 2.",
    ]  # fmt: skip
    assert module.belief == "Guess 5."


async def test_a_torn_inference_keeps_the_earlier_rule():
    torn = False

    def answer(request: Request):
        return reply("Say no", finish="length") if torn else sensible(request)

    module, _ = wrap("infer_edit", answer)
    await module.learn(past())
    torn = True
    await module.learn(past(1))

    assert module.belief == "Say indeed."
