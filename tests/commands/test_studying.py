from pathlib import Path

import pytest

from community.scenarios.review import review
from tests.commands.conftest import Command, Process


def test_study_runs_at_once(process: Process, tmp_path: Path) -> None:
    laid_out = process.run("init", "study")
    study = Process(tmp_path / "study")

    checked = study.run("norms", "check", "norms")
    played = study.run("run", "--json")
    chatted = study.run("chat", "--json")
    judged = study.run("scenarios", "run", "-k", "1", "--condition", "naive", "--json")

    assert laid_out.code == 0, laid_out.err
    assert sorted(path.name for path in study.folder.iterdir() if path.name != "runs") == [
        "community.yaml", "modules", "norms", "scenarios", "tasks",
    ]  # fmt: skip
    assert (checked.code, checked.err) == (0, "")
    assert played.code == 0, played.err
    assert played.json["belief"] == 'Use the word "frumble".'
    assert played.json["follow_rate"] > 0.8
    assert played.json["simulated"] is True
    assert (chatted.code, judged.code) == (0, 0), chatted.err + judged.err
    assert "frumble" in str(chatted.json["beliefs"])
    assert judged.json["setting"] == "scenarios"


def test_files_of_a_study_are_named_and_commented(community: Command) -> None:
    written = [Path(line) for line in community("init", "study").out.splitlines()]

    assert all(path.is_file() for path in written)
    for path in written:
        if path.suffix == ".yaml":
            assert path.read_text(encoding="utf-8").startswith("# ")


def test_scenario_of_a_study_passes_the_review(community: Command, tmp_path: Path) -> None:
    community("init", "study")

    (found,) = review(sorted((tmp_path / "study" / "scenarios").iterdir()))

    assert found.scenario is not None
    assert (found.faults, found.warnings) == ((), ())


def test_study_overwrites_nothing(community: Command, tmp_path: Path) -> None:
    (tmp_path / "study" / "norms").mkdir(parents=True)
    (tmp_path / "study" / "community.yaml").write_text("seed: 3\n", encoding="utf-8")

    outcome = community("init", "study")

    assert outcome.code == 2
    assert "has community.yaml already" in outcome.err
    assert not list((tmp_path / "study" / "norms").iterdir())


def test_study_in_a_folder_that_cannot_be_made(community: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    outcome = community("init", "file/study")

    assert outcome.code == 2
    assert "cannot be written" in outcome.err


@pytest.mark.parametrize("folder", [".", "with space"])
def test_study_goes_into_any_folder(community: Command, tmp_path: Path, folder: str) -> None:
    assert community("init", folder).code == 0
    assert (tmp_path / folder / "norms" / "norm.schema.json").is_file()
