import os
import sys
from pathlib import Path

import pytest

from community.models.cache import ReplyCache, cache_path
from tests.commands.conftest import Command
from tests.experiments.housekeeping.fabricated import write_run, write_sweep

RUNS = Path("runs")


@pytest.fixture(autouse=True)
def _runs() -> None:
    write_run(RUNS, "whole", started_at="2026-01-02T00:00:00+00:00")
    write_run(RUNS, "half", status="running", started_at="2026-01-03T00:00:00+00:00")


def test_list_has_a_line_a_run_newest_last(community: Command) -> None:
    outcome = community("list")

    _, whole, half = outcome.out.splitlines()
    assert whole.split()[:5] == ["finished", "debate", "sy_star", "none", "sim:novice"]
    assert "50/50" in whole
    assert "follow_rate 0.625 simulated" in whole
    assert half.split()[0] == "killed"
    assert half.endswith("half")


def test_list_of_runs_tells_where_sweeps_are(community: Command) -> None:
    alone = community("list")
    write_sweep(Path("sweeps") / "grid", finished=1, planned=2)

    assert "sweeps" not in alone.err
    assert "community list sweeps" in community("list").err
    assert "grid" in community("list", "sweeps").out


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ((), ["whole", "half"]),
        (("--status", "killed"), ["half"]),
        (("--status", "killed", "--status", "finished"), ["whole", "half"]),
        (("--setting", "sweep"), ["grid"]),
        (("--setting", "scenarios"), []),
    ],
)
def test_list_in_json_has_what_was_asked_for(
    community: Command, arguments: tuple[str, ...], names: list[str]
) -> None:
    if "sweep" in arguments:
        write_sweep(RUNS / "grid", finished=1, planned=2)

    outcome = community("list", "runs", *arguments, "--json")

    assert outcome.code == 0
    assert outcome.json["schema_version"] == 1
    assert [run["name"] for run in outcome.json["runs"]] == names


@pytest.mark.parametrize(
    ("option", "name", "near"), [("--status", "kiled", "killed"), ("--setting", "debat", "debate")]
)
def test_list_of_an_unknown_name_tells_the_nearest(
    community: Command, option: str, name: str, near: str
) -> None:
    outcome = community("list", option, name)

    assert (outcome.code, outcome.out) == (2, "")
    assert f"did you mean '{near}'" in outcome.err


def test_clean_needs_to_know_what(community: Command) -> None:
    outcome = community("clean", "--yes")

    assert outcome.code == 2
    assert "--unfinished" in outcome.err


def test_clean_on_trial_lists_and_deletes_nothing(community: Command) -> None:
    outcome = community("clean", "--unfinished", "--dry-run")

    assert outcome.code == 0
    assert "half" in outcome.out
    assert "whole" not in outcome.out
    assert (RUNS / "half").is_dir()


def test_clean_without_a_terminal_refuses_without_yes(community: Command) -> None:
    outcome = community("clean", "--unfinished")

    assert outcome.code == 2
    assert "--yes" in outcome.err
    assert (RUNS / "half").is_dir()


def test_clean_deletes_what_it_listed(community: Command) -> None:
    outcome = community("clean", "--unfinished", "--yes")

    assert outcome.code == 0
    assert "freed" in outcome.err
    assert [path.name for path in RUNS.iterdir()] == ["whole"]


@pytest.mark.parametrize(
    ("answer", "left"), [("y", ["whole"]), ("n", ["half", "whole"]), ("", ["half", "whole"])]
)
def test_clean_asks_at_a_terminal(
    community: Command, monkeypatch: pytest.MonkeyPatch, answer: str, left: list[str]
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.confirm", lambda *_, **__: answer == "y")

    assert community("clean", "--unfinished").code == 0
    assert sorted(path.name for path in RUNS.iterdir()) == left


def test_clean_of_any_age_leaves_nothing(community: Command) -> None:
    for run in RUNS.iterdir():
        for file in run.iterdir():
            os.utime(file, (0, 0))

    assert community("clean", "--older-than", "0h", "--yes").code == 0
    assert list(RUNS.iterdir()) == []


def test_clean_empties_the_cache_alone(community: Command) -> None:
    cache = ReplyCache()
    assert cache.size().replies == 0
    cache.close()
    assert cache_path().is_file()

    outcome = community("clean", "--cache", "--yes")

    assert outcome.code == 0
    assert str(cache_path()) in outcome.out
    assert (RUNS / "half").is_dir()


def test_clean_with_nothing_to_do_says_so(community: Command) -> None:
    outcome = community("clean", "--older-than", "30d", "--cache")

    assert (outcome.code, outcome.out) == (0, "")
    assert "nothing to delete" in outcome.err


def test_paths_are_those_that_are_used(community: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMUNITY_CACHE_DIR", "kept")

    places = {place["name"]: place for place in community("paths", "--json").json["places"]}

    assert places["runs"]["path"] == str(RUNS.absolute())
    assert places["runs"]["exists"]
    assert places["cache"]["path"] == str(Path("kept").absolute())
    assert not places["cache"]["exists"]
    assert all(name in community("paths").out for name in places)


def test_a_folder_without_runs_names_those_in_it_that_have_some(community: Command, tmp_path: Path) -> None:
    write_run(tmp_path / "runs", "one")
    (tmp_path / "empty").mkdir()

    assert "there is no run in '.'; runs are in ./runs: name one of these" in community("list", ".").err
    assert "there is no run in 'empty'" in community("list", "empty").err
