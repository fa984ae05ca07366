"""What costly habits do to accuracy and norm following (Figure 5 of "Reading the Room")."""

from collections.abc import Sequence

from community.experiments.analysis.rows import Row
from community.experiments.reports.arms import arms, grouped
from community.experiments.reports.chart import Chart, Panel, Point, Series
from community.experiments.reports.material import Material
from community.experiments.reports.names import level_name, measure_name
from community.experiments.reports.number import pool
from community.experiments.reports.section import Built
from community.experiments.reports.sections.comparison import arm_table, known_measures

_DRAWN = ("follow_rate", "accuracy", "over_imitation")
_HABITS = ("costly", "idiosyncratic")


def build(material: Material) -> Built:
    """Bars for each arm: without habits, with plain and with costly ones."""
    kinds = grouped(material.rows, lambda row: level_name(row, "costly"))
    measures = known_measures(material.rows, _DRAWN)

    def panel(measure: str) -> Panel:
        return Panel(measure_name(measure), tuple(_series(kind, kinds[kind], measure) for kind in kinds))

    chart = Chart(
        id="costs",
        kind="bars",
        panels=tuple(map(panel, measures)),
        caption="Costly habits use up the words of whoever copies them.",
    )
    groups = {
        f"{label}, {kind}": rows
        for kind, found in kinds.items()
        for label, rows in arms(found, apart=_HABITS).items()
    }
    return Built(
        "Costly over-imitation",
        tables=(arm_table("costs", "Costly habits", groups, measures),),
        charts=(chart,),
    )


def _series(kind: str, rows: Sequence[Row], measure: str) -> Series:
    points = (Point(pool(found, measure), label) for label, found in arms(rows, apart=_HABITS).items())
    return Series(kind, tuple(points))
