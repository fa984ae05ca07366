import json
import re
import signal
import time
from pathlib import Path

import pytest

from community.experiments.sweeps.fingerprint import SPEED
from community.experiments.sweeps.study import StudyConfig
from tests.commands.conftest import ROOT, Command, Process
from tests.loopback import Loopback

STUDY = """\
title: Does a module help?
base: {questions: 1, rounds: 1}
axes:
  norms: [sy_star]
  module: [none, infer_edit]
"""


@pytest.fixture(autouse=True)
def _study(tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(STUDY)


def test_sweep_prints_its_result_and_where_it_is(community: Command) -> None:
    outcome = community("sweep", "study.yaml")

    assert outcome.code == 0
    assert "2 finished" in outcome.out
    assert "simulated" in outcome.out
    assert outcome.last == "sweeps/study"
    assert outcome.err.splitlines()[0] == "simulated: Does a module help?, 2 cells"
    assert community("sweep", "study.yaml", "--json").json["counts"] == {"finished": 2}


def test_a_bound_leaves_with_1_and_names_the_way_on(community: Command) -> None:
    given = [
        "sweep",
        "study.yaml",
        "--out",
        "my sweep",
        "--max-calls",
        "3",
        "--only",
        "module=none",
        "--json",
    ]

    outcome = community(*given)

    assert outcome.code == 1
    assert outcome.json["status"] == "limit"
    assert outcome.err.splitlines()[-1] == (
        "stopped at 3 calls; go on with: "
        "community sweep study.yaml --out 'my sweep' --max-calls 3 --only module=none --json"
    )
    assert community("sweep", "study.yaml", "--out", "my sweep").code == 0


@pytest.mark.usefixtures("no_runs")
def test_a_dry_run_writes_nothing(community: Command, tmp_path: Path) -> None:
    table, data = (
        community("sweep", "study.yaml", "--dry-run"),
        community("sweep", "study.yaml", "--dry-run", "--json"),
    )

    assert (table.code, data.code) == (0, 0)
    assert "2 cells, 2 episodes\n" in table.out  # scripted people take no time to speak of
    assert "cost" not in table.out
    assert data.json["calls"] > 10
    assert not (tmp_path / "sweeps").exists()


def test_a_dry_run_tells_cost_and_time_of_real_models(community: Command, tmp_path: Path) -> None:
    spec = "openai:x@http://127.0.0.1:1/v1"
    (tmp_path / "prices.yaml").write_text('"openai:*": {prompt: 1, completion: 2}\n')
    (tmp_path / "real.yaml").write_text(STUDY.replace("rounds: 1", f'rounds: 1, newcomer: "{spec}"'))

    told = community("sweep", "real.yaml", "--dry-run", "--prices", "prices.yaml").out

    assert "cost" in told.splitlines()[0]
    assert "2 episodes; roughly 6 s at 2 s a call, without scripted people" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.yaml"], "nowhere.yaml: cannot be read"),
        (["study.yaml", "--only", "module"], "--only takes AXIS=VALUE, got 'module'"),
        (["study.yaml", "--only", "module=infer_edits"], "did you mean 'infer_edit'?"),
        (["study.yaml", "--max-time", "soon"], "--max-time 'soon': write a number with s, m, h or d"),
        (["study.yaml", "--max-cost", "1"], "--max-cost needs the prices of models"),
        (["study.yaml", "--max-time", "soon", "--dry-run"], "--max-time 'soon': write a number"),
    ],
)
def test_wrong_usage_is_told_in_one_line(community: Command, arguments: list[str], message: str) -> None:
    outcome = community("sweep", *arguments)

    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_study_that_changed_is_refused_with_the_way_on(community: Command, tmp_path: Path) -> None:
    community("sweep", "study.yaml")
    (tmp_path / "study.yaml").write_text(STUDY.replace("rounds: 1", "rounds: 2"))

    outcome = community("sweep", "study.yaml")

    assert outcome.code == 2
    assert "the study has changed: differing: rounds; " in outcome.err
    assert community("sweep", "study.yaml", "--out", "sweeps/other").code == 0


