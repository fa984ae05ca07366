"""What a person who watches a run is told, whatever it is shown on: progress, pace, and the calls by phase."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.text import Text

from community.debate import DebateEvent, Event, QuestionEvent
from community.experiments.config import SIMULATED, RunConfig
from community.experiments.directory import RunDirectory
from community.experiments.glyphs import glyphs_for
from community.experiments.pace import Pace, duration
from community.experiments.progress import Progress
from community.models.monitor import Tally


class RunView(Tally):
    """A watcher of runs; as a monitor of calls it is a `Tally`. Use it as a context: it may hold the terminal."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.glyphs = glyphs_for(console)
        self.progress = Progress(0)
        self.pace = Pace()
        self.title = ""
        self.simulated = False
        self._made_before = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give back what is held."""

    def reaching(self, config: RunConfig) -> None:
        """Say which endpoints have not answered yet; once the run has started there is nothing to say."""
        waited = [spec for spec in config.specs if not spec.startswith(SIMULATED)]
        if waited and not self.title:
            self.console.print(Text(f"reaching {', '.join(waited)}"), soft_wrap=True)

    def started(self, directory: RunDirectory, config: RunConfig) -> None:
        """The run directory exists and the first debate is about to start."""
        self.progress = Progress(config.questions)
        self.simulated = config.simulated
        parts = (" + ".join(config.norms), f"module {config.module.id}", f"newcomer {config.newcomer}")
        self.title = f" {self.glyphs.dot} ".join(parts)

    def happened(self, events: Sequence[Event]) -> None:
        """A step of a debate has ended."""
        for event in events:
            self.progress.take(event)
            if isinstance(event, QuestionEvent):
                self._made_before = self._made
                self.pace.begin()
            elif isinstance(event, DebateEvent):
                self.pace.end(replayed=self.replaying)

    @property
    def time_left(self) -> str:
        """How long the rest takes at the recent pace; empty before there is one."""
        seconds = self.pace.left(self.progress.debates - self.progress.ended)
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

    @property
    def replaying(self) -> bool:
        """Whether the debate under way has so far only repeated what an earlier attempt at the run had done."""
        return self._made == self._made_before

    @property
    def _made(self) -> int:
        """Calls that were not answered by the journal."""
        return self.sources["called"] + self.sources["cached"]
