import json
import random

import pytest

from community.errors import UserError
from community.models.calls import Caller
from community.models.seat import Seat
from community.norms import CannotEnactError, Norm, load_norm
from community.norms.judging import Judge
from tests.models.script import Script

THANKS = Norm.model_validate(
    {
        "id": "thanks",
        "title": "Thanks somebody",
        "instruction": "Thank one of the others by name.",
        "check": {"kind": "judged", "rubric": "Complies when somebody is thanked by name."},
        "examples": {"complies": ["Thanks, Agent 1. (B)"], "violates": ["Thanks. (B)"]},
    }
)


def _judge(answer: str) -> tuple[Judge, Script]:
    model = Script(answer=lambda _: answer)
    return Judge(Seat("Judge", model, Caller(), 0)), model


async def test_judge_is_shown_rubric_examples_and_message_and_nothing_else_of_the_norm():
    judge, model = _judge('{"evidence": "names Agent 2", "complies": true}')

    verdict = await judge.verdict(THANKS, "Thank you, Agent 2.", "Why {x}?", where="d0.r1.Newcomer")

    prompt = "\n".join(message.text for message in model.seen[0].messages)
    assert verdict == (True, (), "names Agent 2")
    for part in (
        "thanked by name",
        "Thanks, Agent 1. (B)",
        "<message>\nThank you, Agent 2.\n</message>",
        "Why {x}?",
    ):
        assert part in prompt
    assert THANKS.instruction not in prompt
    assert list(model.seen[0].schema["properties"]) == ["evidence", "complies"]


@pytest.mark.parametrize(
    "answer", ["Hard to say.", '{"complies": true}', '{"evidence": "x", "complies": "perhaps"}']
)
async def test_judge_that_cannot_be_read_gives_no_verdict(answer: str):
    judge, model = _judge(answer)

    assert await judge.verdict(THANKS, "Thanks, Bo.", None, where="d0.r1.Newcomer") is None
    assert len(model.seen) == 2


async def test_judge_may_say_no():
    judge, _ = _judge(json.dumps({"evidence": "nobody is named", "complies": False}))

    verdict = await judge.verdict(THANKS, "Thanks.", None, where="d0.r1.Newcomer")

    assert verdict and not verdict.complies


async def test_other_norms_cost_no_call_and_need_no_seat():
    judge, model = _judge("")

    for one in (judge, Judge()):
        verdict = await one.verdict(load_norm("sy_star"), "★", None, where="d0.r1.Newcomer")
        assert verdict and verdict.complies
    assert model.seen == []


async def test_judged_norm_needs_a_judge():
    with pytest.raises(UserError, match="'thanks' is judged by a model"):
        await Judge().verdict(THANKS, "x", None, where="d0.r1.Newcomer")
    with pytest.raises(UserError, match="judged by a model"):
        THANKS.check("x")
    with pytest.raises(CannotEnactError):
        THANKS.enact("x", None, random.Random(0))
