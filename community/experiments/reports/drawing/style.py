"""What all figures share: widths, colours, marks, axes of shares, legends."""

from collections.abc import Mapping
from itertools import cycle
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from community.experiments.reports.chart import Chart
from community.experiments.reports.number import Number

COLUMN, PAGE = 3.35, 6.9
"""Widths of one and of two columns of a paper, in inches."""
PALETTE = (
    *("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#888888"),
    *("#80B9D9", "#EAAF80", "#80CFB9", "#E6BCD3", "#F3CF80", "#ABDAF4", "#C4C4C4"),
)
"""Okabe and Ito's colours, which people with any colour vision tell apart, with grey for their yellow and black; then
the same mixed with white."""
MARKS = "osD^vP"
PUBLISHED: dict[str, Any] = {"marker": "D", "mfc": "none", "color": "#444444", "markersize": 2.8}
"""How published numbers are drawn."""
OURS = "these runs"
_LEGEND_ROW = 0.14
STYLE: dict[Any, Any] = {
    "font.size": 7,
    "axes.labelsize": 7,
    "xtick.labelsize": 6.5,
    "ytick.labelsize": 6.5,
    "legend.fontsize": 6.5,
    "legend.frameon": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "lines.linewidth": 1.1,
    "lines.markersize": 3.5,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.5,
    "pdf.fonttype": 42,
    "savefig.dpi": 300,
}


def figure_of(chart: Chart, *, width: float, height: float) -> tuple[Figure, list[Axes]]:
    """An empty figure with axes for its panels, lines below each other, the others side by side; a legend has room."""
    rows = -(-len(_named(chart)) // _columns(chart, width))
    figure = Figure(figsize=(width, height + _LEGEND_ROW * rows), layout="constrained")
    count = len(chart.panels)
    below = chart.kind == "lines"
    shape = (count, 1) if below else (1, count)
    grid = figure.subplots(*shape, squeeze=False, sharex=below, sharey=chart.kind == "dots")
    return figure, list(grid.flat)


def colours(chart: Chart) -> dict[str, str]:
    """What has a colour of its own, groups of points or series, by colour."""
    keys = [*chart.groups, *(point.group or series.label for series, point in chart.points)]
    return dict(zip(dict.fromkeys(keys), cycle(PALETTE), strict=False))


def marks(chart: Chart) -> dict[str, str]:
    """The mark of each of them, for those who see or print no colours."""
    return dict(zip(colours(chart), cycle(MARKS), strict=False))


def share_axis(axis: Axes, along: str) -> None:
    """Let an axis, `x` or `y`, run from 0 to 1 with a little air."""
    (axis.set_xlim if along == "x" else axis.set_ylim)(-0.03, 1.03)
    line = axis.xaxis if along == "x" else axis.yaxis
    line.set_ticks([0, 0.5, 1], ["0", "0.5", "1"])
    line.set_ticks([0.25, 0.75], minor=True)
    line.set_tick_params(which="minor", length=1.5, width=0.6)


def legend(figure: Figure, chart: Chart, keys: Mapping[str, Mapping[str, Any]]) -> None:
    """Explain lines and marks by label below the figure, unless there is but one and no published number."""
    looks = {label or OURS: look for label, look in keys.items()}
    looks[chart.reference] = {**PUBLISHED, "linestyle": "none"}
    names = _named(chart)
    if names:
        figure.legend(
            handles=[Line2D([], [], label=name, **looks[name]) for name in names],
            loc="outside lower center",
            ncols=_columns(chart, figure.get_figwidth()),
            handlelength=2.4,
            columnspacing=1.2,
        )


def _named(chart: Chart) -> list[str]:
    """What a legend would have to explain."""
    names = [name or OURS for name in colours(chart)] + ([chart.reference] if chart.reference else [])
    return names if len(names) > 1 else []


def _columns(chart: Chart, width: float) -> int:
    names = _named(chart)
    longest = max(map(len, names), default=0)
    return max(1, min(len(names), int(width / (0.4 + 0.052 * longest))))


def reach(number: Number) -> tuple[float, float]:
    """How far the interval that is drawn reaches below and above the value."""
    value = number.value or 0.0
    low, high = number.drawn or (value, value)
    return max(0.0, value - low), max(0.0, high - value)
