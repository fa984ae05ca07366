"""The directory of a sweep: its files, its lock, and how far each cell has come, read from the cells themselves."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from community.errors import UserError
from community.experiments.runs.directory import RunDirectory, held
from community.experiments.runs.manifest import Status, read_manifest
from community.experiments.sweeps.plan import PlannedCell, SweepPlan, read_plan

CellStatus = Status | Literal["planned", "failed"]
"""As of a run; `planned`: it has no run directory yet; `failed`: it cannot be played, and the reason says why."""


@dataclass(frozen=True, slots=True)
class SweepDirectory:
    """The files of one sweep; see `docs/sweeps.md`."""

    path: Path

    @property
    def study(self) -> Path:
        """The study file, as it was when the sweep was last started."""
        return self.path / "study.yaml"

    @property
    def plan(self) -> Path:
        """All cells with their configurations and fingerprints."""
        return self.path / "plan.json"

    @property
    def index(self) -> Path:
        """How far the sweep has come; can be rebuilt from the cells."""
        return self.path / "index.json"

    @property
    def cells(self) -> Path:
        """The folder of the run directories."""
        return self.path / "cells"

    def run(self, cell: str) -> RunDirectory:
        """The run directory of a cell, whether it exists or not."""
        return RunDirectory(self.cells / cell)

    @contextmanager
    def locked(self) -> Generator[None]:
        """Hold the sweep for this process.

        Raises:
            UserError: another process is at work here, or the folder cannot be written.
        """
        with held(self.path / "sweep.lock"):
            yield


@dataclass(frozen=True)
class SweptCell:
    """A cell of a sweep on disk.

    Attributes:
        cell: as it was planned.
        directory: its run directory, which exists once the cell has begun.
        status: how far it came. `running` without a process at work means killed.
        reason: why it stopped or failed; None when it did neither.
    """

    cell: PlannedCell
    directory: RunDirectory
    status: CellStatus
    reason: str | None = None


@dataclass(frozen=True)
class Sweep:
    """A sweep on disk: its plan, and for each cell its run directory and status, in the order of the plan."""

    directory: SweepDirectory
    plan: SweepPlan
    cells: tuple[SweptCell, ...]


def read_sweep(path: Path) -> Sweep:
    """The sweep in a directory, whatever state it is in.

    Raises:
        UserError: there is none at this path.
        RecordError: its records are damaged.
    """
    directory = SweepDirectory(path)
    if not directory.plan.is_file():
        raise UserError(f"{str(path)!r} is not the directory of a sweep: it has no plan.json")
    plan = read_plan(directory.plan)
    return Sweep(directory, plan, tuple(swept(directory, cell) for cell in plan.cells))


def swept(directory: SweepDirectory, cell: PlannedCell) -> SweptCell:
    """How far a cell has come, from its run directory.

    Raises:
        RecordError: its manifest is damaged.
    """
    run = directory.run(cell.name)
    if not run.manifest.is_file():
        return SweptCell(cell, run, "planned")
    manifest = read_manifest(run.manifest)
    if manifest.status == "finished" and not run.metrics.is_file():
        return SweptCell(cell, run, "running")  # killed between its last event and its metrics
    return SweptCell(cell, run, manifest.status, manifest.reason)


def prepare_directory(path: Path) -> SweepDirectory:
    """The directory of a sweep that is to start or go on, made when it is missing.

    Raises:
        UserError: the path cannot be written, or holds something else.
    """
    directory = SweepDirectory(path)
    try:
        directory.cells.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error
    return directory


def planned_before(directory: SweepDirectory) -> SweepPlan | None:
    """The plan that is on disk; None for a fresh directory."""
    return read_plan(directory.plan) if directory.plan.is_file() else None


def started(directory: SweepDirectory) -> set[str]:
    """Names of the cells that have a run directory with a configuration."""
    return {path.parent.name for path in directory.cells.glob("*/config.json")}
