"""What a person who watches a sweep is told: cells, calls by endpoint, tokens, time left."""

import time
from collections import Counter
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from rich.console import Console, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from community.experiments.runs.config import RunSettings
from community.experiments.runs.directory import RunDirectory
from community.experiments.sweeps.cells import Cell
from community.experiments.watching.glyphs import glyphs_for, one_line
from community.experiments.watching.pace import duration
from community.models.journal import Finished
from community.models.monitor import Monitor, Phase, Tally
from community.records import RunEvent

if TYPE_CHECKING:
    from community.experiments.engines.engine import Outcome

_TICK = 0.2
"""Seconds between two pictures, at least."""
_REASON = 160
"""Characters of a reason that fit a line."""


class SweepWatcher(Monitor, Protocol):
    """Is told of every call and episode of every cell; must be quick and must not raise."""

    def episode_ended(self, cell: Cell, *, replayed: bool) -> None:
        """An episode of a cell is over; a replayed one had happened in an earlier attempt."""


class CellWatcher:
    """Watches the run of one cell for those who watch the sweep."""

    def __init__(self, cell: Cell, watchers: Sequence[SweepWatcher]) -> None:
        self._cell = cell
        self._watchers = watchers
        self._replayed = True

    def started(self, directory: RunDirectory, config: RunSettings) -> None:
        """The run is about to be played."""

    def happened(self, events: Sequence[RunEvent]) -> None:
        """A step is on disk."""
        for _ in range(sum(event.ends is not None for event in events)):
            for watcher in self._watchers:
                watcher.episode_ended(self._cell, replayed=self._replayed)
            self._replayed = True

    def moved(self, endpoint: str, before: Phase | None, after: Phase | None, seconds: float = 0.0) -> None:
        """A call changed its phase."""
        for watcher in self._watchers:
            watcher.moved(endpoint, before, after, seconds)

    def finished(self, call: Finished) -> None:
        """A call is over."""
        self._replayed = self._replayed and call.source == "replayed"
        for watcher in self._watchers:
            watcher.finished(call)


class SweepView(Tally):
    """Plain lines: one for every cell that ends. Use it as a context: a subclass may hold the terminal."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.glyphs = glyphs_for(console)
        self.title = ""
        self.simulated = False
        self.outcomes = Counter[str]()
        self._began = time.monotonic()
        self._cells = 0
        self._before = 0
        self._episodes = self._episodes_left = 0
        self._fresh = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give back what is held."""

    def began(self, title: str, cells: Sequence[Cell], *, before: int) -> None:
        """The sweep is about to play these cells; so many others were finished before."""
        self.title = title
        self.simulated = any(cell.config.simulated for cell in cells)
        self._began = time.monotonic()
        self._cells, self._before = len(cells), before
        self._episodes = self._episodes_left = sum(cell.config.episodes for cell in cells)
        mark = "simulated: " if self.simulated else ""
        done = f", {before} finished before" if before else ""
        self._say(f"{mark}{title}, {self._cells} cells{done}")

    def episode_ended(self, cell: Cell, *, replayed: bool) -> None:
        """An episode of a cell is over."""
        self._episodes_left -= 1
        self._fresh += not replayed

    def cell_ended(self, outcome: "Outcome") -> None:
        """A cell ended."""
        self.outcomes[outcome.status] += 1
        told = f"{outcome.cell}: {outcome.status}"
        if outcome.reason:
            told += f": {one_line(outcome.reason, _REASON, self.glyphs)}"
        elif outcome.failed:
            told += f", {outcome.failed} of {outcome.episodes} episodes failed"
        left = f", {self.time_left}" if self.time_left else ""
        self._say(f"{self.ended} of {self._cells}: {told}{left}")

    @property
    def ended(self) -> int:
        """Cells that ended, however they did."""
        return sum(self.outcomes.values())

    @property
    def time_left(self) -> str:
        """How long the rest takes at the pace so far; empty before there is one."""
        if not self._fresh or self._episodes_left <= 0:
            return ""
        each = (time.monotonic() - self._began) / self._fresh
        return f"about {duration(each * self._episodes_left)} left"

    def _say(self, line: str) -> None:
        self.console.print(Text(line), soft_wrap=True)


class LiveSweepView(SweepView):
    """A picture on the terminal, drawn anew in place, with a line above it for every cell that is not finished."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._drawn = 0.0

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def began(self, title: str, cells: Sequence[Cell], *, before: int) -> None:
        super().began(title, cells, before=before)
        self._live.start()

    def cell_ended(self, outcome: "Outcome") -> None:
        if outcome.status == "finished" and not outcome.failed:
            self.outcomes[outcome.status] += 1
        else:
            super().cell_ended(outcome)
        self._draw()

    def moved(self, endpoint: str, before: Phase | None, after: Phase | None, seconds: float = 0.0) -> None:
        super().moved(endpoint, before, after, seconds)
        self._draw()

    def finished(self, call: Finished) -> None:
        super().finished(call)
        self._draw()

    def picture(self) -> RenderableType:
        """The sweep as it stands now."""
        rows = Table.grid(padding=(0, 2), expand=True)
        rows.add_column(style="dim", no_wrap=True, width=10)
        rows.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        heading = Text("simulated  " if self.simulated else "", style="yellow")
        rows.add_row("sweep", heading.append(one_line(self.title, 200, self.glyphs), style="bold default"))
        rows.add_row("cells", self._cells_row())
        rows.add_row("episodes", self._episodes_row())
        for endpoint, load in self.loads.items():
            parts = [f"{load.in_flight} in flight", f"{load.waiting} waiting", f"{load.retrying} retrying"]
            told = f" {self.glyphs.dot} ".join(part for part in parts if not part.startswith("0 "))
            rows.add_row("calls", Text(f"{endpoint}  {told}", style="dim"))
        reused = self.sources["cached"] + self.sources["replayed"]
        spent = (
            f"{self.tokens:,} tokens {self.glyphs.dot} {self.sources['called']:,} calls, {reused:,} reused"
        )
        rows.add_row("spent", Text(spent, style="dim"))
        return Padding(rows, (1, 2, 0, 2))

    def _cells_row(self) -> RenderableType:
        text = Text(f"{self.ended} of {self._cells}")
        lost = self.outcomes["failed"] + self.outcomes["stopped"]
        return text.append(f"  {lost} not finished" if lost else "", style="red")

    def _episodes_row(self) -> RenderableType:
        """Cells play at once and end late, so that episodes tell how far all is."""
        ended = self._episodes - self._episodes_left
        text = Text(f"{ended:,} of {self._episodes:,}")
        left = f", {self.time_left}" if self.time_left else ""
        text.append(f"  {duration(time.monotonic() - self._began)}{left}", style="dim")
        line = Table.grid(padding=(0, 2))
        line.add_row(ProgressBar(max(1, self._episodes), ended, width=30, style="dim"), text)
        return line

    def _draw(self) -> None:
        now = time.monotonic()
        if self._live.is_started and now - self._drawn >= _TICK:
            self._drawn = now
            self._live.update(self.picture(), refresh=True)
