"""Nothing hidden reaches the subject or its module, and nothing but the norm and the chat reaches the judge."""

import json
from pathlib import Path

import pytest

from community.experiments.scenarios.config import ScenarioRunConfig
from community.modules import MODULES
from community.scenarios import Scenario
from community.scenarios.config import CONDITIONS
from tests.experiments.scenarios.scripted_run import is_judging, reply_or_judge, start
from tests.loopback import Loopback


def hidden(scenario: Scenario) -> dict[str, str]:
    """What neither the subject nor its module may read."""
    norm = scenario.hidden_norm
    secrets = {"norm": norm.id, "title": norm.title, "statement": norm.statement, "goal": scenario.goal}
    secrets |= {
        f"reply {number}": reply.text for number, reply in enumerate(scenario.replies) if len(reply.text) > 20
    }
    secrets |= {f"reason {number}": reply.reason for number, reply in enumerate(scenario.replies)}
    return {**secrets, "id": scenario.id, "mark": '"demonstrates"'}


@pytest.mark.parametrize(
    "module", ["none", *(name for name in MODULES.table if name in ("tom", "infer_edit"))]
)
async def test_hidden_parts_never_reach_the_subject_on_the_wire(
    tmp_path: Path, loopback: Loopback, module: str
) -> None:
    loopback.replies = reply_or_judge
    spec = f"openai:tiny@{loopback.openai_url}"
    everyone = {"subject": spec, "judge": spec, "module_model": spec, "module": module, "trials": 1}
    few: dict[str, object] = {"norms": ["mandatory_analogy_norm"], "conditions": CONDITIONS}
    played = {"conditions": "norm_informed"} if module == "none" else few
    config = ScenarioRunConfig.model_validate({**everyone, **played})

    await start(config, tmp_path)

    scenarios = config.selection().scenarios
    sent = [body for body in loopback.chats if not is_judging(body["messages"])]
    text = json.dumps(sent, ensure_ascii=False)
    assert len(sent) >= len(scenarios) * len(config.conditions)
    leaked = [
        (scenario.id, name)
        for scenario in scenarios
        for name, secret in hidden(scenario).items()
        if secret and json.dumps(secret, ensure_ascii=False)[1:-1] in text
    ]
    assert leaked == []


async def test_judge_reads_the_norm_and_never_the_labels(tmp_path: Path, loopback: Loopback) -> None:
    loopback.replies = reply_or_judge
    spec = f"openai:tiny@{loopback.openai_url}"
    config = ScenarioRunConfig(subject=spec, judge=spec, trials=1, conditions=("naive",))

    await start(config, tmp_path)

    asked = [body["messages"] for body in loopback.chats if is_judging(body["messages"])]
    text = json.dumps(asked, ensure_ascii=False)
    for scenario in config.selection().scenarios:
        quoted = json.dumps(scenario.hidden_norm.statement, ensure_ascii=False)[1:-1]
        assert quoted in text
        assert json.dumps(scenario.goal, ensure_ascii=False)[1:-1] not in text
        assert not any(
            json.dumps(reply.reason, ensure_ascii=False)[1:-1] in text for reply in scenario.replies
        )
