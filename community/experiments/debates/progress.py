"""How far a debate run has come, folded from its events: what a view shows meanwhile and a summary afterwards."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

from rich.console import RenderableType
from rich.text import Text

from community.debate import BeliefEvent, DebateEvent, Event, ExchangeEvent, MessageEvent, QuestionEvent
from community.experiments.watching.glyphs import Glyphs, one_line
from community.experiments.watching.news import News, ending
from community.experiments.watching.pace import RECENT
from community.experiments.watching.sparkline import sparkline
from community.records import RunEvent
from community.statistics.estimate import estimate

_WORDS = {"shared": "admitted", "refused": "refused", "observed": "observed"}


@dataclass
class DebateProgress:
    """Counts of a run so far; debates are counted from 1, as people do."""

    planned: int
    current: int = 0
    """The debate that began last; 0 before the first."""
    ended: int = 0
    """The debate that ended last."""
    rates: list[float | None] = field(default_factory=list[float | None])
    """Follow rate of each ended debate, in order; None for a failed one."""
    failed: int = 0
    exchanges: Counter[str] = field(default_factory=Counter[str])
    """How often a background agent admitted, refused or was observed by the newcomer."""
    belief: str | None = None
    firsts: dict[str, int] = field(default_factory=dict[str, int])
    """The debates of the first refusal and of the first admission, in the order of their happening."""
    _before: Counter[str] = field(default_factory=Counter[str])
    """The exchanges before the debate under way."""
    _news: News = field(default_factory=News)

    @classmethod
    def of(cls, events: Iterable[Event], debates: int) -> Self:
        """The progress of a run with these events."""
        progress = cls(debates)
        for event in events:
            progress._count(event)
        return progress

    @property
    def follow_rate(self) -> float | None:
        """The mean over ended debates."""
        return estimate(self.rates).value

    @property
    def story(self) -> str:
        """The turning points so far, in a line; empty when there is none."""
        return ", ".join(f"first {word} in debate {number}" for word, number in self.firsts.items())

    def take(self, events: Sequence[RunEvent]) -> None:
        self._news.clear()
        for event in events:
            assert isinstance(event, Event)
            self._count(event)

    def _count(self, event: Event) -> None:
        match event:
            case QuestionEvent():
                self.current = event.debate + 1
                self._before = self.exchanges.copy()
            case ExchangeEvent():
                word = _WORDS[event.outcome]
                self.exchanges[word] += 1
                if word != "observed" and word not in self.firsts:
                    self.firsts[word] = event.debate + 1
                    self._tell(event.debate, f": the newcomer is {word} for the first time")
            case BeliefEvent():
                if event.belief and event.belief != self.belief:
                    self._tell(event.debate, ": new belief: ", event.belief)
                self.belief = event.belief
            case DebateEvent():
                self.ended = event.debate + 1
                self.rates.append(event.follow_rate)
                self.failed += event.failed
                self._tell(event.debate, f" of {self.planned}: {self._ending(event)}")
            case MessageEvent():
                pass

    def rows(self, glyphs: Glyphs, width: int) -> Sequence[tuple[str, RenderableType]]:
        rows: list[tuple[str, RenderableType]] = [("following", self._following(glyphs, width))]
        if self.exchanges:
            rows.append(("newcomer", self._exchanges(glyphs)))
        if self.story:
            rows.append(("story", self.story))
        if self.belief:
            rows.append(("belief", Text(one_line(self.belief, width, glyphs), style="italic")))
        return rows

    def news(self, glyphs: Glyphs) -> Sequence[str]:
        return self._news.lines(glyphs)

    def _tell(self, debate: int, words: str, belief: str = "") -> None:
        self._news.tell(f"debate {debate + 1}{words}", belief)

    def _ending(self, event: DebateEvent) -> str:
        counts = self.exchanges - self._before
        told = (f"{word} {counts[word]}" for word in _WORDS.values() if counts[word])
        return ending(event, f"answer {'right' if event.correct else 'wrong'}", *told)

    def _following(self, glyphs: Glyphs, width: int) -> Text:
        rate = self.follow_rate
        if rate is None:
            return Text("not known yet", style="dim")
        recent = estimate(self.rates[-RECENT:]).value
        of_late = f"  {recent:.2f} of late" if recent is not None and len(self.rates) > RECENT else ""
        line = sparkline(
            self.rates, min(50, width - 6 - len(of_late)), levels=glyphs.levels, failed=glyphs.failed
        )
        return Text(f"{rate:.2f}").append(f"  {line}", style="green").append(of_late, style="dim")

    def _exchanges(self, glyphs: Glyphs) -> Text:
        counts, dot = self.exchanges, f" {glyphs.dot} "
        text = Text(f"admitted {counts['admitted']}", style="green").append(dot, style="dim")
        text.append(f"refused {counts['refused']}", style="red")
        return text.append(f"{dot}observed {counts['observed']}", style="dim")
