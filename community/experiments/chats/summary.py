"""What a run of chats came to, in a few lines for people."""

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from community.experiments.chats.progress import UPTAKE
from community.experiments.chats.result import ChatResult
from community.experiments.watching.glyphs import Glyphs, glyphs_for, one_line
from community.experiments.watching.numbers import estimate_text, two_decimals
from community.experiments.watching.sparkline import sparkline

_CURVE = 50
_BELIEF = 600


def summary(result: ChatResult, console: Console) -> RenderableType:
    """The headline numbers with their standard errors, how newcomers were met, and what they believe."""
    glyphs, metrics = glyphs_for(console), result.metrics
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column()
    rows.add_row("norm following", _following(result, glyphs))
    rows.add_row("first compliance", _first(result, glyphs))
    rows.add_row("repair", estimate_text(metrics.repair, glyphs))
    rows.add_row("change after own", estimate_text(metrics.change_after_own, glyphs))
    rows.add_row("after observed", estimate_text(metrics.change_after_observed, glyphs))
    rows.add_row("relapse", estimate_text(metrics.relapse, glyphs))
    rows.add_row("over-imitation", estimate_text(metrics.over_imitation, glyphs))
    rows.add_row("newcomers were", _met(result))
    for newcomer, belief in metrics.beliefs.items():
        rows.add_row(f"belief of {newcomer}", _belief(belief, glyphs))
    rows.add_row("members", _members(result))
    return Group(rows, *(Text(note, style="yellow") for note in _notes(result)))


def _following(result: ChatResult, glyphs: Glyphs) -> Text:
    """With the share at each message of a newcomer: its first, its second and so on."""
    rates = [point.value for point in result.metrics.learning]
    curve = sparkline(rates, _CURVE, levels=glyphs.levels, failed=glyphs.failed)
    return estimate_text(result.metrics.follow_rate, glyphs).append("  ").append(curve, style="green")


def _first(result: ChatResult, glyphs: Glyphs) -> Text:
    never = result.metrics.never_complied
    text = estimate_text(result.metrics.first_compliance, glyphs)
    return text.append(f", {never} never did", style="dim") if never else text


def _met(result: ChatResult) -> str:
    sanctions = {style.replace("_", " "): count for style, count in result.metrics.sanctions.items()}
    counts = {UPTAKE: result.metrics.uptakes, **sanctions}
    return ", ".join(f"{how} {count}" for how, count in counts.items())


def _belief(belief: str | None, glyphs: Glyphs) -> Text:
    if not belief:
        return Text("none")
    return Text(f"{glyphs.opening}{one_line(belief, _BELIEF, glyphs)}{glyphs.closing}", style="italic")


def _members(result: ChatResult) -> str:
    found = result.integrity
    return (
        f"complied {two_decimals(found.member_compliance)}, unaided {two_decimals(found.unaided_compliance)}; "
        f"sanctioned {two_decimals(found.violations_sanctioned)} of breaches, "
        f"{two_decimals(found.false_sanctions)} of the rest"
    )


def _notes(result: ChatResult) -> list[str]:
    notes: list[str] = []
    if result.failed:
        notes.append(f"{result.failed} of {result.ended} chats failed; `community show` names the reasons")
    if result.status != "finished":
        notes.append(f"{result.status}: go on with `community resume {result.run_dir}`")
    if result.simulated:
        notes.append("simulated: scripted people took part; this is no result about any model")
    return notes
