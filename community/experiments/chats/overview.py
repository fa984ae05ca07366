"""All chats of a run in a table."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from community.experiments.chats.chapters import ChatRow
from community.experiments.watching.glyphs import Glyphs, glyphs_for, one_line

_WORDS = 400


def overview(rows: Sequence[ChatRow], console: Console) -> Table:
    """One line a chat: turns, newcomers' messages, follow rate, uptakes, sanctions; when who complied, and beliefs."""
    glyphs = glyphs_for(console)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("chat", "turns", "own", "follow", "upt.", "sanc."):
        table.add_column(name, justify="right")
    table.add_column("newcomers", ratio=1)
    for row in rows:
        table.add_row(*_cells(row, glyphs))
    return table


def _cells(row: ChatRow, glyphs: Glyphs) -> list[str | Text]:
    rate = "" if row.follow_rate is None else f"{row.follow_rate:.2f}"
    counts = [_count(row.uptakes, "green"), _count(sum(row.sanctions.values()), "red")]
    return [str(row.number), str(row.turns), str(row.messages), rate, *counts, _newcomers(row, glyphs)]


def _newcomers(row: ChatRow, glyphs: Glyphs) -> Text:
    lines: list[Text] = []
    if row.status != "finished":
        reason = f"{row.status}: {row.reason}" if row.reason else row.status
        lines.append(Text(one_line(reason, _WORDS, glyphs), style="red"))
    for name, count in row.first_compliance.items():
        told = "never complied" if count is None else f"complied with message {count}"
        line = Text(f"{name}: {told}")
        if belief := row.beliefs.get(name):
            line.append(f"; {one_line(belief, _WORDS, glyphs)}", style="italic dim")
        lines.append(line)
    return Text("\n").join(lines)


def _count(count: int, style: str) -> Text:
    return Text(str(count) if count else "", style=style)
