"""Modules by newcomer models, one matrix a measure: whether what a module does depends on who wears it."""

from collections.abc import Mapping, Sequence

from community.experiments.analysis.rows import Row
from community.experiments.reports.arms import arms, grouped
from community.experiments.reports.material import Material
from community.experiments.reports.names import measure_name, model_name, trait
from community.experiments.reports.number import pool
from community.experiments.reports.section import Built
from community.experiments.reports.sections.comparison import known_measures
from community.experiments.reports.table import Cell, Table

_LISTED = ("follow_rate", "accuracy", "over_imitation")


def build(material: Material) -> Built:
    """A row for each module, with whatever else tells treatments apart, and a column for each newcomer."""
    groups = {
        label: grouped(rows, _newcomer) for label, rows in arms(material.rows, apart=("newcomer",)).items()
    }
    newcomers = list(grouped(material.rows, _newcomer))
    measures = known_measures(material.rows, _LISTED)
    return Built(
        "Modules by models", tables=tuple(_matrix(groups, newcomers, measure) for measure in measures)
    )


def _matrix(
    groups: Mapping[str, Mapping[str, Sequence[Row]]], newcomers: Sequence[str], measure: str
) -> Table:
    def cells(found: Mapping[str, Sequence[Row]]) -> tuple[Cell, ...]:
        return tuple(pool(found[name], measure) if name in found else None for name in newcomers)

    return Table(
        id=f"models_{measure}",
        title=f"{measure_name(measure)} by treatment and newcomer",
        columns=("", *newcomers),
        rows=tuple((label, *cells(found)) for label, found in groups.items()),
    )


def _newcomer(row: Row) -> str:
    return model_name(str(trait(row, "newcomer")))
