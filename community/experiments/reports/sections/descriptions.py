"""How right a stated belief is, against over-imitation (Figure 6 of "Reading the Room")."""

from community.experiments.reports.arms import arms, grouped
from community.experiments.reports.chart import Chart, Panel, Point, Series
from community.experiments.reports.material import Material
from community.experiments.reports.names import measure_name, trait
from community.experiments.reports.number import pool
from community.experiments.reports.section import Built
from community.experiments.reports.sections.comparison import arm_table, known_measures


def build(material: Material) -> Built:
    """A point for each run, in the colour of its arm."""
    rows = [row for row in material.rows if trait(row, "idiosyncratic")]
    series = tuple(
        Series(
            label,
            tuple(
                Point(pool(run, "over_imitation"), x=pool(run, "belief_agreement"))
                for run in grouped(found, lambda row: row.run_dir).values()
            ),
        )
        for label, found in arms(rows).items()
        if any(row.value("belief_agreement") is not None for row in found)
    )
    chart = Chart(
        id="descriptions",
        kind="scatter",
        panels=(Panel(measure_name("over_imitation"), series),),
        caption="Over-imitation against how far the stated belief decides like the norm on a fixed sample of texts; "
        "one point a run, over the debates after which the belief states a rule.",
        x_label=measure_name("belief_agreement"),
    )
    measures = known_measures(rows, ("belief_agreement", "belief_rating", "over_imitation", "follow_rate"))
    table = arm_table("descriptions", "Stated beliefs", arms(rows), measures)
    return Built("Descriptions of the norm", tables=(table,), charts=(chart,))
