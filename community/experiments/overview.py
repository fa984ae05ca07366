"""All debates of a run in a table."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from community.experiments.chapters import DebateRow
from community.experiments.glyphs import Glyphs, glyphs_for, one_line

_BELIEF = 400


def overview(rows: Sequence[DebateRow], console: Console) -> Table:
    """One line a debate; a belief stands where it is new."""
    glyphs = glyphs_for(console)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", expand=True)
    table.add_column("debate", justify="right")
    table.add_column("question", no_wrap=True, max_width=20, overflow="ellipsis")
    table.add_column("followed", justify="right")
    for name in ("admitted", "refused", "observed"):
        table.add_column(name, justify="right")
    table.add_column("answer")
    table.add_column("new belief", ratio=1, no_wrap=True, overflow="ellipsis")
    for row in rows:
        table.add_row(*_cells(row, glyphs))
    return table


def _cells(row: DebateRow, glyphs: Glyphs) -> list[str | Text]:
    rate = "" if row.follow_rate is None else f"{row.follow_rate:.2f}"
    if row.status == "finished":
        last = Text(one_line(row.belief or "none", _BELIEF, glyphs) if row.new_belief else "", style="italic")
    else:
        last = Text(
            one_line(f"{row.status}: {row.reason}" if row.reason else row.status, _BELIEF, glyphs),
            style="red",
        )
    counts = [_count(row.admitted, "green"), _count(row.refused, "red"), _count(row.observed, "dim")]
    return [str(row.number), row.question, rate, *counts, _answer(row, glyphs), last]


def _count(count: int, style: str) -> Text:
    return Text(str(count), style=style) if count else Text("")


def _answer(row: DebateRow, glyphs: Glyphs) -> Text:
    if row.correct is None:
        return Text("")
    sign = glyphs.right if row.correct else glyphs.wrong
    return Text(f"{sign} {row.letter or ''}", style="green" if row.correct else "red")
