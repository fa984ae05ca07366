"""Which cells are under way: so many at a time, one set of loaded models at a time, none for an unusable endpoint."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from typing import Any

from community.experiments.engines.engine import Outcome
from community.experiments.sweeps.cells import Cell
from community.experiments.sweeps.order import loaded_models


class CellQueue:
    """Cells that wait, and those that are played at present.

    Models that have to be loaded are not changed until the cells that need the loaded ones are done.

    Args:
        cells: in the order in which they are begun.
        play: plays one cell; a cancellation interrupts the cell.
        at_once: how many cells are under way at once.
        is_open: says whether a further cell may begin.
    """

    def __init__(
        self,
        cells: Sequence[Cell],
        play: Callable[[Cell], Coroutine[Any, Any, Outcome]],
        at_once: int,
        is_open: Callable[[], bool] = lambda: True,
    ) -> None:
        self._waiting = deque(cells)
        self._running: dict[asyncio.Task[Outcome], Cell] = {}
        self._play = play
        self._at_once = at_once
        self._is_open = is_open
        self._unusable: dict[str, str] = {}
        """Model whose endpoint cannot be used -> why."""

    async def outcomes(self, until: Awaitable[None]) -> AsyncGenerator[Outcome]:
        """How each cell ended, as it ends.

        Args:
            until: when it is over, the cells under way are interrupted, and none begins.
        """
        over = asyncio.ensure_future(until)
        try:
            while (self._running or (self._waiting and self._is_open())) and not over.done():
                while self._waiting and self._fits(self._waiting[0]):
                    cell = self._waiting.popleft()
                    if stopped := self._stopped(cell):
                        yield stopped
                    else:
                        self._running[asyncio.create_task(self._play(cell))] = cell
                if self._running:
                    await asyncio.wait([*self._running, over], return_when=asyncio.FIRST_COMPLETED)
                for task in [task for task in self._running if task.done()]:
                    yield self._ended(task, self._running.pop(task))
        finally:
            over.cancel()
            for task in self._running:
                task.cancel()
            await asyncio.gather(*self._running, return_exceptions=True)
        while self._running:
            yield self._ended(*self._running.popitem())

    def _fits(self, cell: Cell) -> bool:
        wanted = loaded_models(cell.config)
        return (
            self._is_open()
            and len(self._running) < self._at_once
            and all(wanted == loaded_models(one.config) for one in self._running.values())
        )

    def _ended(self, ended: asyncio.Task[Outcome], cell: Cell) -> Outcome:
        """An outcome; the endpoint that it found unusable stops the other cells that need it."""
        outcome = Outcome(cell=cell.name, status="interrupted") if ended.cancelled() else ended.result()
        if outcome.unusable:
            self._unusable.setdefault(outcome.unusable, outcome.reason or "")
            for task, other in self._running.items():
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
