"""A sweep as it stands on disk: its plan, and how far each cell has come, read from the cells themselves."""

from dataclasses import dataclass
from pathlib import Path

from community.errors import UserError
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.manifest import read_manifest
from community.experiments.sweeps.directory import CellStatus, SweepDirectory
from community.experiments.sweeps.plan import PlannedCell, SweepPlan, read_plan


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


def planned_before(directory: SweepDirectory) -> SweepPlan | None:
    """The plan that is on disk; None for a fresh directory."""
    return read_plan(directory.plan) if directory.plan.is_file() else None
