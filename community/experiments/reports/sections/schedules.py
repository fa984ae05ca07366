"""Schedules of taking part (Figure 7 of "Reading the Room")."""

from collections.abc import Sequence

from community.experiments.analysis.rows import Row
from community.experiments.reports.arms import arms, grouped
from community.experiments.reports.chart import Chart, Panel, Point, Series
from community.experiments.reports.material import Material
from community.experiments.reports.names import level_name, measure_name
from community.experiments.reports.number import pool
from community.experiments.reports.section import Built
from community.experiments.reports.sections.comparison import arm_table, known_measures

_LISTED = ("follow_rate", "accuracy", "admission_rate", "over_imitation")


def build(material: Material) -> Built:
    """How often the newcomer takes part, and how often it follows, debate by debate; each arm under each schedule."""
    kinds = grouped(material.rows, lambda row: level_name(row, "schedule"))
    several = len(arms(material.rows, apart=("schedule",))) > 1
    chart = Chart(
        id="schedules",
        kind="lines",
        panels=tuple(
            Panel(measure_name(name), tuple(_series(kind, rows, name) for kind, rows in kinds.items()))
            for name in ("participation", "follow_rate")
        ),
        caption="Above, the share of rounds in which the newcomer takes part, as in every final one; below, norm "
        f"following{', over all treatments' if several else ''}.",
        x_label="Debate",
    )
    groups = {
        f"{label}, {kind}": found
        for kind, rows in kinds.items()
        for label, found in arms(rows, apart=("schedule",)).items()
    }
    table = arm_table("schedules", "Schedules", groups, known_measures(material.rows, _LISTED))
    return Built("Schedules of taking part", tables=(table,), charts=(chart,))


def _series(kind: str, rows: Sequence[Row], measure: str) -> Series:
    found = grouped(rows, lambda row: row.index)
    return Series(kind, tuple(Point(pool(found[at], measure), x=at) for at in sorted(found)))
