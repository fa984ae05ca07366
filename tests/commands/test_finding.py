import os
from pathlib import Path

import pytest

from community.commands.finding import find_run
from community.errors import UserError
from community.experiments.runs.directory import open_run


def make(out: Path, name: str, at: int) -> Path:
    folder = out / name
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}", encoding="utf-8")
    os.utime(folder, (at, at))
    return folder


def test_latest_goes_by_the_time_in_the_name_and_then_by_the_clock(tmp_path: Path) -> None:
    make(tmp_path, "20260102T000000Z_x_aaaaaa", at=900)
    make(tmp_path, "20260102T000001Z_x_zzzzzz", at=100)
    newest = make(tmp_path, "20260102T000001Z_x_bbbbbb", at=200)
    (tmp_path / "20270101T000000Z_no_run").mkdir()

    assert find_run("latest", tmp_path) == newest


def test_a_path_goes_before_a_name_in_the_folder(tmp_path: Path) -> None:
    inside = make(tmp_path / "runs", "one", at=1)

    assert find_run(str(inside), tmp_path / "runs") == inside
    assert find_run("one", tmp_path / "runs") == inside
    assert find_run("nowhere", tmp_path / "runs") == Path("nowhere")


def test_latest_needs_a_run(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no run in"):
        find_run("latest", tmp_path)


@pytest.mark.parametrize(
    ("name", "reason"),
    [(".", "`community list"), ("none", "no such folder"), ("empty", "no config.json")],
)
def test_what_is_no_run_is_said_with_the_reason(tmp_path: Path, name: str, reason: str) -> None:
    make(tmp_path, "one", at=1)
    (tmp_path / "empty").mkdir()

    with pytest.raises(UserError, match=reason):
        open_run(tmp_path / name)
