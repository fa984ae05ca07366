"""Scenarios by hidden norm and by occasion: too few of each for a claim, good for a look."""

from collections.abc import Iterator, Sequence

from community.experiments.reports.material import Material
from community.experiments.reports.scored import Scored, scored
from community.experiments.reports.section import Built
from community.experiments.reports.table import Cell, Table
from community.scenarios.scoring import Diagnostic

_NOTE = (
    "Diagnostic only: one norm or occasion has too few scenarios for a claim, so there are no intervals. Under each "
    "condition accuracy at k, and compliance of replies."
)


def build(material: Material) -> Built:
    """A table by norm and one by occasion."""
    treatments = list(scored(material))
    norms = [(each, each.metrics.by_norm) for each in treatments]
    events = [(each, each.metrics.by_event) for each in treatments]
    return Built(
        "By norm and occasion (diagnostic)",
        tables=(
            _table("scenario_norms", "By hidden norm (diagnostic)", norms),
            _table("scenario_events", "By occasion (diagnostic)", events),
        ),
    )


def _table(name: str, title: str, found: Sequence[tuple[Scored, Sequence[Diagnostic]]]) -> Table:
    conditions = list(dict.fromkeys(item.condition for _, items in found for item in items))
    headings = (heading for name in conditions for heading in (f"{name}: accuracy", "compliance"))
    return Table(
        id=name,
        title=title,
        columns=("", "subject", "scenarios", *headings, "no verdict"),
        rows=tuple(row for each, items in found for row in _rows(each, items, conditions)),
        note=_NOTE,
    )


def _rows(each: Scored, items: Sequence[Diagnostic], conditions: Sequence[str]) -> Iterator[tuple[Cell, ...]]:
    for group in dict.fromkeys(item.group for item in items):
        by_condition = {item.condition: item for item in items if item.group == group}
        cells = [cell for name in conditions for cell in _pair(each, by_condition.get(name))]
        lost = sum(item.missing for item in by_condition.values())
        yield (
            group,
            each.label,
            max(item.scenarios for item in by_condition.values()),
            *cells,
            each.count(lost),
        )


def _pair(each: Scored, item: Diagnostic | None) -> tuple[Cell, Cell]:
    if item is None:
        return None, None
    return (
        each.share(item.accuracy, item.scenarios, item.missing),
        each.share(item.compliance, item.scenarios, item.missing),
    )
