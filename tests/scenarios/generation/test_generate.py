import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from community.errors import UserError
from community.models import ModelOptions, connect
from community.models.calls import Caller
from community.models.seat import Seat
from community.scenarios import Scenario
from community.scenarios.conditions import scenario_prompts
from community.scenarios.generation import Attempt, Commission, Workshop, generate, generation_prompts
from community.scenarios.judging import ScenarioJudge
from community.scenarios.scenario import structural_flaws
from tests.loopback import Json, Loopback
from tests.scenarios.sound import ID, turns
from tests.scenarios.writer import stage_of, usual, writer

UNREADABLE = {"nothing": "that was asked for"}


@asynccontextmanager
async def workshop(loopback: Loopback) -> AsyncGenerator[Workshop]:
    model = connect(f"openai:tiny@{loopback.openai_url}", ModelOptions())
    caller = Caller()

    def seat(name: str) -> Seat:
        return Seat(name, model, caller, 0)

    judge = ScenarioJudge(seat("Judge"), scenario_prompts())
    yield Workshop(seat("Writer"), seat("Subject"), judge, generation_prompts())
    await model.aclose()


def commission(**fields: Any) -> Commission:
    return Commission.of("bug_report", "binary_answer_norm", "other", **fields)


async def made(
    loopback: Loopback, told: Mapping[str, Any] | None = None, *, attempts: int = 1
) -> list[Attempt]:
    loopback.replies = writer(told or {})
    async with workshop(loopback) as shop:
        return [attempt async for attempt in generate(shop, commission(), attempts=attempts)]


async def test_a_good_candidate_is_accepted_and_is_a_whole_scenario(loopback: Loopback) -> None:
    (attempt,) = await made(loopback, attempts=3)

    scenario = Scenario.model_validate(attempt.scenario)
    assert attempt.accepted, attempt
    assert scenario.id == ID
    assert scenario.goal == "Keep the cellar dry."
    assert [*structural_flaws(scenario)] == []
    assert len(scenario.demonstrations) == 3
    assert [reply.complies for reply in scenario.replies] == [True, False, False, False]
    assert attempt.twin is not None
    assert attempt.twin.reply == "Let me check that for you!"
    assert "openai:tiny" in scenario.provenance


async def test_stages_follow_each_other_and_only_the_writer_reads_the_goal(loopback: Loopback) -> None:
    await made(loopback)

    stages = [stage_of(body["messages"]) for body in loopback.chats]
    assert stages == ["plan", "chat", "elicitor", "replies", "leak", "subject", "judge"]
    twin = json.dumps(loopback.chats[5])
    assert "Keep the cellar dry" not in twin
    assert "yes or no" not in twin.lower()
    assert all(
        turn["text"] not in twin for turn in turns() if turn.get("demonstrates") and len(turn["text"]) > 3
    )


@pytest.mark.parametrize("stage", ["plan", "chat", "elicitor", "replies"])
async def test_what_cannot_be_read_is_rejected_at_its_stage(loopback: Loopback, stage: str) -> None:
    (attempt,) = await made(loopback, {stage: UNREADABLE})

    assert (attempt.accepted, attempt.stage) == (False, stage)
    assert attempt.scenario is None
    assert f"the {stage} that the model wrote could not be read" in attempt.reasons


@pytest.mark.parametrize(
    ("told", "stage", "reason"),
    [
        ({"chat": {"turns": turns()[:9]}}, "review", "must have 20 to 34 turns"),
        ({"chat": {"turns": []}}, "review", "turns"),
        ({"elicitor": {"actor": "Eve", "text": "@Dora?"}}, "review", "'Eve' is not in the cast"),
        ({"elicitor": {"actor": "Cleo", "text": ""}}, "review", "text"),
        ({"plan": {**usual()["plan"], "setting": "Yes or no and nothing else."}}, "review", "says the norm"),
        ({"replies": {**usual()["replies"], "breaches": []}}, "review", "1 reply that complies and 3 that breach"),
        ({"leak": {"quote": "one word only", "states_norm": True}}, "leak", "'one word only'"),
        ({"leak": UNREADABLE}, "leak", "could not be read"),
        ({"judge": {**usual()["judge"], "complies": True}}, "twin", "complies already"),
        ({"judge": UNREADABLE}, "twin", "no verdict"),
    ],
)  # fmt: skip
async def test_screening_keeps_the_reason(
    loopback: Loopback, told: dict[str, Any], stage: str, reason: str
) -> None:
    (attempt,) = await made(loopback, told)

    assert (attempt.accepted, attempt.stage) == (False, stage)
    assert any(reason in each for each in attempt.reasons), attempt.reasons
    assert reason in str(attempt)


async def test_attempts_end_with_the_first_that_passes(loopback: Loopback) -> None:
    good, bad = writer({}), writer({"plan": UNREADABLE})

    def at_last(messages: Sequence[Json]) -> str:
        return bad(messages) if len(loopback.chats) <= 2 else good(messages)

    loopback.replies = at_last
    async with workshop(loopback) as shop:
        attempts = [attempt async for attempt in generate(shop, commission(), attempts=5)]

    assert [attempt.accepted for attempt in attempts] == [False, True]
    assert [attempt.number for attempt in attempts] == [1, 2]


async def test_an_id_that_is_taken_is_not_given_again(loopback: Loopback) -> None:
    loopback.replies = writer({})
    async with workshop(loopback) as shop:
        (attempt,) = [each async for each in generate(shop, commission(taken={ID}), attempts=1)]

    assert attempt.scenario is not None
    assert attempt.scenario["id"] == f"{ID}_2"


def test_cells_that_do_not_apply_are_refused() -> None:
    with pytest.raises(UserError, match="does not apply"):
        Commission.of("transgressive_joke", "mandatory_timeline_commitment", "other")
    with pytest.raises(UserError, match="unknown event"):
        Commission.of("standups", "binary_answer_norm", "other")
