import json
from pathlib import Path

import pytest
import yaml

from tests.commands.conftest import Command
from tests.loopback import Loopback
from tests.scenarios import published_rows, sound
from tests.scenarios.published_rows import IDS, row, without
from tests.scenarios.writer import writer

ONE = "standup__binary_answer_norm__rotterdam_feed"


def test_list_has_every_scenario_and_ones_own(community: Command, tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    sound.write(sound.sound(), tmp_path / "scenarios")
    (tmp_path / "scenarios" / "torn.yaml").write_text("id: [", encoding="utf-8")

    table, listed = community("scenarios", "list"), community("scenarios", "list", "--json").json

    assert table.code == 0
    assert "broken: scenarios/torn.yaml" in table.err
    assert len(listed["scenarios"]) == 45
    assert listed["scenarios"][-1]["id"] == sound.ID
    assert [item["source"] for item in listed["broken"]] == ["scenarios/torn.yaml"]


@pytest.mark.parametrize(
    ("filters", "number"),
    [
        (("--norm", "binary_answer_norm"), 2),
        (("--event", "standup", "--venue", "workplace"), 5),
        (("--event", "standup", "--venue", "other"), 0),
    ],
)
def test_list_is_filtered(community: Command, filters: tuple[str, ...], number: int) -> None:
    assert len(community("scenarios", "list", *filters, "--json").json["scenarios"]) == number


def test_list_refuses_unknown_filters(community: Command) -> None:
    outcome = community("scenarios", "list", "--norm", "binary_anser_norm")

    assert outcome.code == 2
    assert "did you mean 'binary_answer_norm'" in outcome.err


def test_list_and_show_take_a_data_set(community: Command, tmp_path: Path) -> None:
    rows = [row(IDS[0]), without(row(IDS[1]), "norm_statement"), row(IDS[2])]
    source = ("--dataset", published_rows.write(tmp_path / "rows.jsonl", rows))

    table, listed = (
        community("scenarios", "list", *source),
        community("scenarios", "list", *source, "--json").json,
    )
    shown = community("scenarios", "show", IDS[2], *source)
    absent = community("scenarios", "show", ONE, *source)

    left_out = f"row 2 ({IDS[1]}) is left out: norm_statement: is missing"
    assert f"broken: {left_out}" in table.err
    assert [item["id"] for item in listed["scenarios"]] == [IDS[0], IDS[2]]
    assert listed["broken"] == [{"source": source[1], "error": left_out}]
    assert (shown.code, "Our own words for" in shown.out) == (0, True)
    assert (absent.code, f"unknown scenario {ONE!r}" in absent.err) == (2, True)


def test_the_builtin_data_set_is_what_is_shipped(community: Command, tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    sound.write(sound.sound(), tmp_path / "scenarios")

    listed = community(
        "scenarios", "list", "--dataset", "builtin", "--norm", "binary_answer_norm", "--json"
    ).json

    assert len(community("scenarios", "list", "--dataset", "builtin", "--json").json["scenarios"]) == 44
    assert [item["norm"] for item in listed["scenarios"]] == ["binary_answer_norm"] * 2


def test_show_marks_demonstrations_and_labels(community: Command) -> None:
    text, data = community("scenarios", "show", ONE).out, community("scenarios", "show", ONE, "--json").json

    assert text.count("[shows the norm]") == sum(turn["demonstrates"] for turn in data["transcript"])
    assert text.count("[elicitor]") == 1
    assert all(reply["kind"] in text for reply in data["replies"] if reply["kind"])
    words = " ".join(text.split())
    assert all(" ".join(reply["reason"].split()) in words for reply in data["replies"])


def test_show_of_a_file_cannot_drive_the_terminal(community: Command, tmp_path: Path) -> None:
    content = sound.sound(setting="A storm \x1b[31mis due.")
    (tmp_path / f"{sound.ID}.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")

    assert "\x1b" not in community("scenarios", "show", f"{sound.ID}.yaml").out


def test_check_finds_nothing_in_what_is_shipped(community: Command) -> None:
    outcome = community("scenarios", "check")

    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "44 scenarios without faults\n"


def test_check_tells_every_fault_with_its_line(community: Command, tmp_path: Path) -> None:
    spoilt = sound.sound(venue="moon", replies=[], subjct="Dora")
    file = sound.write(spoilt, tmp_path)
    outcome = community("scenarios", "check", str(tmp_path))
    data = community("scenarios", "check", str(file), "--json")

    assert (outcome.code, data.code) == (1, 1)
    assert "did you mean 'subject'" in outcome.err
    assert {fault["path"] for fault in data.json["files"][0]["faults"]} >= {"venue", "subjct"}
    assert all(fault["line"] for fault in data.json["files"][0]["faults"])


def test_check_by_a_judge_needs_a_model(community: Command, tmp_path: Path) -> None:
    file = sound.write(sound.sound(), tmp_path)
    outcome = community("scenarios", "check", str(file), "--judge", "sim:expert")

    assert outcome.code == 2
    assert "cannot read a chat for leaks; name a model" in outcome.err


def test_schema_admits_what_is_shipped(community: Command, tmp_path: Path) -> None:
    printed = json.loads(community("scenarios", "schema").out)
    community("scenarios", "schema", "--out", "scenario.schema.json")

    assert printed["properties"].keys() >= {"transcript", "replies", "subject"}
    assert printed["additionalProperties"] is False
    assert json.loads((tmp_path / "scenario.schema.json").read_text(encoding="utf-8")) == printed


def test_check_by_a_judge_names_what_it_finds(community: Command, loopback: Loopback, tmp_path: Path) -> None:
    file = sound.write(sound.sound(), tmp_path)
    loopback.replies = writer({"leak": {"quote": "the storm rule", "states_norm": True}})
    spec = f"openai:tiny@{loopback.openai_url}"

    outcome = community("scenarios", "check", str(file), "--judge", spec)
    data = community("scenarios", "check", str(file), "--judge", spec, "--json").json
    loopback.replies = writer({})

    assert outcome.code == 1
    assert "a judge finds the norm said: 'the storm rule'" in outcome.err
    assert "the storm rule" in data["files"][0]["faults"][0]["message"]
    assert community("scenarios", "check", str(file), "--judge", spec).code == 0


def test_judge_check_compares_raters(community: Command) -> None:
    arguments = ("scenarios", "judge-check", "--norm", "binary_answer_norm")
    table, data = community(*arguments), community(*arguments, "--json").json

    assert table.code == 0
    assert "authors and judge" in table.out
    assert "simulated" in table.out
    assert data["check"]["replies"] == 8
    assert data["simulated"] is True
