"""Runs of scenarios with results of that kind, and a server that replies and judges."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from community.experiments.runs import run
from community.experiments.runs.result import RunResult
from community.experiments.scenarios.config import ScenarioRunConfig
from community.experiments.scenarios.result import ScenarioResult
from tests.loopback import Json
from tests.scenarios.staging import judgement

FEW = ("binary_answer_norm", "mandatory_analogy_norm")
"""A norm with a rule and one without; two scenarios each."""


def config(**fields: object) -> ScenarioRunConfig:
    return ScenarioRunConfig.model_validate({"norms": FEW, "trials": 2, **fields})


async def start(config: ScenarioRunConfig, out: Path, **means: Any) -> ScenarioResult:
    return _of_scenarios(await run.start(config, out, **means))


async def resume(path: Path, **means: Any) -> ScenarioResult:
    return _of_scenarios(await run.resume(path, **means))


def score(path: Path) -> ScenarioResult:
    return _of_scenarios(run.score(path))


def reply_or_judge(messages: Sequence[Json]) -> str:
    """What a judge says fits its schema; whatever else is asked gets prose."""
    return judgement() if is_judging(messages) else "Right."


def is_judging(messages: Sequence[Json]) -> bool:
    return '"complies"' in messages[0]["content"]


def _of_scenarios(result: RunResult) -> ScenarioResult:
    assert isinstance(result, ScenarioResult)
    return result
