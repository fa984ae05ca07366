"""How far a run of chats has come, folded from its events: what a view shows meanwhile."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import RenderableType
from rich.text import Text

from community.chat import BeliefEvent, ChatEvent, Event, OpeningEvent, PhaseEvent, TurnEvent
from community.experiments.watching.glyphs import Glyphs, one_line
from community.experiments.watching.news import News, ending
from community.experiments.watching.sparkline import sparkline
from community.records import RunEvent
from community.statistics.estimate import share

UPTAKE = "taken up"
_CURVE = 50


def met(turn: TurnEvent) -> str | None:
    """How a newcomer's message is met, in words; None for an empty message."""
    if turn.reception is None:
        return None
    return (turn.reception.sanction or UPTAKE).replace("_", " ")


@dataclass
class ChatProgress:
    """Counts of a run so far; chats are counted from 1, as people do."""

    planned: int
    turns: int
    """Of every chat."""
    current: int = 0
    ended: int = 0
    failed: int = 0
    turn: int = 0
    """The last turn of the chat under way."""
    norms: tuple[str, ...] = ()
    """In force."""
    complied: list[bool | None] = field(default_factory=list[bool | None])
    """What was decided of each message of a newcomer."""
    met: Counter[str] = field(default_factory=Counter[str])
    """How often newcomers were taken up, or sanctioned in what way."""
    beliefs: dict[str, str | None] = field(default_factory=dict[str, str | None])
    _before: Counter[str] = field(default_factory=Counter[str])
    """How newcomers were met before the chat under way."""
    _news: News = field(default_factory=News)

    def take(self, events: Sequence[RunEvent]) -> None:
        self._news.clear()
        for event in events:
            assert isinstance(event, Event)
            self._count(event)

    def _count(self, event: Event) -> None:
        match event:
            case OpeningEvent():
                self.current, self.turn = event.chat + 1, 0
                self._before = self.met.copy()
            case PhaseEvent():
                self.norms = event.norms
                if event.turn > 1:
                    self._tell(event.turn, f"the norm is now {' + '.join(event.norms)}")
            case TurnEvent():
                self._count_turn(event)
            case BeliefEvent():
                if event.belief and event.belief != self.beliefs.get(event.newcomer):
                    self._tell(event.turn, f"new belief of {event.newcomer}: ", event.belief)
                self.beliefs[event.newcomer] = event.belief
            case ChatEvent():
                self.ended += 1
                self.failed += event.failed
                self._news.tell(f"chat {self.current} of {self.planned}: {self._ending(event)}")
            case _:
                pass

    def _count_turn(self, event: TurnEvent) -> None:
        self.turn = event.turn
        if event.role == "newcomer":
            self.complied.append(event.complies)
        how = met(event)
        if how is not None:
            self.met[how] += 1
            if self.met[how] == 1:
                words = how if how == UPTAKE else f"met with {how}"
                self._tell(event.turn, f"{event.speaker} is {words} for the first time")

    def rows(self, glyphs: Glyphs, width: int) -> Sequence[tuple[str, RenderableType]]:
        dot = f" {glyphs.dot} "
        turn = Text(f"{self.turn} of {self.turns}").append(f"{dot}{' + '.join(self.norms)}", style="dim")
        rows: list[tuple[str, RenderableType]] = [
            ("turn", turn),
            ("following", self._following(glyphs, width)),
        ]
        if self.met:
            rows.append(("newcomers", dot.join(f"{how} {count}" for how, count in self.met.items())))
        for newcomer, belief in self.beliefs.items():
            if belief:
                rows.append((newcomer, Text(one_line(belief, width, glyphs), style="italic")))
        return rows

    def news(self, glyphs: Glyphs) -> Sequence[str]:
        return self._news.lines(glyphs)

    def _tell(self, turn: int, words: str, belief: str = "") -> None:
        self._news.tell(f"chat {self.current}, turn {turn}: {words}", belief)

    def _ending(self, event: ChatEvent) -> str:
        counts = self.met - self._before
        return ending(event, *(f"{how} {count}" for how, count in counts.items()))

    def _following(self, glyphs: Glyphs, width: int) -> Text:
        rate = share(self.complied)
        if rate is None:
            return Text("not known yet", style="dim")
        rates = [None if complied is None else float(complied) for complied in self.complied]
        line = sparkline(rates, min(_CURVE, width - 6), levels=glyphs.levels, failed=glyphs.failed)
        return Text(f"{rate:.2f}").append(f"  {line}", style="green")
