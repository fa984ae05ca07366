"""Many runs on one page: each in a row, and the means by norm and by what else tells the runs apart."""

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from community.errors import CommunityError
from community.experiments.analysis.finding import find_runs
from community.experiments.analysis.observations import observe
from community.experiments.analysis.repeats import experiment, repeats, told
from community.experiments.analysis.rows import FoundRun
from community.experiments.pages.means import setting_of_page
from community.experiments.pages.records import OverviewOfPage, RunEntry
from community.experiments.pages.setting import PAGES, ReadRun, pages_of
from community.experiments.pages.texts import encodable
from community.experiments.runs.directory import RunDirectory
from community.experiments.sweeps.directory import CELLS, SweepDirectory, sweep_around
from community.experiments.sweeps.reading import Sweep, read_sweep

_PLACES = ("config.json", "*/config.json", f"{CELLS}/*/config.json", f"*/{CELLS}/*/config.json")
"""Where runs are in a folder: it may be one, have some, be a sweep, or have sweeps."""


def overview(folder: Path, runs: Sequence[ReadRun]) -> OverviewOfPage:
    """The runs of a folder; of a sweep, the cells that have not begun too."""
    sweep = read_sweep(folder) if SweepDirectory(folder).plan.is_file() else None
    repeated = repeats(run.experiment for run in runs)
    counted = [run for run in runs if run.experiment is None or run.experiment.run not in repeated]
    begun = [_entry(run, repeated) for run in runs]
    entries = (*begun, *(_planned(sweep, {entry.name for entry in begun}) if sweep else ()))
    settings = {entry.setting for entry in entries}
    return OverviewOfPage(
        title=sweep.plan.title if sweep else encodable(folder.resolve().name),
        looked_in=None if entries else encodable(str(folder.resolve())),
        left_out=told(len(repeated)),
        entries=entries,
        settings=tuple(
            setting_of_page(name, [run for run in counted if run.entry.setting == name])
            for name in PAGES
            if name in settings
        ),
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
    return quote(os.fsencode(path.as_posix()))


def part_of(address: str) -> str:
    """The name of a file or folder that is one part of an address."""
    return os.fsdecode(unquote_to_bytes(address))


def read_run(path: Path, link: str) -> ReadRun:
    """A run and the address of its page, without its episodes; one that cannot be read says why."""
    around = sweep_around(path)
    sweep = encodable(around.path.name) if around else None
    try:
        (run,) = find_runs(path)
        about = {"name": encodable(path.name), "link": link, "sweep": sweep, "status": run.status}
        entry = RunEntry.model_validate({**about, **_facts(run)})
    except CommunityError as error:
        name, problem = encodable(path.name), encodable(str(error))
        return ReadRun(RunEntry(name=name, sweep=sweep, status="unreadable", problem=problem), ())
    return ReadRun(entry, None, experiment(run))


def with_episodes(run: ReadRun, path: Path) -> ReadRun:
    """The same run with the rows of its episodes."""
    if run.rows is not None:
        return run
    try:
        return replace(run, rows=observe(path))
    except CommunityError as error:
        problem = {"status": "unreadable", "problem": encodable(str(error)), "link": None}
        return ReadRun(run.entry.model_copy(update=problem), ())


def _entry(run: ReadRun, repeated: Mapping[str, str]) -> RunEntry:
    """Its row of the table, which says so where another run counts in its place."""
    counted = repeated.get(run.experiment.run) if run.experiment else None
    return run.entry.model_copy(update={"repeats": encodable(Path(counted).name)}) if counted else run.entry


def _facts(run: FoundRun[Any]) -> Mapping[str, Any]:
    config = run.config
    about = {"setting": config.setting, "simulated": config.simulated, "seed": config.seed}
    return {**about, **pages_of(config.setting).entry(run)}


def _planned(sweep: Sweep, begun: Collection[str]) -> Iterable[RunEntry]:
    """The cells that have not begun."""
    for swept in sweep.cells:
        if swept.cell.name not in begun:
            yield RunEntry(
                name=swept.cell.name,
                sweep=encodable(sweep.directory.path.name),
                status=swept.status,
                problem=swept.reason,
                setting=sweep.plan.setting,
                simulated=swept.cell.simulated,
            )
