"""Groups of bars: a group for each label, a bar in it for each series."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from community.experiments.reports.chart import Chart, Panel
from community.experiments.reports.drawing.style import (
    COLUMN,
    PAGE,
    colours,
    figure_of,
    legend,
    reach,
    share_axis,
)

_NARROW = 16
"""As many bars fit into one column."""
_LETTER = 0.058
"""Inches that a letter of a label takes."""


def draw(chart: Chart) -> Figure:
    """Panels side by side; labels that are too long for their place stand askew."""
    labels = list(dict.fromkeys(point.label for _, point in chart.points))
    bars = len(labels) * sum(len(panel.series) for panel in chart.panels)
    width = COLUMN if bars <= _NARROW and len(chart.panels) == 1 else PAGE
    room = 0.9 * width / len(chart.panels) / max(1, len(labels))
    broken = [label.replace(" ", "\n", 1) for label in labels]
    askew = _LETTER * max(len(line) for label in broken for line in label.split("\n")) > room
    longest = max(map(len, labels))
    figure, axes = figure_of(chart, width=width, height=2.0 + (_LETTER * 0.6 * longest if askew else 0))
    found = colours(chart)
    for axis, panel in zip(axes, chart.panels, strict=True):
        _panel(axis, panel, labels, found)
        axis.set_xticks(range(len(labels)), labels if askew else broken)
        if askew:
            axis.tick_params(axis="x", labelrotation=35)
            for text in axis.get_xticklabels():
                text.set(ha="right", rotation_mode="anchor")
    legend(
        figure,
        chart,
        {name: {"color": colour, "marker": "s", "ls": "none"} for name, colour in found.items()},
    )
    return figure


def _panel(axis: Axes, panel: Panel, labels: Sequence[str], found: Mapping[str, str]) -> None:
    width = 0.8 / len(panel.series)
    for place, series in enumerate(panel.series):
        for point in series.points:
            if point.number.value is None:
                continue
            x = labels.index(point.label) + (place - (len(panel.series) - 1) / 2) * width
            low, high = reach(point.number)
            axis.bar([x], [point.number.value], width * 0.92, color=found[series.label], linewidth=0)
            axis.errorbar(
                [x], [point.number.value], yerr=[[low], [high]], fmt="none", ecolor="#333333", elinewidth=0.7
            )
    axis.set_ylabel(panel.label)
    axis.grid(axis="y", which="both")
    axis.tick_params(axis="x", length=0)
    if panel.share:
        share_axis(axis, "y")
        axis.set_ylim(0, 1.03)
