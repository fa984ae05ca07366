"""The engine that plays cells in this process: one event loop, one runner, many cells at once."""

import gc
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass

from community.experiments.engines.engine import Outcome, play_cell
from community.experiments.engines.queue import CellQueue
from community.experiments.runs.run import Runner
from community.experiments.sweeps.cells import Cell
from community.experiments.sweeps.directory import SweepDirectory
from community.experiments.sweeps.watching import CellWatcher, SweepWatcher

AT_ONCE = 64
"""Cells that are under way at once: enough to keep any endpoint busy, few enough for the open files of a process."""


@dataclass
class LocalEngine:
    """Plays cells at once, as far as the limits of the endpoints let their calls through.

    Attributes:
        runner: whose clients, limits and cache all cells share. Stopping its limits stops the engine cleanly.
        watchers: are told what happens, in all cells.
        at_once: how many cells are under way at once.
    """

    runner: Runner
    watchers: Sequence[SweepWatcher] = ()
    at_once: int = AT_ONCE

    async def play(self, cells: Sequence[Cell], directory: SweepDirectory) -> AsyncGenerator[Outcome]:
        """See `Engine`."""

        async def play(cell: Cell) -> Outcome:
            watcher = CellWatcher(cell, self.watchers) if self.watchers else None
            return await play_cell(self.runner, cell, directory, watcher)

        queue = CellQueue(cells, play, self.at_once)
        with _collecting_less():
            async with aclosing(queue.outcomes(self.runner.limits.drained())) as outcomes:
                async for outcome in outcomes:
                    yield outcome


@contextmanager
def _collecting_less() -> Generator[None]:
    """Keep the garbage collector from looking through all that is loaded again and again: every call waits for it."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
