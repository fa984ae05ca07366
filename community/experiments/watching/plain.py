"""A run as plain lines: one for every episode, and one for each turning point."""

from collections.abc import Sequence

from rich.text import Text

from community.experiments.runs.config import RunSettings
from community.experiments.runs.directory import RunDirectory
from community.experiments.watching.numbers import counted
from community.experiments.watching.view import RunView
from community.records import RunEvent


class PlainView(RunView):
    """For a log, a pipe, or a terminal that asks for no more."""

    def started(self, directory: RunDirectory, config: RunSettings) -> None:
        super().started(directory, config)
        assert self.progress is not None
        mark = "simulated: " if self.simulated else ""
        planned = counted(self.progress.planned, self.noun, self.nouns)
        self._say(f"{mark}{self.title}, {planned}, {directory.path}")

    def happened(self, events: Sequence[RunEvent]) -> None:
        super().happened(events)
        assert self.progress is not None
        if self.replaying and not any(event.failed for event in events):
            return
        *lines, last = [*self.progress.news(self.glyphs)] or [""]
        over = any(event.ends is not None and not event.failed for event in events)
        if last and over and self.time_left:
            last = f"{last}, {self.time_left}"
        for line in (*lines, last):
            if line:
                self._say(line)

    def _say(self, line: str) -> None:
        self.console.print(Text(line), soft_wrap=True)
