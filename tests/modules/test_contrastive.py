import pytest

from community.models.chat import Request
from tests.modules.listener import REFUSAL, moment, past, reply, sensible, tagged, wrap


async def test_before_the_first_rule_candidates_pass_without_a_call():
    module, model = wrap("contrastive")

    assert await module.rewrite("Two. (A)", moment()) == "Two. (A)"
    assert model.asked == []


async def test_rounds_taken_part_in_are_classified_by_their_replies():
    module, model = wrap("contrastive")

    await module.learn(past())

    assert model.purposes == ["contrastive_classify", "contrastive_infer"]
    asked = model.text("contrastive_classify")
    assert "What is 0 + 2?" in tagged(asked, "question")
    assert tagged(asked, "community").count(REFUSAL) == 2
    assert "words (B)" not in asked


async def test_watched_and_admitted_rounds_stand_against_refused_ones():
    module, model = wrap("contrastive")
    await module.learn(past(0, refused=True))
    await module.learn(past(1, refused=False))

    shown = model.text("contrastive_refine")
    admitted, refused = tagged(shown, "admitted"), tagged(shown, "refused")
    assert admitted.count("--- Round") == 3
    assert refused.count("--- Round") == 1
    assert REFUSAL in refused
    assert REFUSAL not in admitted
    assert "second words (B)" in refused
    assert "second words (B)" in admitted


async def test_without_a_refusal_that_side_is_shown_empty():
    module, model = wrap("contrastive")

    await module.learn(past(refused=False))

    assert tagged(model.text("contrastive_infer"), "refused") == "none yet"


async def test_the_first_rule_is_inferred_and_later_ones_refine_it():
    module, model = wrap("contrastive")
    await module.learn(past(0))
    await module.learn(past(1))

    assert model.purposes.count("contrastive_infer") == 1
    assert tagged(model.text("contrastive_refine"), "rule") == "Say indeed."
    assert module.belief == "Say indeed."
    assert await module.rewrite("Two. (A)", moment()) == "Two. (A) indeed"


async def test_without_a_rule_the_next_update_infers_again():
    module, model = wrap("contrastive", lambda request: "")

    await module.learn(past(0))
    await module.learn(past(1))

    assert model.purposes.count("contrastive_infer") == 2
    assert module.belief is None


@pytest.mark.parametrize(
    ("said", "admitted"),
    [
        ("Yes", True),
        ("**Yes.**", True),
        ("Answer: yes", True),
        ("No", False),
        ("Notably so", False),
        ("", False),
    ],
)
async def test_a_classification_is_a_yes_or_a_refusal(said: str, admitted: bool):
    def answer(request: Request):
        return said if request.purpose == "contrastive_classify" else sensible(request)

    module, model = wrap("contrastive", answer)
    await module.learn(past(refused=False))

    assert tagged(model.text("contrastive_infer"), "admitted").count("--- Round") == (2 if admitted else 1)


async def test_the_rule_survives_a_torn_refinement():
    def answer(request: Request):
        return (
            reply("Rule: Say", finish="length") if request.purpose.endswith("refine") else sensible(request)
        )

    module, _ = wrap("contrastive", answer)
    await module.learn(past(0))
    await module.learn(past(1))

    assert module.belief == "Say indeed."
