"""The contract of an engine: cells go in, and how each of them ended comes out, as they end."""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from community.errors import CommunityError, EndpointError, Interrupted, InUseError, boundary
from community.experiments.runs.result import RunResult
from community.experiments.runs.run import Runner, Watcher
from community.experiments.sweeps.cells import Cell
from community.experiments.sweeps.directory import CellStatus, SweepDirectory
from community.models.usage import Totals
from community.records import Record

HELD = 30.0
"""Seconds that a cell which another process is at is waited for: a worker outlives its killed driver for some."""
_BETWEEN = 0.2
"""Seconds between two looks."""


class Outcome(Record):
    """How a cell ended, this time."""

    cell: str
    """Its name."""
    status: CellStatus
    """`finished`; or `interrupted` and `stopped`, which go on when the sweep is started again; or `failed`."""
    reason: str | None = None
    """Why it is not finished."""
    episodes: int = 0
    """Episodes that are over, of those that were planned."""
    failed: int = 0
    """How many of these ended in an error."""
    usage: Totals | None = None
    """The calls of all attempts at the cell; None when it is not finished."""
    unusable: str | None = None
    """The model whose endpoint cannot be used, when that is what stopped it."""


class Engine(Protocol):
    """Plays cells wherever it likes."""

    @property
    def at_once(self) -> int | None:
        """How many cells can be under way at once; None when only playing tells."""
        ...

    def play(self, cells: Sequence[Cell], directory: SweepDirectory) -> AsyncGenerator[Outcome]:
        """Play each cell into its run directory, beginning with the first, and yield how it ended.

        A cell that was begun before is resumed. One that fails is an outcome like another and does not end the
        iteration; what cannot be played because a model's endpoint is unusable is `stopped`. When the iteration
        is closed or cancelled, the cells under way are interrupted, so that they can be resumed.
        """
        ...


async def play_cell(
    runner: Runner,
    cell: Cell,
    directory: SweepDirectory,
    watcher: Watcher | None = None,
    *,
    held: float = HELD,
) -> Outcome:
    """Play one cell, or what is left of it, with this runner; whatever happens is an outcome.

    Args:
        runner: plays it.
        cell: which.
        directory: of the sweep.
        watcher: of the run.
        held: seconds for which another process that is at the cell is waited for.
    """
    until = time.monotonic() + held
    try:
        with boundary(f"cell {cell.name}"):
            result = await _played(runner, cell, directory, watcher, until)
    except InUseError as error:
        return Outcome(cell=cell.name, status="stopped", reason=str(error))
    except Interrupted:
        return Outcome(cell=cell.name, status="interrupted")
    except EndpointError as error:
        return Outcome(cell=cell.name, status="stopped", reason=str(error), unusable=error.spec)
    except CommunityError as error:
        return Outcome(cell=cell.name, status="failed", reason=str(error))
    return Outcome(
        cell=cell.name,
        status=result.status,
        episodes=result.ended,
        failed=result.failed,
        usage=result.usage.total,
    )


async def _played(
    runner: Runner, cell: Cell, directory: SweepDirectory, watcher: Watcher | None, until: float
) -> RunResult:
    """Play a cell once no other process is at it.

    Raises:
        InUseError: one still is, past `until`.
    """
    run = directory.run(cell.name)
    while True:
        try:
            if run.exists:
                return await runner.resume(run.path, watcher=watcher)
            return await runner.start(cell.config, directory.cells, name=cell.name, watcher=watcher)
        except InUseError:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(_BETWEEN)
