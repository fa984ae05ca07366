"""Group chats: compliance and sanctions turn by turn, and every number of the newcomers."""

from collections.abc import Iterator, Sequence

from community.experiments.analysis.chats import RowOfChat
from community.experiments.analysis.rows import Row
from community.experiments.reports.arms import arms, grouped, levels
from community.experiments.reports.chart import Chart, Panel, Point, Series
from community.experiments.reports.material import Material
from community.experiments.reports.names import measure_name, trait
from community.experiments.reports.number import Count, pool
from community.experiments.reports.section import Built
from community.experiments.reports.sections.losses import losses
from community.experiments.reports.table import Cell, Table

_DRAWN = ("follow_rate", "sanctioned")


def turns(material: Material) -> Built:
    """A line for each treatment: what share of newcomers' messages follows the norm, and what share is sanctioned."""
    groups = {label: grouped(rows, _turn) for label, rows in arms(material.messages).items()}
    changes = tuple(_changes(material.messages))

    def series(measure: str) -> tuple[Series, ...]:
        return tuple(
            Series(label, tuple(Point(pool(found[turn], measure), x=turn) for turn in sorted(found)))
            for label, found in groups.items()
        )

    marked = " Dashed: other norms are in force from there on." if changes else ""
    chart = Chart(
        id="chat_turns",
        kind="lines",
        panels=tuple(Panel(measure_name(measure), series(measure)) for measure in _DRAWN),
        caption=f"Messages of newcomers by turn of the chat: norm following, and sanctions drawn.{marked}",
        x_label="Turn",
        changes=changes,
    )
    return Built("Compliance over turns", charts=(chart,))


def numbers(material: Material) -> Built:
    """A row for each number and treatment, with how many chats have it."""
    groups = arms(material.rows)
    table = Table(
        id="chat_numbers",
        title="Newcomers in group chats",
        columns=("", "treatment", "value", "chats with a value", "without", "failed or unfinished"),
        rows=tuple(
            (measure_name(measure), label, *_cells(rows, measure))
            for measure in RowOfChat.measures
            for label, rows in groups.items()
        ),
        note="Means within a chat over its newcomers, then over chats, then equally over norms if there are several.",
    )
    return Built("Group chats", tables=(table, losses("chat_losses", material.rows)))


def _cells(rows: Sequence[Row], measure: str) -> Iterator[Cell]:
    number = pool(rows, measure)
    yield number
    for count in (number.values, number.missing, number.failed):
        yield Count(part=count, runs=number.runs)


def _turn(row: Row) -> int:
    turn = trait(row, "turn")
    assert isinstance(turn, int)
    return turn


def _changes(rows: Sequence[Row]) -> Iterator[float]:
    """Turns from which on other norms are in force, in any of the chats."""
    places = {
        int(change.partition("=")[0])
        for switches in levels(rows, "switches")
        for change in str(switches).split(",")
        if change
    }
    yield from sorted(places)
