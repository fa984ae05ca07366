"""A run as plain lines: one for every debate, and one for each turning point."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from community.debate import BeliefEvent, DebateEvent, Event, QuestionEvent
from community.experiments.config import RunConfig
from community.experiments.directory import RunDirectory
from community.experiments.glyphs import one_line
from community.experiments.view import RunView

_BELIEF = 160
"""Characters of a belief that fit a line."""


class PlainView(RunView):
    """For a log, a pipe, or a terminal that asks for no more."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._before: Counter[str] = Counter()
        """The exchanges before the debate under way."""

    def started(self, directory: RunDirectory, config: RunConfig) -> None:
        super().started(directory, config)
        mark = "simulated: " if self.simulated else ""
        self._say(f"{mark}{self.title}, {config.questions} debates, {directory.path}")

    def happened(self, events: Sequence[Event]) -> None:
        if any(isinstance(event, QuestionEvent) for event in events):
            self._before = self.progress.exchanges.copy()
        firsts, belief = dict(self.progress.firsts), self.progress.belief
        super().happened(events)
        if self.replaying and not _failed(events):
            return
        for word, number in self.progress.firsts.items():
            if word not in firsts:
                self._say(f"debate {number}: the newcomer is {word} for the first time")
        for event in events:
            self._tell(event, belief)

    def _tell(self, event: Event, belief: str | None) -> None:
        if isinstance(event, BeliefEvent) and event.belief and event.belief != belief:
            words = one_line(event.belief, _BELIEF, self.glyphs)
            self._say(f"debate {event.debate + 1}: new belief: {words}")
        elif isinstance(event, DebateEvent):
            self._say(f"debate {event.debate + 1} of {self.progress.debates}: {self._ending(event)}")

    def _ending(self, event: DebateEvent) -> str:
        if event.status == "failed":
            return f"failed: {event.reason}"
        rate = "nothing scored" if event.follow_rate is None else f"followed {event.follow_rate:.2f}"
        counts = self.progress.exchanges - self._before
        parts = [rate, f"answer {'right' if event.correct else 'wrong'}"]
        parts += [f"{word} {counts[word]}" for word in ("admitted", "refused", "observed") if counts[word]]
        return ", ".join([*parts, self.time_left] if self.time_left else parts)

    def _say(self, line: str) -> None:
        self.console.print(Text(line), soft_wrap=True)


def _failed(events: Sequence[Event]) -> bool:
    return any(isinstance(event, DebateEvent) and event.status == "failed" for event in events)
