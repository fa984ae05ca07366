"""Means over many runs: of each norm, and of each thing else that tells the runs apart."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from community.experiments.analysis.clusters import Level, grouped, shown, varying
from community.experiments.analysis.rows import Row
from community.experiments.analysis.summaries import mean
from community.experiments.pages.records import GroupOfRuns, SettingOfPage
from community.experiments.pages.setting import ReadRun, SettingPages, pages_of
from community.experiments.runs.config import RunSettings
from community.experiments.runs.setting import setting_named
from community.statistics.estimate import Estimate

C = TypeVar("C", bound=RunSettings)


def setting_of_page(name: str, runs: Sequence[ReadRun]) -> SettingOfPage:
    """The runs of one setting; their means once the episodes of all of them have been read."""
    pages = pages_of(name)
    rows = _rows(runs)
    unread = sum(run.rows is None for run in runs)
    columns = tuple(varying(rows, but=pages.constant))
    return SettingOfPage(
        setting=name,
        nouns=setting_named(name).nouns,
        titles=pages.titles,
        places=pages.places,
        note=pages.note,
        measures=pages.measures,
        columns=pages.columns,
        varying=columns,
        groups=() if unread or not rows else tuple(pages.groups(runs, columns)),
        unread=unread,
    )


class PagesByNorm(SettingPages[C]):
    """Pages of runs that are told by the norm that is learned in them."""

    titles: ClassVar[str] = "norm"
    places: ClassVar[str] = "norm"
    constant: ClassVar[tuple[str, ...]] = ("norm", "seed")

    def groups(self, runs: Sequence[ReadRun], columns: Sequence[str]) -> Iterable[GroupOfRuns]:
        """Means over runs of the same norm and treatment; of a single run, its own numbers."""
        own = own_numbers(runs)
        for (simulated, norm, *levels), group in grouped(_rows(runs), ("norm", *columns)).items():
            names = {row.run_dir for row in group}
            alone = len(names) == 1
            yield GroupOfRuns(
                place=shown(norm),
                variant=variant(columns, levels),
                simulated=bool(simulated),
                runs=len(names),
                open_runs=open_runs(group),
                over=group[0].called if alone else "runs",
                numbers=own[names.pop()] if alone else {name: mean(group, name) for name in self.measures},
            )


def own_numbers(runs: Iterable[ReadRun]) -> dict[str, Mapping[str, Estimate]]:
    """Directory of each run that has episodes -> its numbers."""
    return {run.rows[0].run_dir: run.entry.numbers for run in runs if run.rows}


def open_runs(rows: Iterable[Row]) -> int:
    """How many runs of some rows did not finish."""
    return len({row.run_dir for row in rows if row.run_status != "finished"})


def variant(columns: Sequence[str], levels: Sequence[Level]) -> str:
    """What tells runs apart, in words."""
    return " · ".join(filter(None, map(_told, columns, levels))) or "all runs"


def _rows(runs: Iterable[ReadRun]) -> list[Row]:
    return [row for run in runs for row in run.rows or ()]


def _told(column: str, level: Level) -> str:
    """A level that says what it is a level of."""
    if level is None:
        return f"no {column}"
    return level if isinstance(level, str) else f"{column} {shown(level)}"
