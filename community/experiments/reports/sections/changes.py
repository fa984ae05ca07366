"""What conditions change in accuracy against `naive`, scenario by scenario (the figure of LoSoNA)."""

from collections.abc import Iterator, Sequence

from community.experiments.reports.chart import Chart, Panel, Point, Reference, Series
from community.experiments.reports.material import Material
from community.experiments.reports.published_replies import (
    PublishedReplies,
    published_note,
    published_replies,
)
from community.experiments.reports.scored import Scored, scored
from community.experiments.reports.section import Built
from community.experiments.reports.sections.scenarios import OURS
from community.experiments.reports.table import Cell, Cited, Table
from community.scenarios.config import BASELINE
from community.scenarios.scoring import Comparison

_TITLE = f"Change against {BASELINE}"
_CAPTION = (
    "Change in accuracy against naive; in brackets, scenarios that fail under naive and succeed here (+), and the "
    "other way round (-)."
)


def build(material: Material) -> Built:
    """A point with its interval for each subject and condition, and the counts behind it."""
    treatments = list(scored(material))
    published = [each for each in published_replies(material.rows) if "change" in each.numbers]
    rows = [row for each in treatments for row in _changes(each)]
    if not rows:
        return Built(_TITLE, text=f"No subject was asked under {BASELINE} and another condition.")
    table = Table(
        id="changes",
        title=_TITLE,
        columns=("", "condition", "numbers", "Change in accuracy", "recovered", "regressed"),
        rows=(*rows, *map(_published, published)),
        note=f"Recovered: of the scenarios that fail under naive; regressed: of those that succeed. {published_note()}",
    )
    return Built(_TITLE, tables=(table,), charts=(_chart(treatments, published),))


def _chart(treatments: Sequence[Scored], published: Sequence[PublishedReplies]) -> Chart:
    several = len(treatments) > 1
    drawn = [(each, change) for each in treatments for change in each.metrics.comparisons]
    labels = [_label(each, change, several=several) for each, change in drawn]
    points = tuple(
        Point(each.number(change.delta), label, group=change.condition if several else None)
        for label, (each, change) in zip(labels, drawn, strict=True)
    )
    references = tuple(
        Reference(label, found.value, found.se, found.ends)
        for label, (each, change) in zip(labels, drawn, strict=True)
        if (found := _alike(each, change, published))
    )
    panel = Panel("Change in accuracy", (Series("", points),), references, share=False)
    return Chart(
        id="changes",
        kind="dots",
        panels=(panel,),
        caption=f"{_CAPTION} {published_note()}" if references else _CAPTION,
        reference="published" if references else "",
    )


def _label(each: Scored, change: Comparison, *, several: bool) -> str:
    counts = f"{change.condition} (+{change.recovered} -{change.regressed})"
    return f"{each.label}, {counts}" if several else counts


def _alike(each: Scored, change: Comparison, published: Sequence[PublishedReplies]) -> Cited | None:
    """The published change of the same subject and condition, where it was measured alike."""
    found = (one for one in published if one.is_of(each.rows) and one.condition == change.condition)
    return next((one.numbers["change"] for one in found), None)


def _changes(each: Scored) -> Iterator[tuple[Cell, ...]]:
    for change in each.metrics.comparisons:
        yield (
            *(each.label, change.condition, OURS, each.number(change.delta)),
            each.count(change.recovered, change.failures),
            each.count(change.regressed, change.successes),
        )


def _published(each: PublishedReplies) -> tuple[Cell, ...]:
    counts = (int(each.numbers[name].value) for name in ("recovered", "regressed"))
    return each.subject, each.condition, each.heading, each.numbers["change"], *counts
