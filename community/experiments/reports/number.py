"""A number of a report with all it rests on: its error, what is missing from it, and the runs it comes from."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from community.experiments.analysis.rows import Row
from community.experiments.analysis.summaries import mean
from community.records import Record
from community.statistics.clustered import ClusteredMean


class Number(Record):
    """A mean within each episode, then over episodes, then equally over norms where there are several.

    Attributes:
        mean: with its error over units.
        unit: what the error is over: norms where there are several, else runs; of replies, scenarios.
        of: what is averaged: debates, chats, replies and so on.
        values: how many of them have a value.
        missing: finished ones without.
        failed: those that failed or did not end.
        why: the reason that the records give for there being no value.
        runs: the directories of the runs behind it.
    """

    fewest_drawn: ClassVar[int] = 3
    """Units; the interval of fewer is as wide as its axis, and stands in tables alone."""

    mean: ClusteredMean
    unit: str
    of: str
    values: int
    missing: int
    failed: int
    why: str | None = None
    runs: tuple[str, ...]

    @property
    def value(self) -> float | None:
        """The mean; None when there is nothing to average."""
        return self.mean.value

    @property
    def ends(self) -> tuple[float, float] | None:
        """The ends of its interval; None without one."""
        return (self.mean.interval.low, self.mean.interval.high) if self.mean.interval else None

    @property
    def drawn(self) -> tuple[float, float] | None:
        """The ends of its interval in a figure; None where it has none or rests on too few units."""
        units = min(self.mean.n, self.mean.crossed or self.mean.n)
        return self.ends if units >= self.fewest_drawn else None


class Count(Record):
    """So many of so many, or so many.

    Attributes:
        runs: the directories of the runs in which they were counted.
    """

    part: int
    whole: int | None = None
    runs: tuple[str, ...] = ()


def pool(rows: Sequence[Row], measure: str) -> Number:
    """Average a measure, with an error over norms where there are several, else over runs."""
    several = len({getattr(row, "norm", None) for row in rows}) > 1
    found = mean(rows, measure, weighting="norms" if several else "episodes")
    known = sum(row.value(measure) is not None for row in rows)
    finished = sum(row.status == "finished" for row in rows)
    reasons = {row.missing[measure] for row in rows if measure in row.missing}
    return Number(
        mean=found,
        unit="norms" if several else "runs" if found.crossed is None else "runs and questions",
        of=next((row.called for row in rows), "episodes"),
        values=known,
        missing=finished - known,
        failed=len(rows) - finished,
        why=reasons.pop() if not known and len(reasons) == 1 else None,
        runs=run_ids(rows),
    )


def over_scenarios(mean: ClusteredMean, of: str, runs: tuple[str, ...]) -> Number:
    """A mean that was scored from replies, with its error over scenarios."""
    return Number(
        mean=mean,
        unit="scenarios",
        of=of,
        values=mean.observations,
        missing=mean.missing,
        failed=mean.failed,
        why=mean.reason if mean.value is None else None,
        runs=runs,
    )


def run_ids(rows: Iterable[Row]) -> tuple[str, ...]:
    """The runs of some rows, each once, in order."""
    return tuple(dict.fromkeys(row.run_dir for row in rows))
