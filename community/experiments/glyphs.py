"""The few signs that people see, with plain ones for a terminal that knows ASCII only, and text made safe to print."""

from dataclasses import dataclass

from rich.console import Console

_CONTROL = {
    code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"
}


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Signs of one width."""

    levels: str
    """From nothing to all, for a sparkline."""
    failed: str
    right: str
    wrong: str
    dot: str
    ellipsis: str
    plus_minus: str
    opening: str
    closing: str


UNICODE = Glyphs("▁▂▃▄▅▆▇█", "×", "✓", "✗", "·", "…", "±", "“", "”")
ASCII = Glyphs("_.-:=+*#", "x", "+", "-", "|", "...", "+-", '"', '"')


def glyphs_for(console: Console) -> Glyphs:
    """The signs that this console can show."""
    return ASCII if console.options.ascii_only else UNICODE


def printable(text: str) -> str:
    """`text` with control characters replaced one for one, so that no model's words can drive the terminal."""
    return text.translate(_CONTROL)


def one_line(text: str, limit: int, glyphs: Glyphs = UNICODE) -> str:
    """`text` on one line of at most `limit` characters."""
    line = " ".join(printable(text).split())
    return (
        line
        if len(line) <= limit
        else line[: max(0, limit - len(glyphs.ellipsis))].rstrip() + glyphs.ellipsis
    )
