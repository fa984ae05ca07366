import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from community.debate import read_event
from community.debate.records import DebateEvent
from community.errors import UserError
from community.experiments.reports.drawing import STAMP
from community.experiments.reports.report import Report, write_report
from community.experiments.runs.log import read_events


@pytest.fixture(scope="module")
def written(sweep: Path, tmp_path_factory: pytest.TempPathFactory) -> Report:
    return write_report(sweep, tmp_path_factory.mktemp("report"))


def test_report_has_the_figures_and_tables_that_make_sense_of_the_sweep(written: Report) -> None:
    names = {path.relative_to(written.folder).as_posix() for path in written.files}

    assert {"report.md", "numbers.json", "figures.tex"} <= names
    assert {path.split("/")[1] for path in names if path.endswith(".pdf")} == {
        f"simulated_{name}.pdf"
        for name in ("comparison", "norms", "families", "curves", "imitation", "descriptions")
    }
    assert all((written.folder / name).stat().st_size for name in names)


def test_report_names_its_sweep_and_shows_all_figures(written: Report) -> None:
    text = written.text.read_text(encoding="utf-8")

    assert text.startswith("# Two norms & two modules\n")
    assert "4 cells: 4 finished." in text
    shown = re.findall(r"!\[.*?\]\((.*?)\)", text)
    assert {written.folder / path for path in shown} == {
        path for path in written.files if path.suffix == ".png"
    }


def test_simulated_numbers_are_marked_wherever_they_appear(written: Report) -> None:
    text = written.text.read_text(encoding="utf-8")
    tables = [line for line in text.splitlines() if line.startswith("**") and line.endswith("**")]
    figures = (written.folder / "figures.tex").read_text(encoding="utf-8")

    assert written.simulated
    assert tables and all("simulated" in line for line in tables)
    assert figures.count(r"\caption{Simulated. ") == figures.count(r"\caption")
    for path in (written.folder / "tables").iterdir():
        assert "(simulated)" in path.read_text(encoding="utf-8"), path.name
    assert "simulated" in STAMP


def test_a_repeated_run_is_in_no_number_of_a_report(sweep: Path, tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    shutil.copytree(sweep / "cells", folder)
    names = sorted(path.name for path in folder.iterdir())
    once = write_report(folder, tmp_path / "once")
    shutil.copytree(folder / names[0], folder / "again")

    written = write_report(folder, tmp_path / "twice")

    assert not once.left_out
    assert written.left_out.startswith("1 repeated run is left out")
    assert written.left_out in written.text.read_text(encoding="utf-8")
    one, other = (
        json.loads((each.folder / "numbers.json").read_text(encoding="utf-8")) for each in (once, written)
    )
    assert other == one | {"repeated": {"again": names[0]}}


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
def test_latex_sets_every_table_and_figure_within_the_page(written: Report, tmp_path: Path) -> None:
    parts = [*sorted((written.folder / "tables").iterdir()), written.folder / "figures.tex"]
    inputs = "".join(f"\\input{{{part.as_posix()}}}\n\\clearpage\n" for part in parts)
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\usepackage{booktabs,graphicx,longtable}"
        f"\\graphicspath{{{{{written.folder.as_posix()}/}}}}\\begin{{document}}{inputs}\\end{{document}}"
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)

    said = done.stdout.decode(errors="replace")
    assert done.returncode == 0, said
    assert not re.findall(r"Overfull|too large", said)


def test_every_number_traces_to_the_records_of_its_runs(written: Report, sweep: Path) -> None:
    numbers = json.loads((written.folder / "numbers.json").read_text(encoding="utf-8"))
    cells = numbers["tables"]["simulated_comparison"]
    (memory,) = [
        cell for cell in cells if cell["row"] == "Memory only" and cell["column"] == "Norm following"
    ]
    rates: list[list[float]] = []
    for place in memory["runs"]:
        events = read_events(sweep / numbers["runs"][place] / "events.jsonl", read_event)
        rates.append([event.follow_rate or 0.0 for event in events if isinstance(event, DebateEvent)])

    assert numbers["simulated"] is True
    assert [len(found) for found in rates] == [3, 3]
    assert memory["mean"]["value"] == pytest.approx(sum(sum(found) / 3 for found in rates) / 2)
    assert (memory["mean"]["n"], memory["unit"], memory["values"]) == (2, "norms", 6)


def test_report_is_the_same_bytes_every_time_and_goes_into_the_sweep_unless_told(
    written: Report, sweep: Path
) -> None:
    again = write_report(sweep)

    assert again.text == sweep / "report" / "report.md"
    for one, other in zip(written.files, again.files, strict=True):
        assert one.read_bytes() == other.read_bytes(), one.name


def test_real_and_simulated_runs_share_no_number(mixed: Path, tmp_path: Path) -> None:
    written = write_report(mixed, tmp_path)
    numbers = json.loads((written.folder / "numbers.json").read_text(encoding="utf-8"))
    real = set(range(0, 4, 2))
    text = written.text.read_text(encoding="utf-8")

    assert "Scripted people took part in 2 of 4 runs" in text
    for kind in ("tables", "figures"):
        for name, cells in numbers[kind].items():
            behind = {run for cell in cells for run in cell["runs"]}
            assert not behind & real if name.startswith("simulated_") else behind <= real, name


def test_report_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no run"):
        write_report(tmp_path)


def test_report_that_cannot_be_written_is_an_error(sweep: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(UserError, match="cannot be written"):
        write_report(sweep, tmp_path / "file")
