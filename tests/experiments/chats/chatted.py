"""Runs of chats with results of that kind."""

from pathlib import Path
from typing import Any

from community.experiments.chats.config import ChatRunConfig
from community.experiments.chats.result import ChatResult
from community.experiments.runs import run
from community.experiments.runs.result import RunResult


def config(**fields: object) -> ChatRunConfig:
    return ChatRunConfig.model_validate({"phases": "sy_star", "turns": 10, "joins": 3, **fields})


async def start(config: ChatRunConfig, out: Path, **means: Any) -> ChatResult:
    return _of_chats(await run.start(config, out, **means))


async def resume(path: Path, **means: Any) -> ChatResult:
    return _of_chats(await run.resume(path, **means))


def score(path: Path) -> ChatResult:
    return _of_chats(run.score(path))


def _of_chats(result: RunResult) -> ChatResult:
    assert isinstance(result, ChatResult)
    return result
