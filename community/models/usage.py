"""What a run's calls cost, folded from its journal: nothing here depends on what a process remembers."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from community.models.journal import JournaledCall, Rung
from community.records import Record


class Totals(Record):
    """Sums over calls. Tokens, seconds and retries are of calls that were sent; a cached one costs nothing."""

    calls: int
    """Calls sent."""
    cached: int
    """Calls whose reply came from the cache across runs."""
    retries: int
    """Tries that failed before a call went through."""
    prompt_tokens: int
    completion_tokens: int
    estimated: int
    """Calls whose tokens the provider did not count; ours are an estimate."""
    seconds: float
    """Sum over calls, from sending to the reply."""
    truncated: int
    """Replies, cached ones too, that ended at the token limit or inside their thinking."""
    rungs: dict[Rung, int]
    """How structured replies were read, one count a reply that was wanted, a re-ask included in it."""


class UsageReport(Record):
    """All calls of a run, and the same by who called, by purpose and by model."""

    total: Totals
    by_who: dict[str, Totals]
    by_purpose: dict[str, Totals]
    by_model: dict[str, Totals]


def summarize(calls: Iterable[JournaledCall]) -> UsageReport:
    """Fold the calls of a journal, as `read_calls` gives them. A replay writes no line and so is not counted."""
    total, who, purpose, model = _Sum(), _Sums(), _Sums(), _Sums()
    for call in calls:
        for part in (total, who[call.who], purpose[call.purpose], model[call.spec]):
            part.add(call)
    return UsageReport(
        total=total.totals(), by_who=who.totals(), by_purpose=purpose.totals(), by_model=model.totals()
    )


@dataclass
class _Sum:
    counts: Counter[str] = field(default_factory=Counter[str])
    seconds: float = 0.0
    rungs: dict[tuple[str, str, str], tuple[int, Rung]] = field(
        default_factory=dict[tuple[str, str, str], tuple[int, Rung]]
    )
    """The last attempt of each structured reply and the rung it ended on."""

    def add(self, call: JournaledCall) -> None:
        if call.source == "cached":
            self.counts["cached"] += 1
        else:
            self._pay(call)
        self.counts["truncated"] += call.finish != "stop"
        if call.rung is not None:
            place = (call.where, call.who, call.purpose)
            self.rungs[place] = max(self.rungs.get(place, (-1, call.rung)), (call.attempt, call.rung))

    def _pay(self, call: JournaledCall) -> None:
        self.seconds += call.seconds
        self.counts["calls"] += 1
        self.counts["retries"] += call.retries
        self.counts["prompt_tokens"] += call.usage.prompt_tokens
        self.counts["completion_tokens"] += call.usage.completion_tokens
        self.counts["estimated"] += call.usage.estimated

    def totals(self) -> Totals:
        names = ("calls", "cached", "retries", "prompt_tokens", "completion_tokens", "estimated", "truncated")
        rungs: Counter[Rung] = Counter(rung for _, rung in self.rungs.values())
        return Totals(
            **{name: self.counts[name] for name in names},
            seconds=round(self.seconds, 4),
            rungs={rung: rungs[rung] for rung in sorted(rungs)},
        )


class _Sums(dict[str, _Sum]):
    def __missing__(self, name: str) -> _Sum:
        self[name] = _Sum()
        return self[name]

    def totals(self) -> dict[str, Totals]:
        return {name: self[name].totals() for name in sorted(self)}
