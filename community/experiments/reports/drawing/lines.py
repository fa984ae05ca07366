"""Lines over a number, such as the debates of a run; bands where few enough not to hide each other."""

import math
from collections.abc import Mapping
from itertools import cycle
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from community.experiments.reports.chart import Chart, Series
from community.experiments.reports.drawing.style import COLUMN, colours, figure_of, legend, marks, share_axis

_BANDS = 3
_MARKED = 13
"""Lines of fewer points have marks."""
_DASHES: tuple[Any, ...] = ("-", (0, (4, 1.5)), (0, (1, 1)), (0, (5, 1, 1, 1)), (0, (3, 1, 1, 1, 1, 1)))


def draw(chart: Chart) -> Figure:
    """Panels below each other with a common axis."""
    figure, axes = figure_of(chart, width=COLUMN, height=0.5 + 1.5 * len(chart.panels))
    points = max(len(series.points) for panel in chart.panels for series in panel.series)
    found, shapes = colours(chart), marks(chart)
    looks: dict[str, dict[str, Any]] = {
        name: {"color": colour, "linestyle": dash, "marker": shapes[name] if points < _MARKED else ""}
        for (name, colour), dash in zip(found.items(), cycle(_DASHES), strict=False)
    }
    for axis, panel in zip(axes, chart.panels, strict=True):
        for series in panel.series:
            _line(axis, series, looks[series.label], band=len(panel.series) <= _BANDS)
        axis.set_ylabel(panel.label)
        axis.grid(axis="y", which="both")
        for change in chart.changes:
            axis.axvline(change, color="#444444", linewidth=0.6, linestyle=(0, (2, 2)))
        if panel.share:
            share_axis(axis, "y")
    axes[-1].set_xlabel(chart.x_label)
    axes[-1].xaxis.set_major_locator(MaxNLocator(integer=True))
    legend(figure, chart, looks)
    return figure


def _line(axis: Axes, series: Series, look: Mapping[str, Any], *, band: bool) -> None:
    known = [
        (point.x, point.number.value, point.number.drawn or (math.nan, math.nan))
        for point in series.points
        if point.number.value is not None and isinstance(point.x, int | float)
    ]
    x = [at for at, _, _ in known]
    axis.plot(x, [value for _, value, _ in known], **look)
    if band:
        low, high = [ends[0] for *_, ends in known], [ends[1] for *_, ends in known]
        axis.fill_between(x, low, high, color=look["color"], alpha=0.15, linewidth=0)
