"""The group chat as a setting of runs."""

from collections.abc import AsyncIterator, Collection, Hashable, Mapping, Sequence
from typing import Any, ClassVar

from rich.console import Console, RenderableType

from community.chat import Event, read_event
from community.chat.cast import Cast
from community.chat.play import play_chats
from community.experiments.chats.cast import Material, assemble, connect_models, gather_material
from community.experiments.chats.config import ChatRunConfig
from community.experiments.chats.plan import PLAYED, plan_chats
from community.experiments.chats.progress import ChatProgress
from community.experiments.chats.result import NUMBERS, ChatResult, score_run
from community.experiments.chats.summary import summary
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.manifest import Ingredients
from community.experiments.runs.plan import Plan
from community.experiments.runs.result import RunResult
from community.experiments.runs.seating import Models, asked
from community.experiments.runs.setting import Setting
from community.models.calls import Caller
from community.models.chat import ChatModel
from community.models.pool import ModelPool


class ChatSetting(Setting[ChatRunConfig]):
    """Newcomers join a group chat whose members meet breaches of a norm with social sanctions."""

    name: ClassVar[str] = "chat"
    noun: ClassVar[str] = "chat"
    config_type = ChatRunConfig
    numbers: ClassVar[tuple[str, ...]] = NUMBERS

    def stage(self, config: ChatRunConfig, pool: ModelPool) -> "StagedChats":
        material = gather_material(config)
        return StagedChats(config, material, connect_models(config, material, pool))

    async def plan(self, config: ChatRunConfig, *, played: int = PLAYED) -> Plan:
        return await plan_chats(config, played=played)

    def read_event(self, line: Mapping[str, Any]) -> Event:
        return read_event(dict(line))

    def score(self, directory: RunDirectory, config: ChatRunConfig) -> ChatResult:
        return score_run(directory, config)

    def progress(self, config: ChatRunConfig) -> ChatProgress:
        return ChatProgress(config.chats, config.turns)

    def summary(self, result: RunResult, directory: RunDirectory, console: Console) -> RenderableType:
        assert isinstance(result, ChatResult)
        return summary(result, console)


class StagedChats:
    """A run of chats that could start."""

    def __init__(self, config: ChatRunConfig, material: Material, models: Models) -> None:
        self.config = config
        self._material = material
        self._models = models
        self._cast = self._seat(Caller())

    @property
    def models(self) -> Collection[ChatModel]:
        return asked(self.config.places, self._models)

    @property
    def ingredients(self) -> Ingredients:
        return self._material.ingredients

    def play(self, caller: Caller, *, skip: Collection[Hashable]) -> AsyncIterator[Sequence[Event]]:
        self._cast = self._seat(caller)
        return play_chats(self._cast, skip)

    def state(self) -> Mapping[str, Any]:
        """What each newcomer's module knows; nothing where none knows anything."""
        states = {newcomer.name: newcomer.module.state() for newcomer in self._cast.newcomers}
        return states if any(states.values()) else {}

    def _seat(self, caller: Caller) -> Cast:
        return assemble(self.config, self._material, self._models, caller)
