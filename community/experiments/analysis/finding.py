"""The runs at a path: one run, the cells of a sweep, or all runs and sweeps in a folder."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from community.errors import UserError
from community.experiments.analysis.rows import FoundRun
from community.experiments.runs.directory import RunDirectory, lack_of_runs, open_run
from community.experiments.runs.manifest import read_manifest
from community.experiments.runs.setting import read_config
from community.experiments.sweeps.directory import SweepDirectory
from community.records import read_json


def find_runs(path: Path) -> list[FoundRun[Any]]:
    """Every run at a path, in the order of names; finished or not.

    Raises:
        UserError: there is none, or a configuration is faulty.
        RecordError: a manifest is damaged.
    """
    found = list(_found(path))
    if not found:
        raise UserError(lack_of_runs(path))
    return found


def _found(path: Path) -> Iterator[FoundRun[Any]]:
    if _is_run(path):
        yield _run(path, None, {})
    elif _is_sweep(path):
        labels = _labels(path)
        for cell in sorted(filter(_is_run, SweepDirectory(path).cells.iterdir())):
            yield _run(cell, str(path), labels.get(cell.name, {}))
    elif path.is_dir():
        for inner in sorted(path.iterdir()):
            if _is_run(inner) or _is_sweep(inner):
                yield from _found(inner)


def _is_run(path: Path) -> bool:
    return RunDirectory(path).exists


def _is_sweep(path: Path) -> bool:
    return SweepDirectory(path).cells.is_dir()


def _labels(sweep: Path) -> dict[str, dict[str, str]]:
    """Name of each cell -> its labels, from the plan of the sweep."""
    plan = read_json(SweepDirectory(sweep).plan)
    return {cell["name"]: cell["labels"] for cell in plan["cells"]}


def _run(path: Path, sweep: str | None, labels: Mapping[str, str]) -> FoundRun[Any]:
    directory = open_run(path)
    manifest = read_manifest(directory.manifest) if directory.manifest.is_file() else None
    return FoundRun(directory, read_config(directory), manifest, sweep, labels)
