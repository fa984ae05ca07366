"""The 2 x 2 of second-order inference and confidence (Tables 3 and 4, Figures 9 and 10 of "Reading the Room")."""

from collections.abc import Mapping, Sequence

from community.experiments.analysis.comparison import compare
from community.experiments.analysis.rows import Row
from community.experiments.reports.arms import arms, grouped, options_of
from community.experiments.reports.chart import Chart, Panel, Point, Reference, Series
from community.experiments.reports.material import Material
from community.experiments.reports.names import measure_name, trait
from community.experiments.reports.number import Number, pool, run_ids
from community.experiments.reports.published import beside
from community.experiments.reports.section import Built
from community.experiments.reports.table import Cited, Table

_OPTIONS = ("second_order", "confidence")
_LABEL = measure_name("follow_rate")


def build(material: Material) -> Built:
    """Each variant of the module with its difference from the plain one, all together and norm by norm."""
    groups = arms(material.rows)
    published = beside(material.rows, "theory_of_mind")
    cited = {
        label: found
        for label, rows in groups.items()
        if (found := published.of(module=trait(rows[0], "module"), module_options=_variant(rows[0])))
    }
    references = tuple(Reference(label, number.value, number.se) for label, number in cited.items())
    pooled = tuple(Point(pool(rows, "follow_rate"), label) for label, rows in groups.items())
    means = Chart(
        id="theory_of_mind",
        kind="dots",
        panels=(Panel(_LABEL, (Series("", pooled),), references),),
        caption=f"Second-order inference and confidence in theory of mind. {published.note if cited else ''}".strip(),
        reference=published.heading if cited else "",
    )
    by_norm = Chart(
        id="theory_of_mind_norms",
        kind="bars",
        panels=(Panel(_LABEL, tuple(_by_norm(label, rows) for label, rows in groups.items())),),
        caption="The same, norm by norm.",
    )
    return Built(
        "Theory of mind: second order and confidence",
        tables=(_table(groups, cited, published.heading, published.note),),
        charts=(means, by_norm),
    )


def _table(
    groups: Mapping[str, Sequence[Row]], cited: Mapping[str, Cited], heading: str, source: str
) -> Table:
    plain = next((rows for rows in groups.values() if _is_plain(rows[0])), None)
    rows = tuple(
        (
            label,
            pool(found, "follow_rate"),
            _difference(plain, found) if plain and plain is not found else None,
            *([cited.get(label)] if cited else []),
        )
        for label, found in groups.items()
    )
    note = "Differences from the plain module over the debates that both have, same norm, seed and question."
    return Table(
        id="theory_of_mind",
        title="Second-order inference and confidence",
        columns=("", _LABEL, "difference", *([heading] if cited else [])),
        rows=rows,
        note=f"{note} {source}" if cited else note,
    )


def _difference(plain: Sequence[Row], other: Sequence[Row]) -> Number:
    """Other minus plain, debate by debate."""
    report = compare(plain, other, names=("plain", "other"), measures=("follow_rate",))
    mean = report.comparisons[0].paired.difference
    return Number(
        mean=mean,
        unit="pairs of runs",
        of="pairs of debates",
        values=mean.observations,
        missing=mean.missing,
        failed=mean.failed,
        runs=run_ids([*plain, *other]),
    )


def _by_norm(label: str, rows: Sequence[Row]) -> Series:
    found = grouped(rows, lambda row: str(trait(row, "norm")))
    return Series(label, tuple(Point(pool(each, "follow_rate"), norm) for norm, each in found.items()))


def _variant(row: Row) -> str:
    """The options of the design that are on, as they are published."""
    on = sorted(name for name, value in options_of(row).items() if name in _OPTIONS and value == "True")
    return ",".join(f"{name}=True" for name in on)


def _is_plain(row: Row) -> bool:
    return trait(row, "module") == "tom" and not _variant(row)
