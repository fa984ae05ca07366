"""Runs of scenarios among others on a page: what is put side by side are conditions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from community.experiments.analysis.clusters import grouped
from community.experiments.analysis.rows import FoundRun
from community.experiments.analysis.scenarios import RowOfReply, treatment
from community.experiments.pages.means import open_runs, own_numbers, variant
from community.experiments.pages.records import GroupOfRuns
from community.experiments.pages.scenarios.run import ScenarioRunPages, planned_replies
from community.experiments.pages.setting import ReadRun, SettingPages, read_metrics, treatment_of_page
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import read_events
from community.experiments.scenarios.config import ScenarioRunConfig
from community.scenarios.config import CONDITIONS
from community.scenarios.records import Event, read_event
from community.scenarios.scoring import ScenarioMetrics, score_scenarios
from community.statistics.estimate import Estimate


class ScenarioPages(SettingPages[ScenarioRunConfig]):
    """Pages of runs of scenarios."""

    run_type = ScenarioRunPages
    titles: ClassVar[str] = "subject"
    places: ClassVar[str] = "condition"
    note: ClassVar[str] = (
        "Shares over scenarios, with errors over scenarios; runs that differ in their seeds alone are "
        "taken together."
    )
    measures: ClassVar[Mapping[str, str]] = {
        "accuracy": "accuracy",
        "compliance": "compliance",
        "consistency": "consistency",
    }
    columns: ClassVar[Mapping[str, str]] = {
        f"accuracy_{condition}": f"acc {condition.replace('_', ' ')}" for condition in CONDITIONS
    }
    constant: ClassVar[tuple[str, ...]] = ("condition", "seed")

    def entry(self, run: FoundRun[ScenarioRunConfig]) -> Mapping[str, Any]:
        metrics = read_metrics(run, ScenarioMetrics) or score_scenarios(_events(run.directory))
        return {
            "title": run.config.subject,
            "treatment": treatment_of_page(treatment(run), RowOfReply.factors, but=self.constant),
            "planned": planned_replies(run.config),
            "ended": sum(score.replies + score.failed for score in metrics.conditions),
            "failed": sum(score.failed for score in metrics.conditions),
            "numbers": dict(_numbers(metrics, self.measures)),
        }

    def groups(self, runs: Sequence[ReadRun], columns: Sequence[str]) -> Iterable[GroupOfRuns]:
        own = own_numbers(runs)
        rows = [row for run in runs for row in run.rows or ()]
        for (simulated, *levels), group in grouped(rows, columns).items():
            names = sorted({row.run_dir for row in group})
            numbers = own[names[0]] if len(names) == 1 else self._together(names)
            for condition in CONDITIONS:
                if f"accuracy_{condition}" in numbers:
                    yield GroupOfRuns(
                        place=condition.replace("_", " "),
                        variant=variant(columns, levels),
                        simulated=bool(simulated),
                        runs=len(names),
                        open_runs=open_runs(group),
                        over="scenarios",
                        numbers={name: numbers[f"{name}_{condition}"] for name in self.measures},
                    )

    def _together(self, names: Iterable[str]) -> dict[str, Estimate]:
        metrics = score_scenarios(*(_events(RunDirectory(Path(name))) for name in names))
        return dict(_numbers(metrics, self.measures))


def _events(directory: RunDirectory) -> list[Event]:
    return read_events(directory.events, read_event)


def _numbers(metrics: ScenarioMetrics, measures: Iterable[str]) -> Iterator[tuple[str, Estimate]]:
    for score in metrics.conditions:
        for name in measures:
            yield f"{name}_{score.condition}", getattr(score, name)
