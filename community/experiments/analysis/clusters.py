"""Rows as the room of statistics takes them: which of them hang together, and what is missing."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial

from community.experiments.analysis.rows import SPANS, Row, Scale
from community.statistics.clustered import ClusteredMean, clustered_mean, clustered_share
from community.statistics.observations import Observation

Level = str | int | bool | None
"""A value of a column that rows are grouped by."""


def cluster_of(row: Row) -> Hashable:
    """What a row hangs together with."""
    return row.run_dir if row.clustered_by == "run" else row.question


def observations(
    rows: Sequence[Row], measure: str, *, cluster: Callable[[Row], Hashable] = cluster_of
) -> list[Observation]:
    """One observation a row, clustered by its run, and by its question too where runs share questions."""
    crossed = shares_questions(rows, cluster)
    return [
        Observation(
            value=row.value(measure),
            cluster=cluster(row),
            crossed=row.question if crossed else None,
            failed=row.status == "failed",
        )
        for row in rows
    ]


def shares_questions(rows: Iterable[Row], cluster: Callable[[Row], Hashable]) -> bool:
    """Whether there are several questions and one of them is talked about in several clusters."""
    where: defaultdict[str | None, set[Hashable]] = defaultdict(set)
    for row in rows:
        where[row.question].add(cluster(row))
    return None not in where and len(where) > 1 and any(len(clusters) > 1 for clusters in where.values())


def mean_of(scale: Scale, *, level: float = 0.95) -> Callable[[Sequence[Observation]], ClusteredMean]:
    """The mean that suits a scale."""
    if scale == "share":
        return partial(clustered_share, level=level)
    return partial(clustered_mean, within=SPANS[scale], level=level)


def grouped(rows: Iterable[Row], by: Sequence[str]) -> dict[tuple[Level, ...], list[Row]]:
    """Rows by whether they are simulated and then by some columns, in the order of levels."""
    groups: defaultdict[tuple[Level, ...], list[Row]] = defaultdict(list)
    for row in rows:
        groups[(row.simulated, *(row.level(column) for column in by))].append(row)
    return {key: groups[key] for key in sorted(groups, key=lambda key: tuple(map(_rank, key)))}


def levels_of(rows: Iterable[Row], column: str) -> list[Level]:
    """The distinct levels of a column, in order."""
    return sorted({row.level(column) for row in rows}, key=_rank)


def labels_of(rows: Sequence[Row]) -> list[str]:
    """The axes that all rows have a label of."""
    return [axis for axis in rows[0].labels if all(axis in row.labels for row in rows)] if rows else []


def varying(rows: Sequence[Row], but: Sequence[str] = ()) -> Mapping[str, int]:
    """The columns of the treatment, and the seed, that have several levels here, with how many."""
    columns = dict.fromkeys([*labels_of(rows), *(rows[0].factors if rows else ()), "seed"])
    counts = {column: len(levels_of(rows, column)) for column in columns if column not in but}
    return {column: count for column, count in counts.items() if count > 1}


def shown(level: Level) -> str:
    """A level as a person writes it."""
    if level is None:
        return "none"
    return str(level).lower() if isinstance(level, bool) else str(level)


def _rank(level: Level) -> tuple[int, float, str]:
    """Nothing first, then numbers, then words."""
    if level is None:
        return (0, 0.0, "")
    return (1, float(level), "") if isinstance(level, int) else (2, 0.0, level)
