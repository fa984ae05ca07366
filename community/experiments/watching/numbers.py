"""Numbers as people read them."""

from rich.text import Text

from community.experiments.watching.glyphs import Glyphs
from community.statistics.estimate import Estimate


def estimate_text(value: Estimate, glyphs: Glyphs) -> Text:
    """A mean with its standard error and its n; why there is none where there is none."""
    if value.value is None:
        return Text("n/a").append(f"  {value.reason}" if value.reason else "", style="dim")
    text = Text(f"{value.value:.2f}", style="bold")
    spread = f" {glyphs.plus_minus} {value.se:.2f} se" if value.se is not None else ""
    missing = f", {value.missing} without a value" if value.missing else ""
    return text.append(f"{spread}, n = {value.n}{missing}", style="not bold dim")


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number of things, in the singular where there is one; the plural takes an s unless it is given."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def two_decimals(value: float | None) -> str:
    """Two decimals, or n/a."""
    return "n/a" if value is None else f"{value:.2f}"
