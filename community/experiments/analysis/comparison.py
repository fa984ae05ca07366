"""What one arm has over another, from pairs of the same episode: same norm, seed and question, and all else alike."""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence

from community.errors import UserError
from community.experiments.analysis.clusters import (
    Level,
    grouped,
    labels_of,
    levels_of,
    mean_of,
    observations,
    shares_questions,
    shown,
)
from community.experiments.analysis.rows import SPANS, Row
from community.records import SCHEMA_VERSION, Record
from community.statistics.clustered import ClusteredMean
from community.statistics.holm import holm
from community.statistics.observations import Observation
from community.statistics.paired import PairedDifference, paired_difference

_SEED = 0
"""Of the signs that are drawn where a test cannot try all."""


class Comparison(Record):
    """The arms on one measure.

    Attributes:
        measure: what is compared.
        levels: the columns that pairs were grouped by -> the level of this group.
        simulated: scripted people took part in both arms; else in neither.
        first: mean of all episodes of the first arm, paired or not.
        second: the same of the second.
        paired: second minus first over the pairs; one cluster is a pair of runs.
        adjusted_p: its p value by Holm over all comparisons of the report.
    """

    measure: str
    levels: dict[str, Level]
    simulated: bool
    first: ClusteredMean
    second: ClusteredMean
    paired: PairedDifference
    adjusted_p: float | None


class ArmRecord(Record):
    """What an arm is made of.

    Attributes:
        name: as a person would say it.
        runs: how many runs it has.
        open_runs: how many of these did not finish.
        episodes: how many episodes began.
        failed: how many of these failed.
    """

    name: str
    runs: int
    open_runs: int
    episodes: int
    failed: int


class ComparisonReport(Record):
    """What `community compare --json` prints.

    Attributes:
        simulated: scripted people took part in both arms; else in neither.
        differing: the columns in which the arms have no level in common -> the levels of each.
        paired_by: the columns whose levels the halves of a pair share, where these vary.
        tested: how many comparisons have a p value, and are corrected for together.
    """

    schema_version: int = SCHEMA_VERSION
    simulated: bool
    first: ArmRecord
    second: ArmRecord
    differing: dict[str, tuple[tuple[Level, ...], tuple[Level, ...]]]
    paired_by: tuple[str, ...]
    tested: int
    comparisons: tuple[Comparison, ...]


def compare(
    first: Sequence[Row],
    second: Sequence[Row],
    *,
    names: tuple[str, str],
    measures: Sequence[str] = (),
    by: Sequence[str] = (),
) -> ComparisonReport:
    """Compare two arms measure by measure; the headline measures unless others are named.

    Raises:
        UserError: an arm is empty or of another setting, runs are ambiguous, or simulated and real would be mixed.
        UnknownIdError: there is no such measure or column.
    """
    _demand_one_kind(first, second)
    pairing = _Pairing(first, second)
    wanted = tuple(measures) or _measured(first, second)
    found = [pairing.compared(measure, by, levels) for measure in wanted for levels in pairing.groups(by)]
    adjusted = holm(
        {str(place): each.paired.p_value and each.paired.p_value.value for place, each in enumerate(found)}
    )
    return ComparisonReport(
        simulated=first[0].simulated,
        first=_arm(names[0], first),
        second=_arm(names[1], second),
        differing=pairing.differing,
        paired_by=pairing.paired_by,
        tested=sum(p is not None for p in adjusted.values()),
        comparisons=tuple(
            each.model_copy(update={"adjusted_p": adjusted[str(place)]}) for place, each in enumerate(found)
        ),
    )


def arm(rows: Sequence[Row], text: str) -> list[Row]:
    """The rows of an arm `COLUMN=LEVEL`, such as `module=tom`.

    Raises:
        UserError: it is not of this form, or no row has this level.
        UnknownIdError: there is no such column.
    """
    column, sign, level = text.partition("=")
    if not sign:
        raise UserError(f"an arm is COLUMN=LEVEL, for example module=tom; got {text!r}")
    found = [row for row in rows if shown(row.level(column)) == level]
    if not found:
        levels = ", ".join(shown(known) for known in levels_of(rows, column))
        raise UserError(f"no run has {text!r}; levels of {column}: {levels}")
    return found


