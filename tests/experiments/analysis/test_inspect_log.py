import sys
from pathlib import Path
from typing import Any

import pytest

from community.errors import MissingExtraError, UserError
from community.experiments.analysis.finding import find_runs
from community.experiments.analysis.inspect_log import SCORES, write_inspect_log
from tests.experiments.staged import STAR, end, question, run, steps, write_run

EVENTS = run(
    steps(0, "refused", follow_rate=0.5, texts=("no", "no (B)", f"{STAR} yes (B)"), belief="a star"),
    [[question(1)], [end(1, None, "broke")]],
)


@pytest.fixture
def run_dir(tmp_path: Path) -> Path:
    return write_run(tmp_path / "one", EVENTS, status="interrupted")


def written(run_dir: Path, name: str) -> Any:
    """The log as the package that it is for reads it."""
    log = pytest.importorskip("inspect_ai.log")
    write_inspect_log(find_runs(run_dir)[0], run_dir / name)
    return log.read_eval_log(str(run_dir / name))


@pytest.mark.parametrize("name", ["log.eval", "log.json"])
def test_inspect_reads_one_sample_a_debate_with_its_scores(run_dir: Path, name: str) -> None:
    log = written(run_dir, name)

    first, second = log.samples
    assert (log.status, log.eval.model, log.eval.tags) == ("cancelled", "sim:novice", ["simulated"])
    assert {score: first.scores[score].value for score in first.scores} == {
        "follow_rate": 0.5,
        "correct": 1.0,
        "admission_rate": 0.0,
    }
    assert (first.target, first.scores["correct"].answer) == ("B", "B")
    assert "over_imitation" in first.metadata["missing"]
    assert (second.error.message, second.scores) == ("broke", {})


def test_messages_are_what_the_newcomer_met_and_said(run_dir: Path) -> None:
    first, _ = written(run_dir, "log.eval").samples

    told = [(message.role, message.text) for message in first.messages]
    refusals = [("user", f"Agent {number} refused: No response.") for number in (1, 2)]
    assert told[0][1].startswith("What is 1 + 1?")
    assert told[1:] == [
        ("assistant", "no"),
        *refusals,
        ("assistant", "no (B)"),
        *refusals,
        ("assistant", f"{STAR} yes (B)"),
    ]
    assert {said["agent"] for said in first.metadata["community"]} == {"Agent 1", "Agent 2"}


def test_results_are_means_of_the_finished_debates(run_dir: Path) -> None:
    results = written(run_dir, "log.eval").results

    assert [score.name for score in results.scores] == [*SCORES]
    assert results.scores[0].metrics["mean"].value == 0.5
    assert (results.total_samples, results.completed_samples) == (2, 1)


def test_another_ending_is_refused(run_dir: Path) -> None:
    with pytest.raises(UserError, match=r"ends in \.eval or \.json"):
        write_inspect_log(find_runs(run_dir)[0], run_dir / "log.txt")


def test_without_the_package_the_extra_is_named(run_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "inspect_ai.log", None)

    with pytest.raises(MissingExtraError, match=r"community\[inspect\]"):
        write_inspect_log(find_runs(run_dir)[0], run_dir / "log.eval")
