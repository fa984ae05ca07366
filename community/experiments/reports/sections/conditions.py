"""The reference conditions: what the community's reasoning is worth, and what following costs when one is told."""

from community.experiments.reports.arms import arms
from community.experiments.reports.chart import Chart
from community.experiments.reports.material import Material
from community.experiments.reports.section import Built
from community.experiments.reports.sections.comparison import arm_panels, arm_table, known_measures

_DRAWN = ("follow_rate", "accuracy", "admission_rate")
_LISTED = (*_DRAWN, "initial_accuracy", "community_accuracy", "initial_follow_rate")


def build(material: Material) -> Built:
    """A figure and a table, with the condition named first."""
    groups = arms(material.rows, first="condition")
    chart = Chart(
        id="conditions",
        kind="dots",
        panels=arm_panels(groups, known_measures(material.rows, _DRAWN)),
        caption="Reference conditions: sharing depends on the norm (gated, told), is free (open), or there is no "
        "community (alone); told newcomers are given the norm.",
    )
    table = arm_table("conditions", "Reference conditions", groups, known_measures(material.rows, _LISTED))
    return Built("Reference conditions", tables=(table,), charts=(chart,))
