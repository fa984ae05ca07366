"""The debate as a setting of runs."""

from collections.abc import AsyncIterator, Collection, Hashable, Mapping, Sequence
from typing import Any, ClassVar

from rich.console import Console, RenderableType

from community.debate import Event, read_event
from community.debate.community import Community
from community.debate.play import play_debates
from community.experiments.debates.cast import Material, assemble, connect_models, gather_material
from community.experiments.debates.config import DebateRunConfig
from community.experiments.debates.habits import settle_habits
from community.experiments.debates.plan import PLAYED, plan_run
from community.experiments.debates.progress import DebateProgress
from community.experiments.debates.result import NUMBERS, DebateResult, score_run
from community.experiments.debates.summary import summary
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import read_events
from community.experiments.runs.manifest import Ingredients
from community.experiments.runs.plan import Plan
from community.experiments.runs.result import RunResult
from community.experiments.runs.seating import Models, asked
from community.experiments.runs.setting import Setting
from community.models.calls import Caller
from community.models.chat import ChatModel
from community.models.pool import ModelPool
from community.norms import load_norm


class DebateSetting(Setting[DebateRunConfig]):
    """A community debates questions with a newcomer."""

    name: ClassVar[str] = "debate"
    noun: ClassVar[str] = "debate"
    config_type = DebateRunConfig
    numbers: ClassVar[tuple[str, ...]] = NUMBERS

    def stage(self, config: DebateRunConfig, pool: ModelPool) -> "StagedDebates":
        settled = settle_habits(config, [load_norm(name) for name in config.norms])
        material = gather_material(settled)
        return StagedDebates(settled, material, connect_models(settled, material, pool))

    async def plan(self, config: DebateRunConfig, *, played: int = PLAYED) -> Plan:
        return await plan_run(config, played=played)

    def read_event(self, line: Mapping[str, Any]) -> Event:
        return read_event(dict(line))

    def score(self, directory: RunDirectory, config: DebateRunConfig) -> DebateResult:
        return score_run(directory, config)

    def progress(self, config: DebateRunConfig) -> DebateProgress:
        return DebateProgress(config.questions)

    def summary(self, result: RunResult, directory: RunDirectory, console: Console) -> RenderableType:
        assert isinstance(result, DebateResult)
        events = read_events(directory.events, read_event)
        return summary(result, DebateProgress.of(events, result.metrics.debates), console)


class StagedDebates:
    """A debate run that could start."""

    def __init__(self, config: DebateRunConfig, material: Material, models: Models) -> None:
        self.config = config
        self._material = material
        self._models = models
        self._community = self._seat(Caller())

    @property
    def models(self) -> Collection[ChatModel]:
        return asked(self.config.places, self._models)

    @property
    def ingredients(self) -> Ingredients:
        return self._material.ingredients

    def play(self, caller: Caller, *, skip: Collection[Hashable]) -> AsyncIterator[Sequence[Event]]:
        self._community = self._seat(caller)
        return play_debates(self._community, skip=skip)

    def state(self) -> Mapping[str, Any]:
        return self._community.module.state()

    def _seat(self, caller: Caller) -> Community:
        return assemble(self.config, self._material, self._models, caller)
