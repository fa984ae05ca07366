"""What a run came to, in a few lines for people."""

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from community.experiments.debates.progress import DebateProgress, sparkline
from community.experiments.debates.result import DebateResult
from community.experiments.watching.glyphs import Glyphs, glyphs_for, one_line
from community.statistics.estimate import Estimate

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
    rows.add_row("accuracy", _estimate(metrics.accuracy, glyphs))
    rows.add_row("admission", _estimate(metrics.admission_rate, glyphs))
    rows.add_row("over-imitation", _estimate(metrics.over_imitation, glyphs))
    rows.add_row("belief", _belief(result, glyphs))
    rows.add_row("insiders", _insiders(result))
    if progress.story:
        rows.add_row("story", progress.story)
    notes = [Text(note, style="yellow") for note in _notes(result)]
    return Group(rows, *notes)


def _following(result: DebateResult, glyphs: Glyphs) -> Text:
    curve = sparkline(result.metrics.curve, _CURVE, levels=glyphs.levels, failed=glyphs.failed)
    return _estimate(result.metrics.follow_rate, glyphs).append("  ").append(curve, style="green")


def _estimate(value: Estimate, glyphs: Glyphs) -> Text:
    if value.value is None:
        return Text("n/a").append(f"  {value.reason}" if value.reason else "", style="dim")
    text = Text(f"{value.value:.2f}", style="bold")
    spread = f" {glyphs.plus_minus} {value.se:.2f} se" if value.se is not None else ""
    missing = f", {value.missing} without a value" if value.missing else ""
    return text.append(f"{spread}, n = {value.n}{missing}", style="not bold dim")


def _belief(result: DebateResult, glyphs: Glyphs) -> Text:
    if not result.belief:
        return Text("none")
    return Text(f"{glyphs.opening}{one_line(result.belief, _BELIEF, glyphs)}{glyphs.closing}", style="italic")


def _insiders(result: DebateResult) -> Text:
    integrity = result.integrity
    if integrity.insider_compliance is None:
        return Text("n/a").append("  there is no community", style="dim")
    return Text(
        f"complied {_number(integrity.insider_compliance)}, unaided {_number(integrity.unaided_compliance)}; "
        f"refused {_number(integrity.violations_refused)} of violations, "
        f"{_number(integrity.false_refusals)} of the rest"
    )


def _number(value: float | None) -> str:
    """Two decimals, or n/a."""
    return "n/a" if value is None else f"{value:.2f}"


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
