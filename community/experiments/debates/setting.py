"""The debate as a setting of runs."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rich.console import Console, RenderableType

from community.debate import Event, read_event
from community.debate.community import Community
from community.experiments.debates.cast import stage
from community.experiments.debates.config import DebateRunConfig
from community.experiments.debates.plan import PLAYED, plan_debates
from community.experiments.debates.progress import DebateProgress
from community.experiments.debates.result import NUMBERS, DebateResult, score_run
from community.experiments.debates.summary import summary
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import read_events
from community.experiments.runs.plan import Plan
from community.experiments.runs.result import RunResult
from community.experiments.runs.setting import Setting
from community.experiments.runs.staging import Staged
from community.models.pool import ModelPool


class DebateSetting(Setting[DebateRunConfig]):
    """A community debates questions with a newcomer."""

    name: ClassVar[str] = "debate"
    noun: ClassVar[str] = "debate"
    config_type = DebateRunConfig
    numbers: ClassVar[tuple[str, ...]] = NUMBERS

    def stage(self, config: DebateRunConfig, pool: ModelPool) -> Staged[Community]:
        return stage(config, pool)

    async def plan(self, config: DebateRunConfig, *, played: int | None = None) -> Plan:
        return await plan_debates(config, played=played or PLAYED)

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
