"""What a run of scenarios came to, in a few lines for people."""

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from community.experiments.scenarios.result import ScenarioResult
from community.experiments.watching.glyphs import Glyphs, glyphs_for, one_line
from community.scenarios.records import Event
from community.scenarios.scoring import Comparison, ConditionScore
from community.statistics.agreement import Agreement
from community.statistics.clustered import ClusteredMean

_MOST_REASONS = 3
_REASON = 200


def summary(result: ScenarioResult, failed: Sequence[Event], console: Console) -> RenderableType:
    """One line a condition, what each changes against `naive`, how the judge and the rules agree, and the notes."""
    glyphs, metrics = glyphs_for(console), result.metrics
    about = Text(f"subject {result.subject}, judge {result.judge}", style="dim")
    parts: list[RenderableType] = [about, _scores(metrics.conditions, metrics.trials)]
    if metrics.comparisons:
        parts.append(_comparisons(metrics.comparisons))
    parts.append(_agreement(metrics.judge_and_rule))
    parts += [Text(note, style="yellow") for note in _notes(result, failed, glyphs)]
    return Group(*parts)


def _scores(scores: Sequence[ConditionScore], trials: int) -> Table:
    table = _table("condition", f"acc@{trials}", "compliance", "consistency")
    for score in scores:
        shares = (score.accuracy, score.compliance, score.consistency)
        table.add_row(score.condition, *(_estimate(share) for share in shares))
    return table


def _comparisons(comparisons: Sequence[Comparison]) -> Table:
    table = _table(f"against {comparisons[0].baseline}", "change in accuracy", "recovered", "regressed")
    for each in comparisons:
        recovered, regressed = (
            f"{count} of {most}"
            for count, most in ((each.recovered, each.failures), (each.regressed, each.successes))
        )
        table.add_row(each.condition, _estimate(each.delta, signed=True), recovered, regressed)
    return table


def _table(*names: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in names:
        table.add_column(name, no_wrap=True)
    return table


def _estimate(share: ClusteredMean, *, signed: bool = False) -> Text:
    if share.value is None:
        return Text("n/a", style="dim")
    form = "+.2f" if signed else ".2f"
    text = Text(f"{share.value:{form}}", style="bold")
    if share.interval is None:
        return text
    return text.append(f" [{share.interval.low:{form}}, {share.interval.high:{form}}]", style="not bold dim")


def _agreement(found: Agreement) -> Text:
    if found.accuracy is None:
        return Text("the norms played have no rule to compare the judge with", style="dim")
    return Text(f"judge and rules agree on {found.accuracy:.1%} of {found.n} replies", style="dim")


def _notes(result: ScenarioResult, failed: Sequence[Event], glyphs: Glyphs) -> list[str]:
    notes = [f"skipped: {one_line(line, _REASON, glyphs)}" for line in result.skipped]
    if failed:
        notes.append(f"{len(failed)} of {result.ended} replies failed; the first reasons:")
        reasons = dict.fromkeys(one_line(event.reason or "", _REASON, glyphs) for event in failed)
        notes += [f"  {reason}" for reason in list(reasons)[:_MOST_REASONS]]
    unjudged = result.number("no_verdict")
    if unjudged:
        notes.append(f"{unjudged:g} replies have no verdict; they are in no share")
    if result.metrics.replies_from:
        notes.append(f"verdicts on the replies of {result.metrics.replies_from}")
    if result.status != "finished":
        notes.append(f"{result.status}: go on with `community resume {result.run_dir}`")
    if result.simulated:
        notes.append("simulated: scripted people took part; this is no result about any model")
    return notes
