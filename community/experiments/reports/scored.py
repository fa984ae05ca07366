"""Runs of scenarios scored treatment by treatment: what tables and figures about replies are made of."""

from collections.abc import Iterator
from dataclasses import dataclass

from community.experiments.analysis.rows import Row
from community.experiments.reports.arms import arms
from community.experiments.reports.material import Material
from community.experiments.reports.number import Count, Number, over_scenarios, run_ids
from community.scenarios.scoring import ScenarioMetrics, score_scenarios
from community.statistics.clustered import ClusteredMean


@dataclass(frozen=True)
class Scored:
    """The runs of one treatment.

    Attributes:
        label: what tells it from the others.
        rows: its replies.
        metrics: of all its runs together.
    """

    label: str
    rows: tuple[Row, ...]
    metrics: ScenarioMetrics

    @property
    def runs(self) -> tuple[str, ...]:
        """Their directories."""
        return run_ids(self.rows)

    def number(self, mean: ClusteredMean, of: str = "scenarios") -> Number:
        """One of its numbers."""
        return over_scenarios(mean, of, self.runs)

    def count(self, part: int, whole: int | None = None) -> Count:
        """One of its counts."""
        return Count(part=part, whole=whole, runs=self.runs)

    def share(self, value: float | None, n: int, missing: int = 0) -> Number:
        """One of its numbers that has no error."""
        reason = "nothing was scored" if value is None else "too few for an error"
        mean = ClusteredMean(value=value, se=None, n=n, observations=n, missing=missing, reason=reason)
        return self.number(mean)


def scored(material: Material) -> Iterator[Scored]:
    """Each treatment; what a subject is told about the earlier chat is not part of it."""
    for label, rows in arms(material.rows, apart=("condition",), first="subject").items():
        runs = (material.replies[run] for run in run_ids(rows))
        yield Scored(label, tuple(rows), score_scenarios(*runs))
