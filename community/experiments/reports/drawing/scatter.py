"""One number against another; error bars where there are few enough points."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from community.experiments.reports.chart import Chart, Point
from community.experiments.reports.drawing.style import (
    COLUMN,
    PAGE,
    colours,
    figure_of,
    legend,
    marks,
    reach,
    share_axis,
)
from community.experiments.reports.number import Number

_CROSSES = 12


def draw(chart: Chart) -> Figure:
    """Square panels side by side."""
    figure, axes = figure_of(chart, width=COLUMN if len(chart.panels) == 1 else PAGE, height=3.3)
    found, shapes = colours(chart), marks(chart)
    for axis, panel in zip(axes, chart.panels, strict=True):
        few = sum(len(series.points) for series in panel.series) <= _CROSSES
        for series in panel.series:
            for point in series.points:
                key = point.group or series.label
                _mark(axis, point, found[key], shapes[key], cross=few)
        axis.set_ylabel(panel.label)
        axis.set_xlabel(chart.x_label)
        axis.grid(which="both")
        if panel.share:
            share_axis(axis, "x")
            share_axis(axis, "y")
            axis.set_aspect("equal")
    looks = {name: {"color": colour, "marker": shapes[name], "ls": "none"} for name, colour in found.items()}
    legend(figure, chart, looks)
    return figure


def _mark(axis: Axes, point: Point, colour: str, mark: str, *, cross: bool) -> None:
    x, y = point.x, point.number
    if not isinstance(x, Number) or x.value is None or y.value is None:
        return
    if cross:
        (left, right), (low, high) = reach(x), reach(y)
        axis.errorbar(
            [x.value], [y.value], [[low], [high]], [[left], [right]], fmt=mark, color=colour, elinewidth=0.7
        )
    else:
        axis.plot([x.value], [y.value], mark, color=colour, alpha=0.7, markeredgewidth=0)
