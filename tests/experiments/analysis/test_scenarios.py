import asyncio
from pathlib import Path

import pytest

from community.errors import UserError
from community.experiments.analysis.comparison import arm, compare
from community.experiments.analysis.observations import observe, observe_rounds
from community.experiments.analysis.scenarios import RowOfReply
from community.experiments.analysis.summaries import summarize
from tests.experiments.scenarios.scripted_run import config, score, start


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    wanted = config(conditions=["naive", "oracle"])
    return Path(asyncio.run(start(wanted, tmp_path_factory.mktemp("runs"))).run_dir)


def test_a_reply_is_a_row_with_its_verdicts(played: Path) -> None:
    rows = [row for row in observe(played) if isinstance(row, RowOfReply)]

    assert len(rows) == score(played).ended == 16
    assert {(row.condition, row.index, row.trial) for row in rows} == {
        (condition, trial + 1, trial) for condition in ("naive", "oracle") for trial in (0, 1)
    }
    assert {row.norm for row in rows if row.rule_complies is not None} == {"binary_answer_norm"}
    assert all(row.question == row.scenario for row in rows)
    for row in rows:
        assert row.missing.keys() == {name for name in row.measures if row.value(name) is None}


def test_shares_are_those_of_the_run_with_errors_over_scenarios(played: Path) -> None:
    averages = summarize(observe(played), ["complies"], by=["condition"])

    assert {str(each.levels["condition"]): each.mean.value for each in averages} == score(played).compliance
    assert all(each.mean.n == 4 for each in averages)


def test_conditions_of_one_run_are_paired_by_scenario_and_trial(played: Path) -> None:
    rows = observe(played)
    names = ("condition=naive", "condition=oracle")

    report = compare(arm(rows, names[0]), arm(rows, names[1]), names=names)
    same = compare(
        rows, [row.model_copy(update={"run_dir": "b", "subject": "sim:b"}) for row in rows], names=names
    )

    difference = report.comparisons[0].paired.difference
    assert report.differing.keys() == {"condition"}
    assert (difference.observations, difference.n) == (8, 4)
    assert same.comparisons[0].paired.difference.observations == 16
    assert "condition" in same.paired_by


def test_replies_have_no_rounds(played: Path) -> None:
    with pytest.raises(UserError, match="a reply has no rounds"):
        observe_rounds(played)
