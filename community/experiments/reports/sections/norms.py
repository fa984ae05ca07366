"""Norm following by norm and by family (Table 1 and Figure 3 of "Reading the Room")."""

from collections.abc import Sequence

from community.experiments.analysis.rows import Row
from community.experiments.reports.arms import arms, grouped, levels
from community.experiments.reports.chart import Chart, Panel, Point, Reference, Series
from community.experiments.reports.material import Material
from community.experiments.reports.names import FAMILIES, family_name, measure_name, trait
from community.experiments.reports.number import Number, pool
from community.experiments.reports.published import beside
from community.experiments.reports.section import Built
from community.experiments.reports.table import Cell, Cited, Table

_LABEL = measure_name("follow_rate")
_COLUMNS = 6
"""A table with more arms than this is too wide; it then has their mean alone."""


def by_norm(material: Material) -> Built:
    """Norms from the most to the least followed, coloured by family, each arm in a column of the table."""
    rows = _gated(material.rows)
    pooled = {norm: pool(found, "follow_rate") for norm, found in grouped(rows, _norm).items()}
    norms = sorted(pooled, key=lambda norm: (-(pooled[norm].value or 0.0), norm))
    families = {_norm(row): family_name(trait(row, "family")) for row in rows}
    published = beside(rows, "norms")
    cited = {norm: found for norm in norms if (found := published.of(norm=norm))}
    points = tuple(Point(pooled[norm], norm, group=families[norm]) for norm in norms)
    chart = Chart(
        id="norms",
        kind="dots",
        panels=(Panel(_LABEL, (Series("", points),), _references(cited)),),
        caption=f"Norm following by norm{_over(rows)}. {published.note if cited else ''}".strip(),
        reference=published.heading if cited else "",
        groups=tuple(sorted(set(families.values()), key=_place)),
    )
    return Built("By norm", tables=(_table(rows, norms, pooled, families, cited),), charts=(chart,))


def by_family(material: Material) -> Built:
    """Families of norms by arm, with what is published of them."""
    rows = _gated(material.rows)
    groups = arms(rows)
    by_family = grouped(rows, lambda row: family_name(trait(row, "family")))
    families = {family: by_family[family] for family in sorted(by_family, key=_place)}
    series = tuple(
        Series(
            label,
            tuple(
                Point(pool(both, "follow_rate"), family)
                for family in families
                if (both := [row for row in found if family_name(trait(row, "family")) == family])
            ),
        )
        for label, found in groups.items()
    )
    chart = Chart(
        id="families",
        kind="bars",
        panels=(Panel(_LABEL, series),),
        caption="Norm following by family of norms.",
    )
    published = beside(rows, "kinds")
    names = {family_name(trait(row, "family")): str(trait(row, "family")) for row in rows}
    cited = {family: published.of(family=name) for family, name in names.items()}
    columns = ("Family", "norms", *(one.label for one in series))
    cells: list[tuple[Cell, ...]] = [
        (family, len(levels(found, "norm")), *(_at(one, family) for one in series))
        for family, found in families.items()
    ]
    if any(cited.values()):
        columns = (*columns, published.heading)
        cells = [(*row, cited[str(row[0])]) for row in cells]
    note = published.note if any(cited.values()) else ""
    table = Table("families", "Norm following by family", columns, tuple(cells), note)
    return Built("By family", tables=(table,), charts=(chart,))


def _table(
    rows: Sequence[Row],
    norms: Sequence[str],
    pooled: dict[str, Number],
    families: dict[str, str],
    cited: dict[str, Cited],
) -> Table:
    published = beside(rows, "norms")
    by_arm = {label: grouped(found, _norm) for label, found in arms(rows).items()}
    wide = 1 < len(by_arm) <= _COLUMNS
    cells = {
        norm: [pool(found[norm], "follow_rate") if norm in found else None for found in by_arm.values()]
        for norm in norms
    }
    one = published_cells(rows) if wide else {}
    columns = ["Norm", "family", *(by_arm if wide else ()), "mean" if wide else _LABEL]
    return Table(
        id="norms",
        title=f"Norm following by norm{_over(rows)}",
        columns=(*columns, *([published.heading] if cited else [])),
        rows=tuple(
            (
                norm,
                families[norm],
                *(cells[norm] if wide else ()),
                pooled[norm],
                *([cited.get(norm)] if cited else []),
            )
            for norm in norms
        ),
        note=" ".join(filter(None, [published.note if cited else "", *one.values()])),
    )


def published_cells(rows: Sequence[Row]) -> dict[str, str]:
    """Single published cells that are of the norm, the module and the model of some of ours, in words."""
    published = beside(rows, "cells")
    found: dict[str, str] = {}
    for row in rows:
        level = {column: trait(row, column) for column in ("norm", "module", "module_model")}
        number = published.of(**level)
        if number and not trait(row, "module_options"):
            what = f"{level['norm']}, {level['module']}, {level['module_model']}"
            found[what] = f"{published.heading.capitalize()}: {what}: {number.value:.3f}."
    return found


def _references(cited: dict[str, Cited]) -> tuple[Reference, ...]:
    return tuple(Reference(norm, number.value, number.se) for norm, number in cited.items())


def _gated(rows: Sequence[Row]) -> list[Row]:
    """The experiment without its reference conditions, where it is there."""
    return [row for row in rows if trait(row, "condition") == "gated"] or list(rows)


def _over(rows: Sequence[Row]) -> str:
    found = arms(rows)
    return f", mean over {len(found)} treatments" if len(found) > 1 else ""


def _place(family: str) -> tuple[int, str]:
    """Families in the order of the catalogue, then others by name."""
    known = list(FAMILIES.values())
    return (known.index(family) if family in known else len(known), family)


def _norm(row: Row) -> str:
    return str(trait(row, "norm"))


def _at(series: Series, label: str) -> Number | None:
    return next((point.number for point in series.points if point.label == label), None)
