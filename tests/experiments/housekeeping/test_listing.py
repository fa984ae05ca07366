import json
import resource
from pathlib import Path
from typing import Any

import pytest

from community.errors import UserError
from community.experiments.housekeeping.facts import ENDINGS, FACTS, facts_of
from community.experiments.housekeeping.listing import Listed, list_folder
from community.experiments.runs.directory import RunDirectory, held
from community.experiments.runs.setting import SETTINGS
from community.experiments.sweeps.directory import SweepDirectory
from tests.experiments.housekeeping.fabricated import write_run, write_sweep


def only(folder: Path) -> Listed:
    (found,) = list_folder(folder)
    return found


def test_a_run_is_told_in_a_row(tmp_path: Path) -> None:
    path = write_run(tmp_path, "one")

    found = only(tmp_path)

    assert (found.kind, found.name, found.path, found.status) == ("run", "one", str(path), "finished")
    assert (found.setting, found.norm, found.module, found.model) == (
        "debate",
        "sy_star",
        "none",
        "sim:novice",
    )
    assert (found.seed, found.ended, found.planned) == (7, 50, 50)
    assert (found.number, found.value, found.simulated) == ("follow_rate", 0.625, True)
    assert found.bytes == sum(file.stat().st_size for file in path.iterdir())


def test_newest_is_last(tmp_path: Path) -> None:
    for day in (3, 1, 2):
        write_run(tmp_path, f"day{day}", started_at=f"2026-01-0{day}T00:00:00+00:00")

    assert [run.name for run in list_folder(tmp_path)] == ["day1", "day2", "day3"]


def test_a_run_without_a_living_process_is_killed(tmp_path: Path) -> None:
    path = write_run(tmp_path, "one", status="running")
    lock = RunDirectory(path).lock

    assert only(tmp_path).status == "killed"
    lock.touch()
    assert only(tmp_path).status == "killed", "a lock that nobody holds says nothing"
    with held(lock):
        assert only(tmp_path).status == "running"


def test_a_run_killed_before_its_metrics_or_its_manifest_is_killed(tmp_path: Path) -> None:
    (write_run(tmp_path, "one") / "metrics.json").unlink()
    (write_run(tmp_path, "two") / "manifest.json").unlink()

    assert [run.status for run in list_folder(tmp_path)] == ["killed", "killed"]


@pytest.mark.parametrize("status", ["interrupted", "stopped"])
def test_other_statuses_are_as_the_manifest_says(tmp_path: Path, status: str) -> None:
    write_run(tmp_path, "one", status=status, reason="why")

    assert (only(tmp_path).status, only(tmp_path).problem) == (status, "why")


@pytest.mark.parametrize("file", ["config.json", "manifest.json", "metrics.json"])
@pytest.mark.parametrize("text", ["", "[]", "{", "\x00"])
def test_a_damaged_run_is_listed_as_unreadable(tmp_path: Path, file: str, text: str) -> None:
    (write_run(tmp_path, "one") / file).write_text(text, encoding="utf-8")

    found = only(tmp_path)

    assert found.status == "unreadable"
    assert file in (found.problem or "")


@pytest.mark.parametrize("wrong", [None, [], "x", {"value": "x"}, {"id": 3}, [3]])
@pytest.mark.parametrize("setting", FACTS)
def test_facts_are_left_out_where_a_value_is_not_what_it_should_be(setting: str, wrong: Any) -> None:
    names = (
        "norms",
        "module",
        "questions",
        "debates",
        "chats",
        "follow_rate",
        "conditions",
        "trials",
        "phases",
    )
    bad: dict[str, Any] = dict.fromkeys(names, wrong)

    found = facts_of(setting, bad, bad)

    assert (found.planned, found.value) == (None, None)


def test_every_setting_has_its_facts() -> None:
    assert FACTS.keys() >= SETTINGS.keys()


def test_a_run_of_scenarios_counts_replies(tmp_path: Path) -> None:
    config = {"setting": "scenarios", "subject": "sim:novice", "conditions": ["naive", "oracle"], "trials": 3}
    path = write_run(tmp_path, "one", config={**config, "scenarios": ["a", "b"]})
    scores = [
        {"condition": name, "replies": 6 - failed, "failed": failed, "accuracy": {"value": 0.5}}
        for name, failed in (("naive", 0), ("oracle", 1))
    ]
    (path / "metrics.json").write_text(json.dumps({"conditions": scores, "scenarios": 2}), encoding="utf-8")

    found = only(tmp_path)

    assert (found.ended, found.planned) == (12, 12)
    assert (found.number, found.value) == ("accuracy_naive", 0.5)


def test_a_sweep_is_one_row_and_its_cells_are_listed_inside(tmp_path: Path) -> None:
    sweep = write_sweep(tmp_path / "grid", finished=2, planned=3)

    found = only(tmp_path)

    assert (found.kind, found.status, found.ended, found.planned) == ("sweep", "interrupted", 2, 3)
    assert [cell.name for cell in list_folder(sweep)] == ["c0", "c1"]
    with held(SweepDirectory(sweep).lock):
        assert only(tmp_path).status == "running"


def test_a_whole_sweep_is_finished(tmp_path: Path) -> None:
    write_sweep(tmp_path / "grid", finished=2, planned=2)

    assert only(tmp_path).status == "finished"


def test_other_folders_are_not_listed(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "cells").mkdir()
    (tmp_path / "file").touch()

    assert list_folder(tmp_path) == []


def test_a_folder_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no folder"):
        list_folder(tmp_path / "nowhere")


def test_10_000_debates_are_listed_within_a_second(tmp_path: Path) -> None:
    for number in range(200):
        write_run(tmp_path, f"r{number}")

    start = resource.getrusage(resource.RUSAGE_SELF)
    found = list_folder(tmp_path)
    end = resource.getrusage(resource.RUSAGE_SELF)

    assert sum(run.ended or 0 for run in found) == 10_000
    assert end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime < 1


@pytest.mark.parametrize(("setting", "kind"), ENDINGS.items())
def test_a_run_that_broke_off_counts_the_episodes_that_ended(tmp_path: Path, setting: str, kind: str) -> None:
    config = {"setting": setting, "questions": 12, "chats": 12, "scenarios": ["a"], "conditions": ["b"]}
    run = write_run(tmp_path, "one", status="interrupted", config={**config, "trials": 12})
    said = json.dumps({"kind": "message", "text": json.dumps({"kind": kind}, separators=(",", ":"))})
    lines = [f'{{"at":"now","kind":"{kind}","number":{number}}}' for number in range(3)]
    (run / "events.jsonl").write_text("\n".join([said, *lines, ""]), encoding="utf-8")

    found = only(tmp_path)

    assert (found.ended, found.planned) == (3, 12)


def test_every_setting_says_how_an_episode_ends() -> None:
    assert ENDINGS.keys() == SETTINGS.keys()
