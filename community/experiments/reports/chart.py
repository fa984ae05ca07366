"""A figure as data: panels of series of numbers, whatever draws them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from community.experiments.reports.number import Number

Kind = Literal["dots", "bars", "lines", "scatter"]
"""`dots`: names down the side, values along; `bars`: groups of bars; `lines`: over a number; `scatter`: two numbers."""


@dataclass(frozen=True)
class Point:
    """One value of a series.

    Attributes:
        number: what is shown; along the horizontal axis of `dots`, else along the vertical one.
        label: what it is the number of, for `dots` and `bars`.
        x: where it stands, for `lines` (a number) and `scatter` (a number with its error).
        group: what its colour stands for, where that is not its series.
    """

    number: Number
    label: str = ""
    x: float | Number = 0.0
    group: str | None = None


@dataclass(frozen=True)
class Reference:
    """A published value, drawn as a hollow mark."""

    label: str
    value: float
    se: float | None = None
    ends: tuple[float, float] | None = None


@dataclass(frozen=True)
class Series:
    """Points that belong together."""

    label: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Panel:
    """One pair of axes."""

    label: str
    """Of the axis along which numbers are shown."""
    series: tuple[Series, ...]
    references: tuple[Reference, ...] = ()
    """By the labels of points, for `dots`."""
    share: bool = True
    """Whether the numbers lie between 0 and 1."""


@dataclass(frozen=True)
class Chart:
    """One figure.

    Attributes:
        id: its file name.
        kind: how all its panels are drawn.
        panels: side by side, or below each other for `lines`.
        caption: what it shows, without how the intervals were made.
        x_label: of the other axis.
        reference: what hollow marks are.
        groups: the order of what points are grouped by, and so of its colours.
        changes: places along the other axis of `lines` at which something changes.
        simulated: scripted people took part.
    """

    id: str
    kind: Kind
    panels: tuple[Panel, ...]
    caption: str
    x_label: str = ""
    reference: str = ""
    groups: tuple[str, ...] = ()
    changes: tuple[float, ...] = ()
    simulated: bool = False

    @property
    def points(self) -> Iterator[tuple[Series, Point]]:
        """All points of all panels with their series."""
        return (
            (series, point) for panel in self.panels for series in panel.series for point in series.points
        )

    @property
    def numbers(self) -> list[Number]:
        """All numbers that are drawn."""
        drawn = (number for _, point in self.points for number in (point.number, point.x))
        return [number for number in drawn if isinstance(number, Number)]


def how_drawn(numbers: Sequence[Number]) -> str:
    """What n is and how the intervals of some numbers were made, in a sentence or two for a caption."""
    known = [number for number in numbers if number.value is not None]
    if not known:
        return ""
    units = " or ".join(dict.fromkeys(number.unit for number in known))
    averaged = " or ".join(dict.fromkeys(number.of for number in known))
    told = f"n = {_range([number.mean.n for number in known])} ({units})"
    if averaged != units:
        told += f", {_range([number.values for number in known])} {averaged} for each value"
    told += "."
    drawn = [number for number in known if number.drawn]
    intervals = [number.mean.interval for number in drawn if number.mean.interval]
    if not intervals:
        return f"{told} No intervals: a figure has them for {Number.fewest_drawn} {units} or more."
    kinds = ", ".join(sorted({interval.kind for interval in intervals}))
    told += f" Intervals: {100 * intervals[0].level:g} % ({kinds})"
    left_out = any(number.ends for number in known if not number.drawn)
    return f"{told}, none for fewer than {Number.fewest_drawn} {units}." if left_out else f"{told}."


def _range(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
