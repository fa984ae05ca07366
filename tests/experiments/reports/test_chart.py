from collections.abc import Sequence
from pathlib import Path

import pytest

from community.experiments.reports.chart import Chart, Kind, Panel, Point, Reference, Series, how_drawn
from community.experiments.reports.drawing import draw
from community.experiments.reports.number import Number, pool
from tests.experiments.reports.rows import debate

TWO = pool([debate("sy_star", follow_rate=0.25), debate("greeting", follow_rate=0.5)], "follow_rate")
THREE = pool(
    [
        debate(norm, follow_rate=share)
        for norm, share in (("sy_star", 0.25), ("greeting", 0.5), ("echo", 0.75))
    ],
    "follow_rate",
)
ONE = pool([debate()], "follow_rate")
NONE = pool([debate()], "over_imitation")


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([], ""),
        ([NONE], ""),
        (
            [ONE],
            "n = 1 (runs), 1 debates for each value. No intervals: a figure has them for 3 runs or more.",
        ),
        (
            [TWO, NONE],
            "n = 2 (norms), 2 debates for each value. No intervals: a figure has them for 3 norms or more.",
        ),
        ([THREE, NONE], "n = 3 (norms), 3 debates for each value. Intervals: 95 % (logit)."),
        (
            [TWO, THREE],
            "n = 2 to 3 (norms), 2 to 3 debates for each value. Intervals: 95 % (logit), none for fewer than 3 norms.",
        ),
    ],
)
def test_captions_say_what_n_is_and_how_intervals_are_made(numbers: Sequence[Number], text: str) -> None:
    assert how_drawn(numbers) == text


def test_the_interval_of_two_clusters_stands_in_tables_alone() -> None:
    assert TWO.ends is not None
    assert TWO.drawn is None
    assert THREE.drawn == THREE.ends


@pytest.mark.parametrize("kind", ["dots", "bars", "lines", "scatter"])
@pytest.mark.parametrize("simulated", [False, True])
def test_every_kind_of_chart_is_drawn_with_missing_numbers(
    kind: Kind, simulated: bool, tmp_path: Path
) -> None:
    x: dict[Kind, list[float | Number]] = {"scatter": [ONE, TWO, NONE]}
    places = x.get(kind, [1, 2, 3])
    points = [
        Point(number, label, x=at) for number, label, at in zip((ONE, TWO, NONE), "abc", places, strict=True)
    ]
    series = (Series("one", tuple(points)), Series("other", tuple(points)))
    references = (Reference("a", 0.5, 0.1), Reference("b", 0.5, ends=(0.2, 0.6)), Reference("c", 0.5))
    panels = (Panel("Rate", series, references), Panel("Change", series, references, share=False))
    chart = Chart(
        id="chart",
        kind=kind,
        panels=panels,
        caption="A chart.",
        x_label="x",
        reference="published",
        changes=(2,),
        simulated=simulated,
    )

    pdf, png = draw(chart, tmp_path)

    assert pdf.read_bytes().startswith(b"%PDF")
    assert png.read_bytes().startswith(b"\x89PNG")
