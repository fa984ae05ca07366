"""Scenarios as a setting of runs."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rich.console import Console, RenderableType

from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import read_events
from community.experiments.runs.plan import Plan
from community.experiments.runs.result import RunResult
from community.experiments.runs.setting import Setting
from community.experiments.runs.staging import Staged
from community.experiments.scenarios.cast import stage
from community.experiments.scenarios.config import ScenarioRunConfig
from community.experiments.scenarios.plan import plan_scenarios
from community.experiments.scenarios.progress import ScenarioProgress
from community.experiments.scenarios.result import NUMBERS, ScenarioResult, score_run
from community.experiments.scenarios.summary import summary
from community.models.pool import ModelPool
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

    def stage(self, config: ScenarioRunConfig, pool: ModelPool) -> Staged[Any]:
        return stage(config, pool)

    async def plan(self, config: ScenarioRunConfig, *, played: int | None = None) -> Plan:
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
