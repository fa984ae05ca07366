"""The few signs that people see, with plain ones for a terminal that knows ASCII only, and text made safe to print."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_TURNS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Signs that turn the direction of what follows, and so can make a text look like another."""
CONTROLS = "".join(chr(code) for code in (*range(32), *range(127, 160), *_TURNS) if chr(code) not in "\n\t")
"""What can drive a terminal, or make a text look like another."""
_HARMLESS = {ord(sign): "\N{REPLACEMENT CHARACTER}" for sign in CONTROLS}


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


def glyphs_for(console: "Console") -> Glyphs:
    """The signs that this console can show."""
    return ASCII if console.options.ascii_only else UNICODE


def printable(text: str) -> str:
    """`text` with control characters replaced one for one, so that no model's words can drive the terminal."""
    return text.translate(_HARMLESS)


def one_line(text: str, limit: int, glyphs: Glyphs = UNICODE) -> str:
    """`text` on one line of at most `limit` characters."""
    line = " ".join(printable(text).split())
    return (
        line
        if len(line) <= limit
        else line[: max(0, limit - len(glyphs.ellipsis))].rstrip() + glyphs.ellipsis
    )
