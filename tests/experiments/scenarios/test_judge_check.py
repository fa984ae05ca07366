"""The shipped replies, the rules and the scripted judge against each other."""

from pathlib import Path

import pytest
from rich.console import Console

from community.errors import FileFaultsError
from community.experiments.scenarios.judge_check import check_judge, report_table
from community.scenarios import Scenario, list_scenarios

NORM = "binary_answer_norm"


@pytest.fixture
def scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Scenario]:
    monkeypatch.chdir(tmp_path)
    return list_scenarios()


async def test_offline_judge_and_rules_agree_with_every_label(scenarios: list[Scenario]) -> None:
    report = await check_judge(scenarios, "sim:expert")

    found = {(pair.first, pair.second): pair.agreement for pair in report.check.pairs}
    assert report.simulated
    assert report.disputed == ()
    assert found["authors", "judge"].confusion == {
        "breaches": {"breaches": 132, "complies": 0},
        "complies": {"breaches": 0, "complies": 44},
    }
    by_rule = found["authors", "rule"]
    assert by_rule.accuracy is not None
    assert by_rule.accuracy >= 0.95
    assert by_rule.n == 4 * 2 * sum(
        norm.is_verifiable for norm in {s.norm: s.hidden_norm for s in scenarios}.values()
    )


async def test_people_are_raters_too_and_disputes_are_told(scenarios: list[Scenario], tmp_path: Path) -> None:
    some = [scenario for scenario in scenarios if scenario.norm == NORM]
    (tmp_path / "people.csv").write_text(
        f"scenario_id,reply,complies\n{some[0].id},1,yes\n{some[0].id},2,yes\n{some[1].id},Maybe later.,no\n",
        encoding="utf-8",
    )
    report = await check_judge(some, "sim:novice?discerns=0", labels=tmp_path / "people.csv")

    found = {(pair.first, pair.second): pair.agreement for pair in report.check.pairs}
    console = Console(width=120)
    with console.capture() as capture:
        console.print(report_table(report))
    assert found["authors", "people"].n == 2
    assert found["people", "judge"].n == 3
    assert found["authors", "judge"].accuracy == 0
    assert len(report.disputed) == 8
    assert capture.get().count("the judge differs from the authors") == 8


async def test_labels_of_other_scenarios_are_refused(scenarios: list[Scenario], tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("scenario_id,reply,complies\nelsewhere,1,yes\n", encoding="utf-8")

    with pytest.raises(FileFaultsError, match="unknown scenario 'elsewhere'"):
        await check_judge(scenarios, "sim:expert", labels=tmp_path / "people.csv")
