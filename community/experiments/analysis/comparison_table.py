"""A comparison for people: each arm's mean, the paired difference with its interval, and what has no partner."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from community.experiments.analysis.clusters import Level, shown
from community.experiments.analysis.comparison import ArmRecord, Comparison, ComparisonReport
from community.statistics.clustered import ClusteredMean

_NONE = "n/a"
_NUMBERS = ("first", "second", "diff.", "95 % interval", "p", "Holm", "pairs", "runs")


def comparison_table(report: ComparisonReport) -> RenderableType:
    """One row a comparison; what they share stands below.

    Numbers are never cut; where they leave too little room for words, these are broken.
    """
    by = list(report.comparisons[0].levels) if report.comparisons else []
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    words = [(*map(shown, each.levels.values()), each.measure) for each in report.comparisons]
    numbers = [_numbers(each) for each in report.comparisons]
    for name in (*by, "measure"):
        table.add_column(name, overflow="fold")
    for place, name in enumerate(_NUMBERS):
        table.add_column(name, justify="right", no_wrap=True, min_width=_width(name, numbers, place))
    for said, counted in zip(words, numbers, strict=True):
        table.add_row(*said, *counted)
    return Group(table, *(Text(note, style="dim") for note in _notes(report)), *_warnings(report))


def _width(heading: str, rows: Sequence[Sequence[str]], place: int) -> int:
    """What a column takes."""
    return max(len(heading), *(len(row[place]) for row in rows)) if rows else len(heading)


def _numbers(each: Comparison) -> list[str]:
    difference = each.paired.difference
    return [
        _value(each.first),
        _value(each.second),
        _NONE if difference.value is None else f"{difference.value:+.2f}",
        _interval(difference),
        _p(each.paired.p_value.value if each.paired.p_value else None),
        _p(each.adjusted_p),
        str(difference.observations),
        str(difference.n),
    ]


def _value(mean: ClusteredMean) -> str:
    return _NONE if mean.value is None else f"{mean.value:.2f}"


def _interval(mean: ClusteredMean) -> str:
    return f"{mean.interval.low:+.2f}, {mean.interval.high:+.2f}" if mean.interval else _NONE


def _p(value: float | None) -> str:
    if value is None:
        return _NONE
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def _columns(names: Sequence[str]) -> list[str]:
    """Columns by name, but not an axis of a study (`norms`) beside the column that it sets (`norm`)."""
    return [name for name in names if name.removesuffix("s") == name or name.removesuffix("s") not in names]


def _notes(report: ComparisonReport) -> list[str]:
    notes = [f"first: {_arm(report.first)}", f"second: {_arm(report.second)}"]
    notes += [
        f"differing: {column}: {_levels(one)} against {_levels(other)}"
        for column, (one, other) in report.differing.items()
    ]
    notes.append(
        f"paired by {', '.join(_columns(report.paired_by))} and all other options; errors are over pairs of runs"
    )
    if lost := dict.fromkeys(note for each in report.comparisons if (note := _lost(each))):
        notes += [*lost, "first and second are means of all episodes, diff. is of the pairs alone"]
    if report.tested:
        tests = "comparison" if report.tested == 1 else "comparisons"
        notes.append(f"Holm's correction over the {report.tested} {tests} with a p value")
    if reasons := {
        each.paired.difference.reason for each in report.comparisons if each.paired.difference.reason
    }:
        notes.append(f"{_NONE}: {'; '.join(sorted(reasons))}")
    return notes


def _warnings(report: ComparisonReport) -> list[Text]:
    notes: list[str] = []
    if unfinished := report.first.open_runs + report.second.open_runs:
        notes.append(f"{unfinished} of the runs did not finish")
    if report.simulated:
        notes.append("simulated: scripted people took part; this is no result about any model")
    return [Text(note, style="yellow") for note in notes]


def _arm(arm: ArmRecord) -> str:
    failed = f", {arm.failed} of them failed" if arm.failed else ""
    runs = "1 run" if arm.runs == 1 else f"{arm.runs} runs"
    return f"{arm.name}, {arm.episodes} episodes in {runs}{failed}"


def _levels(levels: tuple[Level, ...]) -> str:
    return ", ".join(map(shown, levels))


def _lost(each: Comparison) -> str:
    """The episodes that gave no difference, and why; empty where all did."""
    paired = each.paired
    counts = {
        "pairs failed": paired.difference.failed,
        "pairs lack a value": paired.difference.missing,
        "of the first without a partner": paired.only_first,
        "of the second without a partner": paired.only_second,
    }
    told = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    group = "".join(f", {name} {shown(level)}" for name, level in each.levels.items())
    return f"{each.measure}{group}: {told}" if told else ""
