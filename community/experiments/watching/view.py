"""What a person who watches a run is told, whatever it is shown on: progress, pace, and the calls by phase."""

from collections.abc import Hashable, Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.text import Text

from community.experiments.runs.config import RunSettings
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import read_events
from community.experiments.runs.manifest import read_manifest
from community.experiments.runs.setting import Progress, setting_of
from community.experiments.watching.glyphs import glyphs_for
from community.experiments.watching.pace import Pace, duration
from community.models import is_simulated
from community.models.monitor import Tally
from community.records import RunEvent


class RunView(Tally):
    """A watcher of runs; as a monitor of calls it is a `Tally`. Use it as a context: it may hold the terminal."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.glyphs = glyphs_for(console)
        self.progress: Progress | None = None
        self.pace = Pace()
        self.noun = self.nouns = ""
        self.title = ""
        self.simulated = False
        self.replaying = False
        """Whether the last step only repeated what an earlier attempt at the run had done."""
        self._made_before = 0
        self._ended_before: frozenset[Hashable] = frozenset()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give back what is held."""

    def reaching(self, config: RunSettings) -> None:
        """Say which endpoints have not answered yet; once the run has started there is nothing to say."""
        waited = [spec for spec in config.specs if not is_simulated(spec)]
        if waited and not self.title:
            self.console.print(Text(f"reaching {', '.join(waited)}"), soft_wrap=True)

    def started(self, directory: RunDirectory, config: RunSettings) -> None:
        """The run directory exists and the first episode is about to start."""
        setting = setting_of(config)
        self.noun, self.nouns, self.progress = setting.noun, setting.nouns, setting.progress(config)
        self.pace = Pace(setting.recent)
        earlier = read_events(directory.events, setting.read_event)
        self._ended_before = frozenset(event.ends for event in earlier if event.ends is not None)
        for line in _skipped(directory):
            self.console.print(Text(line, style="yellow"), soft_wrap=True)
        self.simulated = config.simulated
        self.title = f" {self.glyphs.dot} ".join(config.title)

    def happened(self, events: Sequence[RunEvent]) -> None:
        """A step of an episode has ended."""
        assert self.progress is not None
        current, ended = self.progress.current, self.progress.ended
        self.progress.take(events)
        self.replaying = self._repeats(events)
        if self.progress.ended != ended:
            self.pace.end(replayed=self.replaying)
        if self.progress.current != current:
            self._made_before = self._made
            self.pace.begin()

    @property
    def time_left(self) -> str:
        """How long the rest takes at the recent pace; empty before there is one."""
        left = self.progress.planned - self.progress.ended if self.progress else 0
        seconds = self.pace.left(left)
        return "" if seconds is None else f"about {duration(seconds)} left"

    @property
    def calls(self) -> str:
        """The calls of all endpoints by phase, and the tokens so far."""
        loads = list(self.loads.values())
        parts = [f"{sum(load.in_flight for load in loads)} in flight"]
        waiting, retrying = sum(load.waiting for load in loads), sum(load.retrying for load in loads)
        parts += [f"{waiting} waiting"] if waiting else []
        parts += [f"{retrying} retrying"] if retrying else []
        return f" {self.glyphs.dot} ".join([*parts, f"{self.tokens:,} tokens"])

    def _repeats(self, events: Sequence[RunEvent]) -> bool:
        """By what was on disk when an episode ends; until then, by whether its calls come from the journal."""
        ends = {event.ends for event in events if event.ends is not None}
        return ends <= self._ended_before if ends else self._made == self._made_before

    @property
    def _made(self) -> int:
        """Calls that were not answered by the journal."""
        return self.sources["called"] + self.sources["cached"]


def _skipped(directory: RunDirectory) -> Sequence[str]:
    """What the run leaves out; nothing before there is a manifest."""
    return read_manifest(directory.manifest).skipped if directory.manifest.is_file() else ()
