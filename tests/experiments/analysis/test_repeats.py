from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from community.experiments.analysis.finding import find_runs
from community.experiments.analysis.repeats import Experiment, experiment, repeats, told
from community.experiments.chats.config import ChatRunConfig
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.config import RunSettings
from community.experiments.scenarios.config import ScenarioRunConfig
from tests.experiments.staged import run, steps, write_run

ONE = Experiment(
    run="a", mark="m", sweep=None, finished=True, length=10, started_at="2026-01-01T00:00:00+00:00"
)


def repeated(folder: Path) -> dict[str, str]:
    found = repeats(map(experiment, find_runs(folder)))
    return {Path(run).name: Path(counted).name for run, counted in found.items()}


def write(folder: Path, name: str, **fields: Any) -> Path:
    options: dict[str, Any] = {"seed": 1, **fields}
    return write_run(folder / name, run(steps(0)), **options)


def test_runs_of_one_configuration_and_seed_count_once(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        write(tmp_path, name)
    write(tmp_path, "other", seed=2)

    assert repeated(tmp_path) == {"a": "c", "b": "c"}


def test_a_run_repeats_one_that_differs_in_its_length_alone(tmp_path: Path) -> None:
    write(tmp_path, "done", questions=12)
    write(tmp_path, "going", questions=40, status="running")

    assert repeated(tmp_path) == {"going": "done"}


@pytest.mark.parametrize(
    "fields",
    [
        {"seed": 2},
        {"module": "tom"},
        {"rounds": 2},
        {"norms": "pseudo_frim_min_3"},
        {"newcomer_options": {"temperature": 0.5}},
    ],
)
def test_whatever_can_change_results_makes_another_experiment(tmp_path: Path, fields: dict[str, Any]) -> None:
    write(tmp_path, "one")
    write(tmp_path, "two", **fields)

    assert repeated(tmp_path) == {}


def test_a_run_without_a_manifest_repeats_nothing(tmp_path: Path) -> None:
    write(tmp_path, "one")
    (write(tmp_path, "two") / "manifest.json").unlink()

    assert repeated(tmp_path) == {}


@pytest.mark.parametrize(
    "better",
    [
        {"length": 5, "started_at": "2025"},
        {"finished": False, "length": 99},
        {"finished": False, "started_at": "2027"},
    ],
)
def test_a_finished_run_counts_then_a_longer_one_then_a_newer_one(better: dict[str, Any]) -> None:
    assert repeats([ONE, replace(ONE, run="b", **better)]) == {"b": "a"}
    assert repeats([ONE, replace(ONE, run="b", length=11, started_at="2025")]) == {"a": "b"}
    assert repeats([ONE, replace(ONE, run="b", started_at="2027")]) == {"a": "b"}


def test_cells_of_a_sweep_do_not_repeat_each_other_but_another_run_may(tmp_path: Path) -> None:
    cells = [replace(ONE, run=name, sweep="s", length=length) for name, length in (("a", 10), ("b", 20))]

    assert repeats(cells) == {}
    assert repeats([*cells, replace(ONE, run="c", length=15)]) == {"c": "b"}


@pytest.mark.parametrize("kind", [ChatRunConfig, DebateRunConfig, ScenarioRunConfig])
def test_the_length_of_a_run_is_a_number_of_its_configuration(kind: type[RunSettings]) -> None:
    assert kind.model_fields[kind.length].annotation is int


def test_what_is_left_out_is_told() -> None:
    assert told(0) == ""
    assert told(1).startswith("1 repeated run is left out: ")
    assert told(1200).startswith("1,200 repeated runs are left out: ")
