"""Scenarios as a setting of runs."""

from collections.abc import AsyncIterator, Collection, Hashable, Mapping, Sequence
from typing import Any, ClassVar

from rich.console import Console, RenderableType

from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import read_events
from community.experiments.runs.manifest import Ingredients
from community.experiments.runs.plan import Plan
from community.experiments.runs.result import RunResult
from community.experiments.runs.setting import Setting, Staged
from community.experiments.scenarios.cast import Material, Models, assemble, connect_models, gather_material
from community.experiments.scenarios.config import ScenarioRunConfig
from community.experiments.scenarios.plan import plan_scenarios
from community.experiments.scenarios.progress import ScenarioProgress
from community.experiments.scenarios.rejudging import StagedVerdicts
from community.experiments.scenarios.result import NUMBERS, ScenarioResult, score_run
from community.experiments.scenarios.summary import summary
from community.models.calls import Caller
from community.models.chat import ChatModel
from community.models.pool import ModelPool
from community.scenarios.evaluation import Evaluation
from community.scenarios.play import play_scenarios
from community.scenarios.records import Event, read_event


class ScenarioSetting(Setting[ScenarioRunConfig]):
    """A subject replies to the last turn of group chats, and a judge who knows the hidden norm decides."""

    name: ClassVar[str] = "scenarios"
    noun: ClassVar[str] = "reply"
    recent: ClassVar[int] = 100
    config_type = ScenarioRunConfig
    numbers: ClassVar[tuple[str, ...]] = NUMBERS

    @property
    def nouns(self) -> str:
        return "replies"

    def stage(self, config: ScenarioRunConfig, pool: ModelPool) -> Staged:
        material = gather_material(config)
        named = config.model_copy(update={"scenarios": tuple(material.selection.named)})
        if config.replies_from is not None:
            return StagedVerdicts(named, material, pool)
        return StagedScenarios(named, material, connect_models(named, material.selection.scenarios, pool))

    async def plan(self, config: ScenarioRunConfig, *, played: int = 1) -> Plan:
        """As of every setting; each scenario is played once, however few would do."""
        return await plan_scenarios(config)

    def read_event(self, line: Mapping[str, Any]) -> Event:
        return read_event(line)

    def score(self, directory: RunDirectory, config: ScenarioRunConfig) -> ScenarioResult:
        return score_run(directory, config)

    def progress(self, config: ScenarioRunConfig) -> ScenarioProgress:
        return ScenarioProgress(config.episodes, len(config.conditions) * config.trials)

    def summary(self, result: RunResult, directory: RunDirectory, console: Console) -> RenderableType:
        assert isinstance(result, ScenarioResult)
        failed = [event for event in read_events(directory.events, read_event) if event.failed]
        return summary(result, failed, console)


class StagedScenarios:
    """A run of scenarios that could start."""

    def __init__(self, config: ScenarioRunConfig, material: Material, models: Models) -> None:
        self.config = config
        self._material = material
        self._models = models
        self._seat(Caller()).fresh_module()

    @property
    def models(self) -> Collection[ChatModel]:
        return self._models.asked(self.config)

    @property
    def ingredients(self) -> Ingredients:
        return self._material.ingredients

    def play(self, caller: Caller, *, skip: Collection[Hashable]) -> AsyncIterator[Sequence[Event]]:
        return play_scenarios(self._seat(caller), skip)

    def state(self) -> Mapping[str, Any]:
        """Nothing: a module lives for one reply."""
        return {}

    def _seat(self, caller: Caller) -> Evaluation:
        return assemble(self.config, self._material, self._models, caller)
