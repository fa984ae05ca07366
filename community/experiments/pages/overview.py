"""Many runs on one page: each in a row, and the means by norm and by what else tells the runs apart."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from pydantic import Field

from community.debate import read_event
from community.debate.scoring import DebateMetrics, score_debates
from community.errors import CommunityError
from community.experiments.analysis.clusters import Level, grouped, shown, varying
from community.experiments.analysis.finding import find_runs
from community.experiments.analysis.observations import observe
from community.experiments.analysis.rows import FoundRun, Row
from community.experiments.analysis.summaries import mean
from community.experiments.analysis.treatment import TreatedRow, treatment
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import read_events
from community.experiments.sweeps.directory import CELLS, SweepDirectory, sweep_around
from community.experiments.sweeps.reading import read_sweep
from community.records import Record, read_json
from community.statistics.clustered import ClusteredMean
from community.statistics.estimate import Estimate

MEASURES = ("follow_rate", "accuracy", "admission_rate", "over_imitation", "belief_agreement")
_PLACES = ("config.json", "*/config.json", f"{CELLS}/*/config.json", f"*/{CELLS}/*/config.json")
"""Where runs are in a folder: it may be one, have some, be a sweep, or have sweeps."""


class RunEntry(Record):
    """One run in a row."""

    name: str
    link: str | None = None
    """Address of its page; None where it has none."""
    sweep: str | None = None
    """Name of the sweep that it is a cell of."""
    status: str
    problem: str | None = None
    """Why nothing more is known of it."""
    setting: str | None = None
    simulated: bool = False
    norm: str = ""
    treatment: dict[str, str] = Field(default_factory=dict)
    """Everything that makes it the run it is, but norm and seed."""
    seed: int | None = None
    planned: int = 0
    debates: int = 0
    failed: int = 0
    numbers: dict[str, Estimate] = Field(default_factory=dict)
    curve: tuple[float | None, ...] = ()


class GroupOfRuns(Record):
    """Runs that differ in nothing but their seeds."""

    norm: str
    variant: str
    """What tells it apart from other groups with the same norm."""
    simulated: bool
    runs: int
    over: Literal["runs", "debates"]
    """What the means and their errors are over: with a single run, its debates."""
    numbers: dict[str, ClusteredMean | Estimate]


class OverviewOfPage(Record):
    """A folder of runs, or a sweep."""

    title: str
    entries: tuple[RunEntry, ...]
    varying: tuple[str, ...]
    """The columns in which the runs differ, norm and seed apart."""
    groups: tuple[GroupOfRuns, ...]
    """Empty until the debates of every run have been read."""
    unread: int
    """Runs whose debates have not been read yet."""


@dataclass(frozen=True)
class ReadRun:
    """A run as its row of the table, and the rows of its debates; None before these have been read."""

    entry: RunEntry
    rows: Sequence[Row] | None


def overview(folder: Path, runs: Sequence[ReadRun]) -> OverviewOfPage:
    """The runs of a folder; of a sweep, the cells that have not begun too."""
    rows = [row for run in runs for row in run.rows or ()]
    unread = sum(run.rows is None for run in runs)
    columns = tuple(varying(rows, but=("norm", "seed")))
    begun = [run.entry for run in runs]
    return OverviewOfPage(
        title=_title(folder),
        entries=(*begun, *_planned(folder, {entry.name for entry in begun})),
        varying=columns,
        groups=() if unread else tuple(_groups(runs, rows, columns)),
        unread=unread,
    )


def run_directories(folder: Path) -> list[Path]:
    """The runs in a folder, newest first; one that a link leads out to is not in it."""
    root = folder.resolve()
    found = {path.parent for place in _PLACES for path in folder.glob(place)}
    return sorted((path for path in found if lies_within(path, root)), reverse=True)


def lies_within(run: Path, root: Path) -> bool:
    """Whether a run directory, and each of its files that is read, is really inside the folder."""
    directory = RunDirectory(run)
    files = (run, directory.config, directory.manifest, directory.events, directory.calls, directory.metrics)
    return all(path.resolve().is_relative_to(root) for path in files)


def address(path: Path) -> str:
    """A relative path as an address."""
    return quote(path.as_posix())


def read_run(path: Path, link: str) -> ReadRun:
    """A run and the address of its page, without its debates; one that cannot be read says why."""
    around = sweep_around(path)
    sweep = around.path.name if around else None
    try:
        (run,) = find_runs(path)
        entry = RunEntry.model_validate({"name": path.name, "link": link, "sweep": sweep, **_facts(run)})
    except CommunityError as error:
        return ReadRun(RunEntry(name=path.name, sweep=sweep, status="unreadable", problem=str(error)), ())
    return ReadRun(entry, None if entry.numbers else ())


def with_debates(run: ReadRun, path: Path) -> ReadRun:
    """The same run with the rows of its debates."""
    if run.rows is not None:
        return run
    try:
        return ReadRun(run.entry, observe(path))
    except CommunityError as error:
        problem = {"status": "unreadable", "problem": str(error), "link": None}
        return ReadRun(run.entry.model_copy(update=problem), ())


def _facts(run: FoundRun[Any]) -> dict[str, Any]:
    config = run.config
    about = {
        "status": run.status,
        "setting": config.setting,
        "simulated": config.simulated,
        "seed": config.seed,
        "planned": config.episodes,
    }
    if not isinstance(config, DebateRunConfig):
        return {**about, "norm": " ".join(config.title), "link": None}
    treated, metrics = treatment(run), _metrics(run)
    return {
        **about,
        "norm": treated["norm"],
        "treatment": {
            name: str(treated[name]) for name in TreatedRow.factors if name != "norm" and treated[name]
        },
        "debates": metrics.debates,
        "failed": metrics.failed,
        "numbers": {name: getattr(metrics, name) for name in MEASURES},
        "curve": metrics.curve,
    }


def _metrics(run: FoundRun[DebateRunConfig]) -> DebateMetrics:
    """As they were written at the end of a run, or as they are now."""
    if run.status == "finished" and run.directory.metrics.is_file():
        return DebateMetrics.model_validate(read_json(run.directory.metrics))
    return score_debates(read_events(run.directory.events, read_event), habits=bool(run.config.idiosyncratic))


def _title(folder: Path) -> str:
    directory = SweepDirectory(folder)
    return read_sweep(folder).plan.title if directory.plan.is_file() else folder.resolve().name


def _planned(folder: Path, begun: set[str]) -> Iterable[RunEntry]:
    """The cells of a sweep that have not begun."""
    if not SweepDirectory(folder).plan.is_file():
        return
    for swept in read_sweep(folder).cells:
        if swept.cell.name not in begun:
            yield RunEntry(
                name=swept.cell.name,
                sweep=folder.name,
                status=swept.status,
                problem=swept.reason,
                simulated=swept.cell.simulated,
            )


def _groups(runs: Sequence[ReadRun], rows: Sequence[Row], columns: Sequence[str]) -> Iterable[GroupOfRuns]:
    own = {run.rows[0].run_dir: run.entry.numbers for run in runs if run.rows}
    for (simulated, norm, *levels), group in grouped(rows, ("norm", *columns)).items():
        names = {row.run_dir for row in group}
        told = filter(None, map(_told, columns, levels))
        yield GroupOfRuns(
            norm=shown(norm),
            variant=" · ".join(told) or "all runs",
            simulated=bool(simulated),
            runs=len(names),
            over="runs" if len(names) > 1 else "debates",
            numbers={name: mean(group, name) for name in MEASURES} if len(names) > 1 else own[names.pop()],
        )


def _told(column: str, level: Level) -> str:
    """A level that says what it is a level of."""
    if level is None:
        return f"no {column}"
    return level if isinstance(level, str) else f"{column} {shown(level)}"
