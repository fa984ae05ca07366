from pathlib import Path

import pytest

from community.experiments.debates.config import DebateRunConfig
from community.experiments.debates.plan import plan_debates
from tests.experiments.played import start


async def test_plan_debates_counts_what_a_run_then_calls(tmp_path: Path) -> None:
    config = DebateRunConfig.model_validate({"norms": ["sy_star"], "module": "tom", "questions": 3})

    plan = await plan_debates(config)
    result = await start(config, tmp_path)

    assert plan.calls == result.usage.total.calls
    assert plan.prompt_tokens == result.usage.total.prompt_tokens


async def test_plan_debates_contacts_nobody_and_names_the_real_models() -> None:
    config = DebateRunConfig.model_validate(
        {
            "norms": ["sy_star"],
            "questions": 40,
            "rounds": 1,
            "background": ["openai:far@http://127.0.0.1:9/v1"],
            "newcomer": "ollama:gemma3:4b",
        }
    )

    plan = await plan_debates(config)

    rows = {(row.who, row.purpose): row for row in plan.by_purpose}
    assert (plan.episodes, plan.played) == (40, 20)
    assert rows["Newcomer", "answer"].calls == 40
    assert rows["Newcomer", "discuss"].calls == 80
    assert rows["Newcomer", "answer"].spec == "ollama:gemma3:4b"
    assert rows["Agent 1", "answer"].spec == "openai:far@http://127.0.0.1:9/v1"


async def test_plan_debates_takes_later_debates_for_longer_than_the_first(tmp_path: Path) -> None:
    config = DebateRunConfig.model_validate({"norms": ["sy_star"], "questions": 30, "rounds": 1})

    plan = await plan_debates(config)
    result = await start(config, tmp_path)

    assert plan.prompt_tokens == pytest.approx(result.usage.total.prompt_tokens, rel=0.04)
