"""What a run came to, in a few lines for people."""

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from community.experiments.debates.progress import DebateProgress
from community.experiments.debates.result import DebateResult
from community.experiments.watching.glyphs import Glyphs, glyphs_for, one_line
from community.experiments.watching.numbers import estimate_text, two_decimals
from community.experiments.watching.sparkline import sparkline

_CURVE = 50
_BELIEF = 600


def summary(result: DebateResult, progress: DebateProgress, console: Console) -> RenderableType:
    """The headline numbers with their standard errors, the belief, and the story of the run."""
    glyphs = glyphs_for(console)
    metrics = result.metrics
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column()
    rows.add_row("norm following", _following(result, glyphs))
    rows.add_row("accuracy", estimate_text(metrics.accuracy, glyphs))
    rows.add_row("admission", estimate_text(metrics.admission_rate, glyphs))
    rows.add_row("over-imitation", estimate_text(metrics.over_imitation, glyphs))
    rows.add_row("belief", _belief(result, glyphs))
    rows.add_row("insiders", _insiders(result))
    if progress.story:
        rows.add_row("story", progress.story)
    notes = [Text(note, style="yellow") for note in _notes(result)]
    return Group(rows, *notes)


def _following(result: DebateResult, glyphs: Glyphs) -> Text:
    curve = sparkline(result.metrics.curve, _CURVE, levels=glyphs.levels, failed=glyphs.failed)
    return estimate_text(result.metrics.follow_rate, glyphs).append("  ").append(curve, style="green")


def _belief(result: DebateResult, glyphs: Glyphs) -> Text:
    if not result.belief:
        return Text("none")
    return Text(f"{glyphs.opening}{one_line(result.belief, _BELIEF, glyphs)}{glyphs.closing}", style="italic")


def _insiders(result: DebateResult) -> Text:
    integrity = result.integrity
    if integrity.insider_compliance is None:
        return Text("n/a").append("  there is no community", style="dim")
    return Text(
        f"complied {two_decimals(integrity.insider_compliance)}, unaided {two_decimals(integrity.unaided_compliance)}; "
        f"refused {two_decimals(integrity.violations_refused)} of violations, "
        f"{two_decimals(integrity.false_refusals)} of the rest"
    )


def _notes(result: DebateResult) -> list[str]:
    notes: list[str] = []
    if result.metrics.failed:
        notes.append(
            f"{result.metrics.failed} of {result.metrics.debates} debates failed; `community show` names the reasons"
        )
    if result.status != "finished":
        notes.append(f"{result.status}: go on with `community resume {result.run_dir}`")
    if result.simulated:
        notes.append("simulated: scripted people took part; this is no result about any model")
    return notes
