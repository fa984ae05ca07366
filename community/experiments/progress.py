"""How far a run has come, folded from its events: what a live view shows while they happen and a summary afterwards."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

from community.debate import BeliefEvent, DebateEvent, Event, ExchangeEvent, MessageEvent, QuestionEvent
from community.statistics.estimate import estimate

_WORDS = {"shared": "admitted", "refused": "refused", "observed": "observed"}


@dataclass
class Progress:
    """Counts of a run so far; debates are counted from 1, as people do."""

    debates: int
    """How many are planned."""
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

    @classmethod
    def of(cls, events: Iterable[Event], debates: int) -> Self:
        """The progress of a run with these events."""
        progress = cls(debates)
        for event in events:
            progress.take(event)
        return progress

    @property
    def follow_rate(self) -> float | None:
        """The mean over ended debates."""
        return estimate(self.rates).value

    @property
    def story(self) -> str:
        """The turning points so far, in a line; empty when there is none."""
        return ", ".join(f"first {word} in debate {number}" for word, number in self.firsts.items())

    def take(self, event: Event) -> None:
        """Count one event."""
        match event:
            case QuestionEvent():
                self.current = event.debate + 1
            case ExchangeEvent():
                word = _WORDS[event.outcome]
                self.exchanges[word] += 1
                if word != "observed":
                    self.firsts.setdefault(word, event.debate + 1)
            case BeliefEvent():
                self.belief = event.belief
            case DebateEvent():
                self.ended = event.debate + 1
                self.rates.append(event.follow_rate)
                self.failed += event.status == "failed"
            case MessageEvent():
                pass


def sparkline(rates: Sequence[float | None], width: int, *, levels: str, failed: str) -> str:
    """One sign per debate, or per group of neighbouring debates when there are more than `width`."""
    size = max(1, math.ceil(len(rates) / max(1, width)))
    groups = (estimate(rates[start : start + size]).value for start in range(0, len(rates), size))
    return "".join(failed if rate is None else levels[round(rate * (len(levels) - 1))] for rate in groups)
