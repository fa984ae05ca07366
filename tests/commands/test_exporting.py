from pathlib import Path

import pytest

from tests.commands.conftest import Command


def test_files_are_written_and_named(community: Command, finished_run: Path) -> None:
    outcome = community("export", str(finished_run), "--csv", "rows.csv", "--jsonl", "rows.jsonl")

    assert (outcome.code, outcome.out.split()) == (0, ["rows.csv", "rows.jsonl"])
    assert len(Path("rows.jsonl").read_text(encoding="utf-8").splitlines()) == 3
    assert "simulated" in outcome.err


def test_rounds_are_rows_where_this_is_asked_for(community: Command, finished_run: Path) -> None:
    community("export", str(finished_run), "--jsonl", "rows.jsonl", "--rounds")

    assert len(Path("rows.jsonl").read_text(encoding="utf-8").splitlines()) == 3 * 5


def test_a_log_of_inspect_is_written(community: Command, finished_run: Path) -> None:
    log = pytest.importorskip("inspect_ai.log")

    assert community("export", str(finished_run), "--inspect", "run.eval").out.strip() == "run.eval"
    assert len(log.read_eval_log("run.eval").samples) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name a file to write"),
        (["--csv", "no/such/folder.csv"], "cannot be written"),
        (["--inspect", "run.log"], "ends in .eval or .json"),
    ],
)
def test_what_cannot_be_exported_is_said_in_a_line(
    community: Command, finished_run: Path, arguments: list[str], message: str
) -> None:
    outcome = community("export", str(finished_run), *arguments)

    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


def test_a_log_of_inspect_is_of_one_run(community: Command, tmp_path: Path, finished_run: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / "runs" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "runs" / name).symlink_to(finished_run)

    assert "has 2 runs" in community("export", "runs", "--inspect", "run.eval").err
