"""The engine that plays cells in this process: one event loop, one runner, many cells at once."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field

from community.experiments.engines.engine import Outcome, play_cell
from community.experiments.runs.run import Runner, Watcher
from community.experiments.sweeps.cells import Cell
from community.experiments.sweeps.directory import SweepDirectory
from community.experiments.sweeps.order import loaded_models
from community.experiments.sweeps.watching import CellWatcher, SweepWatcher

AT_ONCE = 64
"""Cells that are under way at once: enough to keep any endpoint busy, few enough for the open files of a process."""


@dataclass
class LocalEngine:
    """Plays cells at once, as far as the limits of the endpoints let their calls through.

    Models that have to be loaded into this machine are not changed until the cells that need the loaded ones are done.

    Attributes:
        runner: whose clients, limits and cache all cells share. Stopping its limits stops the engine cleanly.
        watchers: are told what happens, in all cells.
        at_once: how many cells are under way at once.
    """

    runner: Runner
    watchers: Sequence[SweepWatcher] = ()
    at_once: int = AT_ONCE
    _unusable: dict[str, str] = field(default_factory=dict[str, str])
    """Model whose endpoint cannot be used -> why."""

    async def play(self, cells: Sequence[Cell], directory: SweepDirectory) -> AsyncGenerator[Outcome]:
        """See `Engine`."""
        waiting, running = deque(cells), dict[asyncio.Task[Outcome], Cell]()
        drained = asyncio.create_task(self.runner.limits.drained())
        try:
            while (waiting or running) and not drained.done():
                while waiting and self._fits(waiting[0], running):
                    cell = waiting.popleft()
                    if stopped := self._stopped(cell):
                        yield stopped
                    else:
                        running[asyncio.create_task(self._play(cell, directory))] = cell
                if running:
                    await asyncio.wait([*running, drained], return_when=asyncio.FIRST_COMPLETED)
                for task in [task for task in running if task.done()]:
                    yield self._ended(task, running.pop(task), running)
        finally:
            drained.cancel()
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
        for task, cell in running.items():
            yield self._ended(task, cell, {})

    async def _play(self, cell: Cell, directory: SweepDirectory) -> Outcome:
        watcher: Watcher | None = CellWatcher(cell, self.watchers) if self.watchers else None
        return await play_cell(self.runner, cell, directory, watcher)

    def _fits(self, cell: Cell, running: dict[asyncio.Task[Outcome], Cell]) -> bool:
        wanted = loaded_models(cell.config)
        return len(running) < self.at_once and all(
            wanted == loaded_models(one.config) for one in running.values()
        )

    def _ended(
        self, ended: asyncio.Task[Outcome], cell: Cell, running: dict[asyncio.Task[Outcome], Cell]
    ) -> Outcome:
        """An outcome; the endpoint that it found unusable stops the other cells that need it."""
        outcome = Outcome(cell=cell.name, status="interrupted") if ended.cancelled() else ended.result()
        if outcome.unusable:
            self._unusable.setdefault(outcome.unusable, outcome.reason or "")
            for task, other in running.items():
                if outcome.unusable in other.config.specs:
                    task.cancel()
        if outcome.status == "interrupted":
            return self._stopped(cell) or outcome
        return outcome

    def _stopped(self, cell: Cell) -> Outcome | None:
        """The outcome of a cell that needs an endpoint that is known to be unusable."""
        spec = next((spec for spec in cell.config.specs if spec in self._unusable), None)
        if spec is None:
            return None
        return Outcome(cell=cell.name, status="stopped", reason=self._unusable[spec], unusable=spec)
