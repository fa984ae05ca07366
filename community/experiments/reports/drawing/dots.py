"""Names down the side, values along: for many names, or long ones."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from community.experiments.reports.chart import Chart, Panel, Reference
from community.experiments.reports.drawing.style import (
    COLUMN,
    PAGE,
    PUBLISHED,
    colours,
    figure_of,
    legend,
    reach,
    share_axis,
)

_LONG = 24
"""Longer names are broken at their first comma."""
_MANY = 16
"""More names stand closer to each other."""
_BELOW = 0.25
"""How far published marks stand below ours, in rows."""


def draw(chart: Chart) -> Figure:
    """Panels side by side with common rows."""
    names = list(dict.fromkeys(point.label for _, point in chart.points))
    broken = [name.replace(", ", ",\n", 1) if len(name) > _LONG else name for name in names]
    row = 0.25 if any("\n" in name for name in broken) else 0.15 if len(names) > _MANY else 0.22
    width = COLUMN if len(chart.panels) == 1 else PAGE
    figure, axes = figure_of(chart, width=width, height=0.7 + row * len(names))
    found = colours(chart)
    for axis, panel in zip(axes, chart.panels, strict=True):
        _panel(axis, panel, names, found)
    axes[0].set_yticks(range(len(names)), broken)
    axes[0].set_ylim(len(names) - 0.4, -0.6)
    legend(
        figure,
        chart,
        {name: {"color": colour, "marker": "o", "ls": "none"} for name, colour in found.items()},
    )
    return figure


def _panel(axis: Axes, panel: Panel, names: Sequence[str], found: Mapping[str, str]) -> None:
    for series in panel.series:
        for point in series.points:
            if point.number.value is None:
                continue
            low, high = reach(point.number)
            axis.errorbar(
                [point.number.value],
                [names.index(point.label)],
                xerr=[[low], [high]],
                fmt="o",
                color=found[point.group or series.label],
                elinewidth=0.8,
            )
    for reference in panel.references:
        if reference.label in names:
            place = names.index(reference.label) + _BELOW
            axis.errorbar(
                [reference.value], [place], xerr=_published_reach(reference), elinewidth=0.5, **PUBLISHED
            )
    axis.set_xlabel(panel.label)
    axis.grid(axis="x", which="both")
    axis.tick_params(axis="y", length=0)
    if panel.share:
        share_axis(axis, "x")
    else:
        axis.axvline(0, color="#888888", linewidth=0.6)


def _published_reach(reference: Reference) -> list[list[float]] | float | None:
    """Its interval, or else its standard error, or else nothing."""
    if reference.ends is None:
        return reference.se
    low, high = reference.ends
    return [[reference.value - low], [high - reference.value]]
