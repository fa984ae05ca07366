"""All debates of a run in a table."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from community.experiments.debates.chapters import DebateRow
from community.experiments.watching.glyphs import Glyphs, glyphs_for, one_line

_WORDS = 400


def overview(rows: Sequence[DebateRow], console: Console) -> Table:
    """One line a debate: follow rate, how often admitted, refused and observed, the answer; new beliefs below."""
    glyphs = glyphs_for(console)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("debate", "follow", "adm.", "ref.", "obs."):
        table.add_column(name, justify="right")
    table.add_column("answer")
    table.add_column("question and new belief", ratio=1)
    for row in rows:
        table.add_row(*_cells(row, glyphs))
    return table


def _cells(row: DebateRow, glyphs: Glyphs) -> list[str | Text]:
    rate = "" if row.follow_rate is None else f"{row.follow_rate:.2f}"
    counts = [_count(row.admitted, "green"), _count(row.refused, "red"), _count(row.observed, "dim")]
    last = Text(row.question, style="dim")
    if row.status != "finished":
        reason = f"{row.status}: {row.reason}" if row.reason else row.status
        last.append("\n" + one_line(reason, _WORDS, glyphs), style="not dim red")
    elif row.new_belief:
        last.append(
            "\n" + one_line(row.belief or "no belief any more", _WORDS, glyphs), style="not dim italic"
        )
    return [str(row.number), rate, *counts, _answer(row, glyphs), last]


def _count(count: int, style: str) -> Text:
    return Text(str(count) if count else "", style=style)


def _answer(row: DebateRow, glyphs: Glyphs) -> Text:
    if row.correct is None:
        return Text("")
    sign = glyphs.right if row.correct else glyphs.wrong
    return Text(f"{sign} {row.letter or ''}", style="green" if row.correct else "red")
