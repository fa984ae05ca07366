"""How far a run of scenarios has come, folded from its events: what a view shows meanwhile."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import RenderableType
from rich.text import Text

from community.experiments.watching.glyphs import Glyphs, one_line
from community.records import RunEvent
from community.scenarios.config import CONDITIONS, Condition
from community.scenarios.records import Event
from community.statistics.estimate import share

_REPLY = 160


@dataclass
class ScenarioProgress:
    """Counts of a run so far. Replies overlap, so the current one is the first that is not over."""

    planned: int
    per_scenario: int
    """Replies to each scenario."""
    current: int = 1
    """The reply that is waited for; the last one at the end."""
    ended: int = 0
    failed: int = 0
    labels: dict[Condition, list[bool | None]] = field(default_factory=dict[Condition, list[bool | None]])
    """What the judge said of each reply, by condition."""
    latest: Event | None = None
    """The last reply."""
    _of_scenario: list[bool | None] = field(default_factory=list[bool | None])
    """What was said of the replies to the scenario under way."""
    _news: list[str] = field(default_factory=list[str])

    def take(self, events: Sequence[RunEvent]) -> None:
        self._news = []
        for event in events:
            assert isinstance(event, Event)
            self._count(event)

    def _count(self, event: Event) -> None:
        if self.latest is not None and self.latest.scenario != event.scenario:
            self._of_scenario = []
        self.latest = event
        self.ended += 1
        self.current = min(self.ended + 1, self.planned)
        self.failed += event.failed
        self.labels.setdefault(event.condition, []).append(event.complies)
        self._of_scenario.append(event.complies)
        if event.failed:
            self._news.append(f"reply {self.ended} of {self.planned} failed: {event.reason}")
        if len(self._of_scenario) == self.per_scenario:
            number, all_of_them = self.ended // self.per_scenario, self.planned // self.per_scenario
            self._news.append(f"scenario {number} of {all_of_them}: {self._told()}, {event.scenario}")

    def _told(self) -> str:
        said = self._of_scenario
        unknown = f", {said.count(None)} without a verdict" if None in said else ""
        return f"{said.count(True)} of {len(said)} replies comply{unknown}"

    def rows(self, glyphs: Glyphs, width: int) -> Sequence[tuple[str, RenderableType]]:
        rows: list[tuple[str, RenderableType]] = [("complying", self._shares(glyphs))]
        if self.latest is not None:
            rows.append(("latest", _verdict(self.latest, glyphs, width)))
        return rows

    def news(self, glyphs: Glyphs) -> Sequence[str]:
        return self._news

    def _shares(self, glyphs: Glyphs) -> Text:
        text = Text()
        for condition in CONDITIONS:
            if condition in self.labels:
                complying = share(self.labels[condition])
                told = "n/a" if complying is None else f"{complying:.2f}"
                text.append(f" {glyphs.dot} " if text else "", style="dim")
                text.append(f"{condition} ", style="dim").append(told)
        return text if text else Text("not known yet", style="dim")


def _verdict(event: Event, glyphs: Glyphs, width: int) -> Text:
    """The reply on one line, with what the judge said of it."""
    if event.complies is None:
        return Text(one_line(event.reason or "no verdict", width, glyphs), style="yellow")
    sign, style = (glyphs.right, "green") if event.complies else (glyphs.wrong, "red")
    return Text(f"{sign} ", style=style).append(
        one_line(event.reply or "", min(width, _REPLY) - 2, glyphs), style="default"
    )
