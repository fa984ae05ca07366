"""Means of rows, grouped as one likes, with what is missing beside every number; simulated rows are always apart."""

from collections.abc import Sequence
from typing import Literal

from community.experiments.analysis.clusters import (
    Level,
    grouped,
    mean_of,
    observations,
    varying,
)
from community.experiments.analysis.rows import Row
from community.records import Record
from community.statistics.clustered import ClusteredMean
from community.statistics.curves import CurvePoint, learning_curve
from community.statistics.estimate import mean as plain_mean
from community.statistics.observations import Observation

Weighting = Literal["episodes", "norms"]
"""Every episode counts alike; or, as in "Reading the Room", every norm: within episodes, over them, then over norms."""


class Average(Record):
    """One mean of a table.

    Attributes:
        measure: what was averaged.
        levels: the columns that the rows were grouped by -> the level of this group.
        simulated: scripted people took part in all of it; else in none of it.
        weighting: what counts alike.
        mean: its error is over runs (and questions where runs share them), or over norms when these count alike.
        episodes: rows that have a value.
        missing: rows that have none though nothing failed.
        failed: rows of episodes that failed.
        runs: how many runs they come from.
        open_runs: how many of these did not finish.
        pooled: what else varies in the group -> how many levels were averaged over.
    """

    measure: str
    levels: dict[str, Level]
    simulated: bool
    weighting: Weighting
    mean: ClusteredMean
    episodes: int
    missing: int
    failed: int
    runs: int
    open_runs: int
    pooled: dict[str, int]


class Curve(Record):
    """How a measure goes along the episodes of runs, or the rounds of episodes."""

    measure: str
    levels: dict[str, Level]
    simulated: bool
    along: str
    points: tuple[CurvePoint, ...]


def summarize(
    rows: Sequence[Row],
    measures: Sequence[str],
    *,
    by: Sequence[str] = (),
    weighting: Weighting = "episodes",
    level: float = 0.95,
) -> tuple[Average, ...]:
    """The mean of each measure in each group of rows, measure by measure.

    Args:
        rows: of one setting.
        measures: columns that are numbers.
        by: columns, or axes of a sweep, whose levels are kept apart.
        weighting: what counts alike.
        level: of the intervals.

    Raises:
        UnknownIdError: there is no such measure or column.
    """
    groups = grouped(rows, by)
    return tuple(
        _average(group, measure, dict(zip(by, key[1:], strict=True)), weighting=weighting, level=level)
        for measure in measures
        for key, group in groups.items()
    )


def curves(
    rows: Sequence[Row], measure: str, *, by: Sequence[str] = (), along: str = "index"
) -> tuple[Curve, ...]:
    """A measure at every episode of a run (`along="index"`) or, from rows of rounds, at every `round`."""
    return tuple(
        Curve(
            measure=measure,
            levels=dict(zip(by, key[1:], strict=True)),
            simulated=group[0].simulated,
            along=along,
            points=learning_curve(
                {
                    int(at or 0): observations(part, measure)
                    for (_, at), part in grouped(group, [along]).items()
                },
                average=mean_of(group[0].scale(measure)),
            ),
        )
        for key, group in grouped(rows, by).items()
    )


def mean(
    rows: Sequence[Row], measure: str, *, weighting: Weighting = "episodes", level: float = 0.95
) -> ClusteredMean:
    """The mean of a measure over rows; see `Weighting`."""
    over = observations(rows, measure) if weighting == "episodes" else _norms(rows, measure)
    return mean_of(rows[0].scale(measure), level=level)(over)


def _average(
    rows: Sequence[Row], measure: str, levels: dict[str, Level], *, weighting: Weighting, level: float
) -> Average:
    values = [row.value(measure) for row in rows]
    failed = sum(row.status == "failed" for row in rows)
    known = sum(value is not None for value in values)
    return Average(
        measure=measure,
        levels=levels,
        simulated=rows[0].simulated,
        weighting=weighting,
        mean=mean(rows, measure, weighting=weighting, level=level),
        episodes=known,
        missing=len(rows) - known - failed,
        failed=failed,
        runs=len({row.run_dir for row in rows}),
        open_runs=len({row.run_dir for row in rows if row.run_status != "finished"}),
        pooled=dict(varying(rows, but=tuple(levels))),
    )


def _norms(rows: Sequence[Row], measure: str) -> list[Observation]:
    """One observation a norm: the mean over its episodes."""
    return [
        Observation(value=plain_mean(row.value(measure) for row in group), cluster=norm)
        for (_, norm), group in grouped(rows, ["norm"]).items()
    ]