def test_an_endpoint_that_cannot_be_used_leaves_with_3(community: Command) -> None:
    Path("study.yaml").write_text(STUDY + "  newcomer: ['openai:x@http://127.0.0.1:9/v1']\n")

    outcome = community("sweep", "study.yaml", "--at-once", "2")

    assert outcome.code == 3
    assert outcome.err.splitlines()[-1] == (
        "error: not usable: openai:x@http://127.0.0.1:9/v1; go on with: community sweep study.yaml --at-once 2"
    )


def test_a_key_is_sent_and_written_nowhere(
    community: Command, loopback: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-a-person")
    Path("study.yaml").write_text(STUDY + f"  newcomer: ['openai:x@{loopback.openai_url}']\n")

    played = community("sweep", "study.yaml", "--limit", "1")
    page = community("report", "sweeps/study", "--html")

    assert "sk-of-a-person" in loopback.requests[-1].headers["authorization"]
    assert (page.code, list(tmp_path.rglob("report.html")) != []) == (0, True)
    assert "sk-of-a-person" not in played.out + played.err
    assert [
        str(file) for file in tmp_path.rglob("*") if file.is_file() and b"sk-of-a-person" in file.read_bytes()
    ] == []


def test_lost_cells_leave_with_1(community: Command, tmp_path: Path) -> None:
    community("sweep", "study.yaml", "--max-calls", "8")
    for events in tmp_path.glob("sweeps/study/cells/*/events.jsonl"):
        events.write_text("[1]\n")

    outcome = community("sweep", "study.yaml")

    assert outcome.code == 1
    assert "of the episodes were lost, more than --max-failed 0.1 allows" in outcome.err


def test_the_schema_is_printed(community: Command) -> None:
    assert "axes" in json.loads(community("sweep", "--schema").out)["properties"]


def test_the_page_on_sweeps_is_right(community: Command, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "sweeps.md").read_text(encoding="utf-8")
    study, people, prices = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "study.yaml").write_text(study.replace("questions: 10", "questions: 1"))
    (tmp_path / "people.yaml").write_text("title: t\nbase: {norms: sy_star, questions: 1}\n" + people)
    (tmp_path / "prices.yaml").write_text(prices)

    for line in re.findall(r"^community (sweep .*)$", page, re.MULTILINE):
        assert community(*line.split()).code == 0, line
    assert (
        community("sweep", "people.yaml", "--dry-run", "--prices", "prices.yaml", "--json").json["cells"] == 2
    )
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(code, {})
    assert {path.name for path in (tmp_path / "sweeps" / "study").iterdir()} <= set(
        re.findall(r"`([a-z.]+)/?`", page)
    )
    assert StudyConfig.model_fields.keys() <= set(re.findall(r"^\| `(\w+)` ", page, re.MULTILINE))
    assert all(f"`{option}`" in page for option in SPEED)


def test_help_shows_examples(community: Command) -> None:
    assert "community sweep study.yaml --dry-run" in community("sweep", "--help").out


def test_an_interrupted_sweep_leaves_with_130_and_names_the_way_on(process: Process, tmp_path: Path) -> None:
    Path("study.yaml").write_text(STUDY.replace("questions: 1", "questions: 60"))
    options = ["--only", "module=infer_edit", "--limit", "5", "--max-cost", "9", "--prices", "my prices.yaml"]
    Path("my prices.yaml").write_text('"sim:*": {prompt: 0, completion: 0}\n')
    running = process.start("sweep", "study.yaml", *options)
    while not list(tmp_path.glob("sweeps/study/cells/*/events.jsonl")):
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)

    assert running.returncode == 130
    assert err.decode().splitlines()[-1] == (
        "interrupted; go on with: community sweep study.yaml --only module=infer_edit --limit 5 --max-cost 9 "
        "--prices 'my prices.yaml'"
    )
