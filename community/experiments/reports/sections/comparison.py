"""All arms side by side: norm following, accuracy, admission, over-imitation (Figure 2 of "Reading the Room")."""

from collections.abc import Sequence

from community.experiments.analysis.rows import Row
from community.experiments.reports.arms import arms, levels
from community.experiments.reports.chart import Chart, Panel, Point, Reference, Series
from community.experiments.reports.material import Material
from community.experiments.reports.names import measure_name, trait
from community.experiments.reports.number import pool
from community.experiments.reports.published import Beside, beside
from community.experiments.reports.section import Built
from community.experiments.reports.table import Cell, Cited, Table

_DRAWN = ("follow_rate", "accuracy", "over_imitation")
_LISTED = (
    "follow_rate",
    "accuracy",
    "initial_accuracy",
    "admission_rate",
    "over_imitation",
    "belief_agreement",
)


def build(material: Material) -> Built:
    """A figure with a row for each arm, and the table behind it."""
    groups = arms(material.rows)
    published = beside([row for row in material.rows if _is_plain(row)], "modules")
    cited = {label: cited for label, rows in groups.items() if (cited := _cited(rows, published))}
    references = tuple(Reference(label, number.value) for label, number in cited.items())
    panels = arm_panels(groups, known_measures(material.rows, _DRAWN))
    first = Panel(panels[0].label, panels[0].series, references)
    chart = Chart(
        id="comparison",
        kind="dots",
        panels=(first, *panels[1:]),
        caption="Norm following and what comes with it, by treatment."
        + (f" {published.note}" if references else ""),
        reference=published.heading if references else "",
    )
    note = "Norm following is averaged within a debate, then over debates, then equally over norms."
    table = arm_table(
        "comparison",
        "Treatments",
        groups,
        known_measures(material.rows, _LISTED),
        note=f"{note} {published.note}" if cited else note,
        further={published.heading: cited} if cited else {},
    )
    return Built("Treatments compared", tables=(table,), charts=(chart,))


def known_measures(rows: Sequence[Row], wanted: Sequence[str]) -> list[str]:
    """Those of the measures that some row has a value of."""
    return [measure for measure in wanted if any(row.value(measure) is not None for row in rows)]


def arm_panels(groups: dict[str, list[Row]], measures: Sequence[str]) -> tuple[Panel, ...]:
    """One panel a measure, with one point for each group."""
    return tuple(
        Panel(
            measure_name(measure),
            (Series("", tuple(Point(pool(rows, measure), label) for label, rows in groups.items())),),
        )
        for measure in measures
    )


def arm_table(
    name: str,
    title: str,
    groups: dict[str, list[Row]],
    measures: Sequence[str],
    *,
    note: str = "",
    further: dict[str, dict[str, Cited]] | None = None,
) -> Table:
    """One row for each group, one column a measure; `further` columns have cells by the labels of groups."""
    more = further or {}

    def cells(label: str, rows: Sequence[Row]) -> tuple[Cell, ...]:
        counts = (len(levels(rows, "norm")), len(levels(rows, "run_dir")))
        cited = (column.get(label) for column in more.values())
        return label, *counts, *(pool(rows, measure) for measure in measures), *cited

    return Table(
        id=name,
        title=title,
        columns=("", "norms", "runs", *map(measure_name, measures), *more),
        rows=tuple(cells(label, rows) for label, rows in groups.items()),
        note=note,
    )


def _cited(rows: Sequence[Row], published: Beside) -> Cited | None:
    first = rows[0]
    if not _is_plain(first):
        return None
    return published.of(module=trait(first, "module"), module_model=trait(first, "module_model"))


def _is_plain(row: Row) -> bool:
    """Whether a row is of isolated norms, the experiment itself, and a module as it comes."""
    return (
        trait(row, "condition") == "gated"
        and not trait(row, "idiosyncratic")
        and not trait(row, "module_options")
    )
