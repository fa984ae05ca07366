"""The directory of a sweep: its files and its lock."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from community.errors import UserError
from community.experiments.runs.directory import RunDirectory, held
from community.experiments.runs.manifest import Status

CELLS = "cells"
"""Name of the folder of a sweep that its run directories are in."""

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
        return self.path / CELLS

    @property
    def lock(self) -> Path:
        """Held by the process that is at work on the sweep."""
        return self.path / "sweep.lock"

    def run(self, cell: str) -> RunDirectory:
        """The run directory of a cell, whether it exists or not."""
        return RunDirectory(self.cells / cell)

    @contextmanager
    def locked(self) -> Generator[None]:
        """Hold the sweep for this process.

        Raises:
            UserError: another process is at work here, or the folder cannot be written.
        """
        with held(self.lock):
            yield


def sweep_around(run: Path) -> SweepDirectory | None:
    """The sweep that a run directory is a cell of, by where it lies; None when it is in no sweep."""
    return SweepDirectory(run.parent.parent) if run.parent.name == CELLS else None


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


def started(directory: SweepDirectory) -> set[str]:
    """Names of the cells that have a run directory with a configuration."""
    return {path.parent.name for path in directory.cells.glob("*/config.json")}
