"""Reports of runs of scenarios and of group chats that scripted people played."""

import json
import re
from pathlib import Path

import pytest

from community.experiments.reports.material import gather
from community.experiments.reports.report import build_sections, write_report
from community.experiments.sweeps.study import read_study
from tests.experiments.reports.conftest import play
from tests.experiments.reports.test_page import first_cells

STUDIES = {
    "scenarios": "{title: Two subjects, setting: scenarios, base: {trials: 2, norms: [binary_answer_norm]}, "
    "axes: {subject: [sim:novice, sim:expert]}}",
    "chat": "{title: Two norms, setting: chat, base: {phases: [{norms: sy_star}, {from_turn: 9, norms: rp_farewell}], "
    "turns: 14, joins: 2, chats: 2}, axes: {module: [none, induction]}}",
}


@pytest.fixture(scope="module", params=list(STUDIES))
def sweep(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "study.yaml").write_text(STUDIES[request.param], encoding="utf-8")
    return play(read_study(folder / "study.yaml"), folder / "sweep").path


def test_everything_is_marked_and_traces_to_runs(sweep: Path, tmp_path: Path) -> None:
    written = write_report(sweep, tmp_path)
    text = written.text.read_text(encoding="utf-8")
    numbers = json.loads((tmp_path / "numbers.json").read_text(encoding="utf-8"))

    assert "Scripted people took part in all runs" in text
    tables = [line for line in text.splitlines() if line.startswith("**") and line.endswith("**")]
    assert tables and all("(simulated)" in line for line in tables)
    found = [number for part in ("tables", "figures") for each in numbers[part].values() for number in each]
    assert all(name.startswith("simulated_") for part in ("tables", "figures") for name in numbers[part])
    assert found and all(number["runs"] for number in found)
    assert len(numbers["runs"]) == 2


def test_page_names_the_sections(sweep: Path) -> None:
    titles = [re.sub(r" \(simulated\)$", "", each.title).lower() for each in build_sections(gather(sweep))]
    named = first_cells("Which sections there are")

    assert len(titles) > 1 and all(title in named for title in titles)


def test_chats_are_drawn_turn_by_turn_with_the_change_of_norms(sweep: Path) -> None:
    charts = [chart for each in build_sections(gather(sweep)) for chart in each.charts]
    turns = [chart for chart in charts if chart.id == "simulated_chat_turns"]

    assert len(charts) == 1
    assert all(chart.changes == (9,) and len(chart.panels) == 2 for chart in turns)
    for _, point in (pair for chart in turns for pair in chart.points):
        assert isinstance(point.x, int) and 2 < point.x <= 14
