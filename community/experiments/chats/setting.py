"""The group chat as a setting of runs."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rich.console import Console, RenderableType

from community.chat import Event, read_event
from community.chat.cast import Cast
from community.experiments.chats.cast import stage
from community.experiments.chats.config import ChatRunConfig
from community.experiments.chats.plan import PLAYED, plan_chats
from community.experiments.chats.progress import ChatProgress
from community.experiments.chats.result import NUMBERS, ChatResult, score_run
from community.experiments.chats.summary import summary
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.plan import Plan
from community.experiments.runs.result import RunResult
from community.experiments.runs.setting import Setting
from community.experiments.runs.staging import Staged
from community.models.pool import ModelPool


class ChatSetting(Setting[ChatRunConfig]):
    """Newcomers join a group chat whose members meet breaches of a norm with social sanctions."""

    name: ClassVar[str] = "chat"
    noun: ClassVar[str] = "chat"
    config_type = ChatRunConfig
    numbers: ClassVar[tuple[str, ...]] = NUMBERS

    def stage(self, config: ChatRunConfig, pool: ModelPool) -> Staged[Cast]:
        return stage(config, pool)

    async def plan(self, config: ChatRunConfig, *, played: int | None = None) -> Plan:
        return await plan_chats(config, played=played or PLAYED)

    def read_event(self, line: Mapping[str, Any]) -> Event:
        return read_event(dict(line))

    def score(self, directory: RunDirectory, config: ChatRunConfig) -> ChatResult:
        return score_run(directory, config)

    def progress(self, config: ChatRunConfig) -> ChatProgress:
        return ChatProgress(config.chats, config.turns)

    def summary(self, result: RunResult, directory: RunDirectory, console: Console) -> RenderableType:
        assert isinstance(result, ChatResult)
        return summary(result, console)
