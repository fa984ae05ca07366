"""The number of discussion rounds (Figure 8 of "Reading the Room")."""

from collections.abc import Sequence

from community.experiments.analysis.rows import Row
from community.experiments.reports.arms import arms, grouped
from community.experiments.reports.chart import Chart, Panel, Point, Series
from community.experiments.reports.material import Material
from community.experiments.reports.names import measure_name, trait
from community.experiments.reports.number import pool
from community.experiments.reports.section import Built
from community.experiments.reports.sections.comparison import arm_table, known_measures

_LISTED = ("accuracy", "community_accuracy", "follow_rate", "admission_rate")


def build(material: Material) -> Built:
    """Accuracy of the newcomer in each arm and of the community, and norm following, over rounds."""
    groups = arms(material.rows, apart=("rounds",))
    accuracy = [_series(label, rows, "accuracy") for label, rows in groups.items()]
    if any(row.value("community_accuracy") is not None for row in material.rows):
        accuracy.append(_series("Community", material.rows, "community_accuracy"))
    following = [_series(label, rows, "follow_rate") for label, rows in groups.items()]
    chart = Chart(
        id="rounds",
        kind="lines",
        panels=(
            Panel(measure_name("accuracy"), tuple(accuracy)),
            Panel(measure_name("follow_rate"), tuple(following)),
        ),
        caption="Accuracy of last answers and norm following by the number of discussion rounds.",
        x_label="Discussion rounds T",
    )
    by_rounds = {
        f"{label}, T = {count}": found
        for label, rows in groups.items()
        for count, found in sorted(grouped(rows, _rounds).items())
    }
    table = arm_table("rounds", "Discussion rounds", by_rounds, known_measures(material.rows, _LISTED))
    return Built("Number of rounds", tables=(table,), charts=(chart,))


def _series(label: str, rows: Sequence[Row], measure: str) -> Series:
    found = grouped(rows, _rounds)
    return Series(label, tuple(Point(pool(found[count], measure), x=count) for count in sorted(found)))


def _rounds(row: Row) -> int:
    count = trait(row, "rounds")
    assert isinstance(count, int)
    return count
