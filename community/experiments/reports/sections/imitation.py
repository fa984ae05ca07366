"""Norm following against over-imitation (Figure 4 of "Reading the Room")."""

from community.experiments.reports.arms import arms
from community.experiments.reports.chart import Chart, Panel, Point, Series
from community.experiments.reports.material import Material
from community.experiments.reports.names import measure_name, trait
from community.experiments.reports.number import pool
from community.experiments.reports.section import Built


def build(material: Material) -> Built:
    """A point for each arm whose community has habits; the numbers are in the table of treatments."""
    rows = [row for row in material.rows if trait(row, "idiosyncratic")]
    series = tuple(
        Series(label, (Point(pool(found, "over_imitation"), label, x=pool(found, "follow_rate")),))
        for label, found in arms(rows).items()
    )
    chart = Chart(
        id="imitation",
        kind="scatter",
        panels=(Panel(measure_name("over_imitation"), series),),
        caption="Over-imitation, the share of scored rounds that show a habit nobody enforces, against norm following. "
        "Selective learners are at the lower right.",
        x_label=measure_name("follow_rate"),
    )
    return Built("Over-imitation", charts=(chart,))
