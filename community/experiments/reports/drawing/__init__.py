"""Charts as PDF and PNG, the same bytes for the same numbers; the one door of matplotlib."""

from pathlib import Path

from community.errors import MissingExtraError
from community.experiments.reports.chart import Chart

try:
    import matplotlib
except ModuleNotFoundError as error:
    raise MissingExtraError("matplotlib", "report", "a report with figures") from error

from community.experiments.reports.drawing import bars, dots, lines, scatter
from community.experiments.reports.drawing.style import STYLE

STAMP = "simulated: scripted people, no result about any model"
_KINDS = {"dots": dots.draw, "bars": bars.draw, "lines": lines.draw, "scatter": scatter.draw}


def draw(chart: Chart, folder: Path) -> tuple[Path, Path]:
    """Write a chart as `ID.pdf` and `ID.png`."""
    pdf, png = folder / f"{chart.id}.pdf", folder / f"{chart.id}.png"
    with matplotlib.rc_context(STYLE):
        figure = _KINDS[chart.kind](chart)
        if chart.simulated:
            figure.suptitle(STAMP, fontsize=6, style="italic", color="#666666")
        figure.savefig(pdf, metadata={"Creator": None, "Producer": None, "CreationDate": None})
        figure.savefig(png, metadata={"Software": None})
    return pdf, png
