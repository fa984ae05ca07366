"""A report on disk: `report.md`, tables for LaTeX, figures, and every number with the runs it comes from."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from community.errors import UserError
from community.experiments.analysis.repeats import told
from community.experiments.reports.chart import Chart, how_drawn
from community.experiments.reports.material import Gathered, gather
from community.experiments.reports.number import Count, Number
from community.experiments.reports.section import Built
from community.experiments.reports.sections import SECTIONS
from community.experiments.reports.table import Table, escaped, latex, markdown
from community.experiments.watching.numbers import counted
from community.records import SCHEMA_VERSION, write_json

_SIMULATED = "**Simulated.** Scripted people took part in {}; no number of these is a result about any model."


@dataclass(frozen=True)
class Report:
    """What was written.

    Attributes:
        folder: where it is.
        text: the Markdown file.
        files: all files, that one first.
        simulated: some of its numbers are.
        left_out: how many runs are in no number, and why; empty where none is left out.
    """

    folder: Path
    text: Path
    files: tuple[Path, ...]
    simulated: bool
    left_out: str


def write_report(path: Path, out: Path | None = None) -> Report:
    """Write the report of a run, a sweep or a folder of them, into `out` or else into `report/` in it.

    Raises:
        UserError: there is nothing to report, or the folder cannot be written.
        MissingExtraError: matplotlib is not installed.
        RecordError: records are damaged.
    """
    from community.experiments.reports.drawing import draw  # noqa: PLC0415 - its absence is told before work begins

    gathered = gather(path)
    if not gathered.materials:
        raise UserError(f"{str(path)!r} has no episode yet; there is nothing to report")
    sections = build_sections(gathered)
    folder = out or path / "report"
    text, numbers, figures = (folder / name for name in ("report.md", "numbers.json", "figures.tex"))
    try:
        for inner in ("tables", "figures"):
            (folder / inner).mkdir(parents=True, exist_ok=True)
        files = [text, numbers, figures]
        for table in _tables(sections):
            files.append(folder / "tables" / f"{table.id}.tex")
            files[-1].write_text(latex(table) + "\n", encoding="utf-8")
        for chart in _charts(sections):
            files += draw(chart, folder / "figures")
        figures.write_text("\n\n".join(map(_figure, _charts(sections))) + "\n", encoding="utf-8")
        text.write_text(_markdown(gathered, sections), encoding="utf-8")
    except OSError as error:
        raise UserError(f"{str(folder)!r} cannot be written: {error.strerror or error}") from error
    simulated = any(material.simulated for material in gathered.materials)
    write_json(numbers, _numbers(gathered, sections, simulated=simulated))
    return Report(folder, text, tuple(files), simulated, told(len(gathered.repeated)))


def build_sections(gathered: Gathered) -> list[Built]:
    """The sections that make sense of these runs; simulated runs have sections of their own."""
    built: list[Built] = []
    for material in gathered.materials:
        fitting = [section for section in SECTIONS if section.needs.met(material, gathered.setting)]
        sections = [section.build(material) for section in fitting]
        built += [section.marked() for section in sections] if material.simulated else sections
    return built


def _markdown(gathered: Gathered, sections: Sequence[Built]) -> str:
    parts = [f"# {gathered.title}", *_opening(gathered)]
    for section in sections:
        parts += [f"## {section.title}", *filter(None, [section.text])]
        for chart in section.charts:
            parts += [f"![{chart.id}](figures/{chart.id}.png)", caption(chart)]
        parts += [markdown(table) for table in section.tables if table.rows or table.note]
    return "\n\n".join(parts) + "\n"


def _figure(chart: Chart) -> str:
    """The figure for LaTeX, with its caption; both fit on a page."""
    wide = chart.kind != "lines" and (len(chart.panels) > 1 or chart.kind == "bars")
    name, width = ("figure*", "\\textwidth") if wide else ("figure", "\\columnwidth")
    label = chart.id.replace("_", "-")
    size = f"width={width},height=0.85\\textheight,keepaspectratio"
    return (
        f"\\begin{{{name}}}\n\\centering\n\\includegraphics[{size}]{{figures/{chart.id}.pdf}}\n"
        f"\\caption{{{escaped(caption(chart))}}}\n\\label{{fig:{label}}}\n\\end{{{name}}}"
    )


def caption(chart: Chart) -> str:
    """What a figure shows, with n and the kind of its intervals, marked when simulated."""
    mark = "Simulated. " if chart.simulated else ""
    return f"{mark}{chart.caption} {how_drawn(chart.numbers)}".strip()


def _opening(gathered: Gathered) -> Iterator[str]:
    """How much there is, and what of it is simulated."""
    rows = [row for material in gathered.materials for row in material.rows]
    simulated = {row.run_dir for row in rows if row.simulated}
    runs = {row.run_dir for row in rows}
    if simulated:
        yield _SIMULATED.format("all runs" if runs <= simulated else f"{len(simulated)} of {len(runs)} runs")
    states = Counter(row.status for row in rows)
    yield f"{counted(len(runs), 'run')}, {counted(len(rows), 'episode')}: {_counts(states)}."
    if unfinished := len({row.run_dir for row in rows if row.run_status != "finished"}):
        yield f"{unfinished:,} of the runs did not finish; their episodes so far are in all means."
    if gathered.repeated:
        yield told(len(gathered.repeated))
    if gathered.cells:
        cells = Counter(cell.status for cell in gathered.cells)
        yield f"{counted(len(gathered.cells), 'cell')}: {_counts(cells)}."
    yield (
        "Every number is in [numbers.json](numbers.json) with the runs it comes from. Values are means with intervals "
        "in brackets; what is missing or failed is counted, never taken for 0."
    )


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items()))


def _numbers(gathered: Gathered, sections: Sequence[Built], *, simulated: bool) -> dict[str, Any]:
    runs = sorted({row.run_dir for material in gathered.materials for row in material.rows})
    places = {run: place for place, run in enumerate(runs)}
    return {
        "schema_version": SCHEMA_VERSION,
        "simulated": simulated,
        "runs": [_relative(run, gathered.path) for run in runs],
        "repeated": {
            _relative(run, gathered.path): _relative(counted, gathered.path)
            for run, counted in sorted(gathered.repeated.items())
        },
        "tables": {table.id: list(_table_numbers(table, places)) for table in _tables(sections)},
        "figures": {chart.id: list(_chart_numbers(chart, places)) for chart in _charts(sections)},
    }


def _table_numbers(table: Table, places: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    for row in table.rows:
        for column, cell in zip(table.columns, row, strict=True):
            if isinstance(cell, Number | Count):
                yield {"row": row[0], "column": column, **_dumped(cell, places)}


def _chart_numbers(chart: Chart, places: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    for panel in chart.panels:
        for series in panel.series:
            for point in series.points:
                x = _dumped(point.x, places) if isinstance(point.x, Number) else point.x
                about = {"panel": panel.label, "series": series.label, "label": point.label, "x": x}
                yield {**about, **_dumped(point.number, places)}


def _dumped(number: Number | Count, places: Mapping[str, int]) -> dict[str, Any]:
    return {**number.model_dump(mode="json"), "runs": [places[run] for run in number.runs]}


def _relative(run: str, path: Path) -> str:
    inside = Path(run).resolve()
    root = path.resolve()
    return (
        inside.relative_to(root).as_posix() if inside.is_relative_to(root) and inside != root else inside.name
    )


def _tables(sections: Iterable[Built]) -> list[Table]:
    return [table for section in sections for table in section.tables]


def _charts(sections: Iterable[Built]) -> list[Chart]:
    return [chart for section in sections for chart in section.charts]