class _Pairing:
    """Finds the pairs of two arms."""

    def __init__(self, first: Sequence[Row], second: Sequence[Row]) -> None:
        self._arms = (first, second)
        axes = [axis for axis in labels_of(first) if axis in labels_of(second)]
        columns = [column for column in dict.fromkeys([*axes, *first[0].factors]) if column != "seed"]
        levels = {column: (levels_of(first, column), levels_of(second, column)) for column in columns}
        self.differing = {
            column: (tuple(one), tuple(other))
            for column, (one, other) in levels.items()
            if not set(one) & set(other)
        }
        common = [column for column in columns if column not in self.differing]
        self._within = [column for column in common if column in first[0].within]
        self._key = [*(column for column in common if column not in self._within), "seed"]
        rows = [*first, *second]
        varied = [column for column in [*self._within, *self._key] if len(levels_of(rows, column)) > 1]
        self.paired_by = (*varied, *(["seed"] if "seed" not in varied else []), "index", "question")
        self._runs = {row.run_dir: tuple(row.level(column) for column in self._key) for row in rows}
        for rows in self._arms:
            self._demand_one_run_each(rows)

    def groups(self, by: Sequence[str]) -> list[tuple[Level, ...]]:
        """The levels of some columns that both arms have.

        Raises:
            UserError: there is none.
            UnknownIdError: there is no such column.
        """
        one, other = (grouped(rows, by) for rows in self._arms)
        common = [key[1:] for key in one if key in other]
        if not common:
            raise UserError(f"the arms have no level of {' and '.join(by)} in common")
        return common

    def compared(self, measure: str, by: Sequence[str], levels: tuple[Level, ...]) -> Comparison:
        first, second = (self._part(rows, by, levels) for rows in self._arms)
        scale = first[0].scale(measure)
        mean = mean_of(scale)
        return Comparison(
            measure=measure,
            levels=dict(zip(by, levels, strict=True)),
            simulated=first[0].simulated,
            first=mean(observations(first, measure)),
            second=mean(observations(second, measure)),
            paired=paired_difference(*self._halves(first, second, measure), seed=_SEED, within=SPANS[scale]),
            adjusted_p=None,
        )

    def _halves(
        self, first: Sequence[Row], second: Sequence[Row], measure: str
    ) -> tuple[Mapping[Hashable, Observation], Mapping[Hashable, Observation]]:
        """Each arm's observations by what pairs them; all of them crossed with questions, or none."""
        crossed = shares_questions([*first, *second], self._cluster)
        one, other = (
            {
                self._pair_key(row): Observation(
                    value=row.value(measure),
                    cluster=self._cluster(row),
                    crossed=row.question if crossed else None,
                    failed=row.status == "failed",
                )
                for row in rows
            }
            for rows in (first, second)
        )
        return one, other

    def _run_key(self, row: Row) -> Hashable:
        return self._runs[row.run_dir]

    def _cluster(self, row: Row) -> Hashable:
        return self._run_key(row) if row.clustered_by == "run" else row.question

    def _pair_key(self, row: Row) -> Hashable:
        within = (row.level(column) for column in self._within)
        return (self._run_key(row), row.index, row.question, *within)

    def _part(self, rows: Sequence[Row], by: Sequence[str], levels: tuple[Level, ...]) -> list[Row]:
        return [row for row in rows if tuple(row.level(column) for column in by) == levels]

    def _demand_one_run_each(self, rows: Sequence[Row]) -> None:
        runs: defaultdict[Hashable, set[str]] = defaultdict(set)
        for row in rows:
            runs[self._run_key(row)].add(row.run_dir)
        twice = next((sorted(found) for found in runs.values() if len(found) > 1), None)
        if twice:
            raise UserError(
                f"{twice[0]} and {twice[1]} are runs of the same arm with the same options and seed; "
                "which of them is to be paired cannot be told, so name folders with one of them"
            )


def _demand_one_kind(first: Sequence[Row], second: Sequence[Row]) -> None:
    rows = [*first, *second]
    if not first or not second:
        raise UserError("there is nothing to compare: no episode has begun in one of the arms")
    if len({row.setting for row in rows}) > 1:
        raise UserError("runs of different settings cannot be compared")
    if len({row.simulated for row in rows}) > 1:
        raise UserError(
            "simulated runs and runs of models cannot be compared: one says nothing about the other"
        )


def _measured(first: Sequence[Row], second: Sequence[Row]) -> tuple[str, ...]:
    """The headline measures that some episode has a value of."""
    rows = [*first, *second]
    return tuple(name for name in rows[0].headline if any(row.value(name) is not None for row in rows))


def _arm(name: str, rows: Sequence[Row]) -> ArmRecord:
    return ArmRecord(
        name=name,
        runs=len({row.run_dir for row in rows}),
        open_runs=len({row.run_dir for row in rows if row.run_status != "finished"}),
        episodes=len(rows),
        failed=sum(row.status == "failed" for row in rows),
    )
