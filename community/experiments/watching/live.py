"""A run as a picture on the terminal, drawn anew in place and gone when the run is over."""

import asyncio
import time
from collections.abc import Sequence
from types import TracebackType

from rich.console import Console, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from community.experiments.runs.config import RunSettings
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.setting import Progress
from community.experiments.watching.pace import duration
from community.experiments.watching.view import RunView
from community.models.journal import Finished
from community.models.monitor import Phase
from community.records import RunEvent

_TICK = 0.1
"""Seconds between two pictures, at least."""
_LABELS = 12
"""Columns that the labels take."""
_MARGIN = 2


class LiveView(RunView):
    """Draws when something moves and once a second; everything in the thread of the event loop."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._began = self._drawn = time.monotonic()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def started(self, directory: RunDirectory, config: RunSettings) -> None:
        super().started(directory, config)
        self._began = self._drawn = time.monotonic()
        self._live.start()
        self._tick(asyncio.get_running_loop())

    def happened(self, events: Sequence[RunEvent]) -> None:
        super().happened(events)
        self._draw()

    def moved(self, endpoint: str, before: Phase | None, after: Phase | None, seconds: float = 0.0) -> None:
        super().moved(endpoint, before, after, seconds)
        self._draw()

    def finished(self, call: Finished) -> None:
        super().finished(call)
        self._draw()

    def picture(self) -> RenderableType:
        """The run as it stands now."""
        rows = Table.grid(padding=(0, 2), expand=True)
        rows.add_column(style="dim", no_wrap=True, width=_LABELS - 2)
        rows.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        rows.add_row("community", self._heading())
        if self.progress is not None:
            rows.add_row(self.noun, self._episodes(self.progress))
            for label, content in self.progress.rows(self.glyphs, self._width):
                rows.add_row(label, content)
        rows.add_row("calls", Text(self.calls, style="dim"))
        return Padding(rows, (1, _MARGIN, 0, _MARGIN))

    @property
    def _width(self) -> int:
        """Columns beside the labels."""
        return max(8, self.console.width - _LABELS - 2 * _MARGIN)

    def _heading(self) -> Text:
        heading = Text("simulated  " if self.simulated else "", style="yellow")
        return heading.append(self.title, style="bold default")

    def _episodes(self, progress: Progress) -> RenderableType:
        text = Text(f"{max(progress.current, 1)} of {progress.planned}")
        text.append(f"  {duration(time.monotonic() - self._began)}", style="dim")
        text.append(f", {self.time_left}" if self.time_left else "", style="dim")
        text.append(f"  {progress.failed} failed" if progress.failed else "", style="red")
        room = min(40, self._width - text.cell_len - 2)
        if room < 8:
            return text
        line = Table.grid(padding=(0, 2))
        line.add_row(ProgressBar(progress.planned, progress.ended, width=room, style="dim"), text)
        return line

    def _draw(self) -> None:
        now = time.monotonic()
        if self._live.is_started and now - self._drawn >= _TICK:
            self._drawn = now
            self._live.update(self.picture(), refresh=True)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        """Keep the clock going while models think."""
        self._draw()
        loop.call_later(1.0, self._tick, loop)
