"""Replies overlap so well that the endpoint's limit is all that bounds a run."""

import math
import time
from collections.abc import Sequence

from community.models import ModelOptions, connect
from community.models.calls import Caller, CallKey
from community.models.chat import ChatModel
from community.models.limits import Limits
from community.parallel import together
from community.scenarios.config import CONDITIONS
from tests.loopback import Json, Loopback
from tests.models.script import request
from tests.scenarios.staging import judgement, played, some_scenarios, staged

LATENCY = 0.2
LIMIT = 16
ROOM = 1.25


def answer(messages: Sequence[Json]) -> str:
    """What a judge says fits its schema; whatever else is asked gets prose."""
    judging = '"complies"' in messages[0]["content"]
    return judgement() if judging else "Right."


def endpoint(loopback: Loopback) -> ChatModel:
    loopback.replies, loopback.latency = answer, LATENCY
    return connect(f"openai:tiny@{loopback.openai_url}", ModelOptions(parallel=LIMIT))


async def seconds_of_bare_calls(model: ChatModel, number: int) -> float:
    """What the client and this machine make of so many calls that wait for nothing but the limit."""
    caller, started = Caller(limits=Limits()), time.monotonic()
    await together(caller.call(model, request(), CallKey("bare", "nobody", "none", n)) for n in range(number))
    return time.monotonic() - started


async def test_run_takes_little_longer_than_its_calls_at_the_limit(loopback: Loopback) -> None:
    model, scenarios = endpoint(loopback), some_scenarios(12)
    bound = max(LATENCY * math.ceil(96 / LIMIT), await seconds_of_bare_calls(model, 96))

    async def seconds_of_a_run() -> float:
        evaluation = staged(scenarios, subject=model, judge=model, conditions=CONDITIONS[:4], trials=1)
        started = time.monotonic()
        events = await played(evaluation)
        assert [event.complies for event in events] == [True] * 48
        return time.monotonic() - started

    took = await seconds_of_a_run()
    assert len(loopback.chats) == 96 + 96
    assert loopback.peak == LIMIT
    if took > ROOM * bound:  # the machine may have been busy with something else
        took = await seconds_of_a_run()
    await model.aclose()
    assert took <= ROOM * bound
