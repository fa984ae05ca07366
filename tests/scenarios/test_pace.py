"""Replies overlap so well that the endpoints' limits are all that bounds a run, in a time that only waiting passes."""

import asyncio
import math
from typing import Any

import pytest

from community.models import ModelOptions, connect
from community.models.chat import ChatModel, Request
from community.scenarios.config import CONDITIONS
from community.scenarios.evaluation import Evaluation
from tests.loopback import Loopback
from tests.models.script import Script
from tests.scenarios.dreaming import seconds
from tests.scenarios.staging import judgement, model, played, some_scenarios, staged

LATENCY = 0.2
LIMIT = 16
SCENARIOS = some_scenarios(24)


def slow(answer: str, latency: float, *, endpoint: str = "test", limit: int = LIMIT) -> Script:
    return model(answer, latency=latency, endpoint=endpoint, parallel=limit)


def whole(subject: ChatModel, judge: ChatModel, **options: Any) -> Evaluation:
    """A run of some hundred replies."""
    return staged(SCENARIOS, subject=subject, judge=judge, conditions=CONDITIONS[:4], **options)


def test_one_endpoint_is_busy_all_the_time() -> None:
    subject, judge = slow("Right.", LATENCY), slow(judgement(), LATENCY)

    took = seconds(lambda: played(whole(subject, judge)))

    calls = len(subject.seen) + len(judge.seen)
    assert calls == 2 * 4 * len(SCENARIOS)
    assert took <= 1.05 * LATENCY * math.ceil(calls / LIMIT)


@pytest.mark.parametrize(("of_subject", "of_judge"), [(0.2, 0.2), (0.05, 0.4), (0.4, 0.05)])
def test_of_two_endpoints_the_slower_is_busy_all_the_time(of_subject: float, of_judge: float) -> None:
    subject = slow("Right.", of_subject, endpoint="one")
    judge = slow(judgement(), of_judge, endpoint="two", limit=4)

    took = seconds(lambda: played(whole(subject, judge)))

    replies = len(subject.seen)
    bound = max(of_subject * math.ceil(replies / LIMIT), of_judge * math.ceil(replies / 4))
    assert took <= 1.10 * (bound + min(of_subject, of_judge))


def test_a_straggler_at_the_head_holds_up_nobody() -> None:
    class Uneven(Script):
        async def complete(self, request: Request) -> Any:
            if not self.seen:
                self.seen.append(request)
                await asyncio.sleep(1.5)
            return await super().complete(request)

    subject = Uneven(answer=lambda _: "Right.", latency=LATENCY, parallel=LIMIT)
    judge = slow(judgement(), LATENCY)

    took = seconds(lambda: played(whole(subject, judge)))

    calls = 2 * 4 * len(SCENARIOS)
    assert took <= 1.05 * (LATENCY * calls + 1.5) / LIMIT + LATENCY


def test_calls_of_a_module_overlap_as_well() -> None:
    subject, judge, worker = (
        slow(text, LATENCY) for text in ("Right.", judgement(), "Right, rule: be brief.")
    )

    took = seconds(lambda: played(whole(subject, judge, worker=worker, module="infer_edit")))

    calls = sum(len(seat.seen) for seat in (subject, judge, worker))
    assert calls == 4 * 4 * len(SCENARIOS)
    assert took <= 1.05 * LATENCY * math.ceil(calls / LIMIT)


async def test_over_http_calls_of_subject_and_judge_fill_the_limit_together(loopback: Loopback) -> None:
    loopback.latency = 0.05
    loopback.replies = lambda messages: judgement() if '"complies"' in messages[0]["content"] else "Right."
    served = connect(f"openai:tiny@{loopback.openai_url}", ModelOptions(parallel=LIMIT))
    events = await played(whole(served, served))
    await served.aclose()

    assert [event.complies for event in events] == [True] * 4 * len(SCENARIOS)
    assert len(loopback.chats) == 2 * len(events)
    assert loopback.peak == LIMIT
