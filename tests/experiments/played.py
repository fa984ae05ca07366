"""Starting, resuming and scoring runs of debates, with results of that kind."""

from pathlib import Path
from typing import Any

from community.experiments.debates.config import DebateRunConfig
from community.experiments.debates.result import DebateResult
from community.experiments.runs import run, setting
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.result import RunResult


async def start(config: DebateRunConfig, out: Path, **means: Any) -> DebateResult:
    return _of_debates(await run.start(config, out, **means))


async def resume(path: Path, **means: Any) -> DebateResult:
    return _of_debates(await run.resume(path, **means))


def score(path: Path) -> DebateResult:
    return _of_debates(run.score(path))


def read_config(directory: RunDirectory) -> DebateRunConfig:
    config = setting.read_config(directory)
    assert isinstance(config, DebateRunConfig)
    return config


def _of_debates(result: RunResult) -> DebateResult:
    assert isinstance(result, DebateResult)
    return result
