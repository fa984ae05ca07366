"""Learning: norm following and accuracy, debate by debate."""

from community.experiments.reports.arms import arms, grouped
from community.experiments.reports.chart import Chart, Panel, Point, Series
from community.experiments.reports.material import Material
from community.experiments.reports.names import measure_name
from community.experiments.reports.number import pool
from community.experiments.reports.section import Built
from community.experiments.reports.sections.comparison import known_measures

_DRAWN = ("follow_rate", "admission_rate")


def build(material: Material) -> Built:
    """A line for each arm."""
    groups = {label: grouped(rows, lambda row: row.index) for label, rows in arms(material.rows).items()}

    def series(measure: str) -> tuple[Series, ...]:
        return tuple(
            Series(label, tuple(Point(pool(found[index], measure), x=index) for index in sorted(found)))
            for label, found in groups.items()
        )

    chart = Chart(
        id="curves",
        kind="lines",
        panels=tuple(
            Panel(measure_name(measure), series(measure)) for measure in known_measures(material.rows, _DRAWN)
        ),
        caption="Learning curves: every debate of a run in order. Intervals are for single points.",
        x_label="Debate",
    )
    return Built("Learning", charts=(chart,))
