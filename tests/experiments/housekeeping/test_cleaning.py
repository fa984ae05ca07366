import time
from datetime import timedelta
from pathlib import Path

import pytest

from community.errors import UserError
from community.experiments.housekeeping.cleaning import age, removable, remove
from community.experiments.housekeeping.listing import list_folder
from community.experiments.runs.directory import RunDirectory, held
from community.experiments.sweeps.directory import SweepDirectory
from tests.experiments.housekeeping.fabricated import write_run, write_sweep

MONTH = timedelta(days=30)
LONG_AGO = time.time() - 86400 * 40


def names(folder: Path, *, unfinished: bool = False, older_than: timedelta | None = None) -> set[str]:
    return {run.name for run in removable(folder, unfinished=unfinished, older_than=older_than)}


@pytest.mark.parametrize(
    ("text", "length"),
    [("12h", timedelta(hours=12)), (" 30d ", MONTH), ("0d", timedelta()), ("2 w", timedelta(weeks=2))],
)
def test_ages_are_read(text: str, length: timedelta) -> None:
    assert age(text) == length


@pytest.mark.parametrize("text", ["", "30", "d", "-1d", "1m", "1.5d", "999999d", "1d1h"])
def test_other_ages_are_refused(text: str) -> None:
    with pytest.raises(UserError, match="30d"):
        age(text)


def test_unfinished_runs_are_those_that_stopped_on_the_way(tmp_path: Path) -> None:
    for status in ("finished", "interrupted", "stopped"):
        write_run(tmp_path, status, status=status)
    write_run(tmp_path, "killed", status="running")

    assert names(tmp_path, unfinished=True) == {"interrupted", "stopped", "killed"}


def test_old_runs_are_those_in_which_nothing_was_written_since(tmp_path: Path) -> None:
    write_run(tmp_path, "new")
    for name in ("old", "touched"):
        write_run(tmp_path, name, changed=LONG_AGO)
    (tmp_path / "touched" / "report.html").touch()

    assert names(tmp_path, older_than=MONTH) == {"old"}


def test_both_conditions_must_hold(tmp_path: Path) -> None:
    write_run(tmp_path, "old", changed=LONG_AGO)
    write_run(tmp_path, "old_and_stopped", changed=LONG_AGO, status="stopped")
    write_run(tmp_path, "stopped", status="stopped")

    assert names(tmp_path, unfinished=True, older_than=MONTH) == {"old_and_stopped"}


@pytest.mark.parametrize("missing", ["config.json", "manifest.json"])
def test_a_folder_that_is_no_run_is_never_removable(tmp_path: Path, missing: str) -> None:
    (write_run(tmp_path, "one", status="stopped", changed=LONG_AGO) / missing).unlink()

    assert names(tmp_path, older_than=MONTH) == set()


@pytest.mark.parametrize(
    "text",
    ["{}", '{"status": "stopped"}', "[]", '{"status": "stopped", "versions": {"other": "1"}, "attempts": 1}'],
)
@pytest.mark.parametrize("file", ["config.json", "manifest.json"])
def test_a_folder_of_another_program_is_never_removable(tmp_path: Path, file: str, text: str) -> None:
    (write_run(tmp_path, "one", status="stopped") / file).write_text(text, encoding="utf-8")

    assert names(tmp_path, unfinished=True) == set()


def test_links_are_not_followed(tmp_path: Path) -> None:
    run = write_run(tmp_path / "elsewhere", "one", status="stopped")
    runs = tmp_path / "runs"
    runs.mkdir()
    (runs / "link").symlink_to(run)
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")

    assert names(runs, unfinished=True) == set()
    with pytest.raises(UserError, match="symbolic link"):
        removable(tmp_path / "link", unfinished=True)


def test_cells_that_lie_elsewhere_are_not_touched(tmp_path: Path) -> None:
    elsewhere = write_sweep(tmp_path / "elsewhere", finished=1, planned=1)
    (tmp_path / "grid").mkdir()
    (tmp_path / "grid" / "plan.json").write_bytes((elsewhere / "plan.json").read_bytes())
    (tmp_path / "grid" / "cells").symlink_to(elsewhere / "cells")

    with pytest.raises(UserError, match="symbolic link"):
        removable(tmp_path / "grid", unfinished=True)


def test_links_inside_a_run_go_and_what_they_lead_to_stays(tmp_path: Path) -> None:
    run = write_run(tmp_path / "runs", "one", status="stopped")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "data").write_text("precious", encoding="utf-8")
    (run / "folder").symlink_to(tmp_path / "kept")
    (run / "file").symlink_to(tmp_path / "kept" / "data")

    for each in removable(tmp_path / "runs", unfinished=True):
        remove(each)

    assert not run.exists()
    assert (tmp_path / "kept" / "data").read_text(encoding="utf-8") == "precious"


def test_a_run_in_use_is_not_removable(tmp_path: Path) -> None:
    path = write_run(tmp_path, "one", status="stopped")
    (listed,) = list_folder(tmp_path)

    with held(RunDirectory(path).lock):
        assert names(tmp_path, unfinished=True) == set()
        with pytest.raises(UserError, match="not touched"):
            remove(listed)

    assert (path / "events.jsonl").exists()


def test_cells_go_only_when_the_sweep_is_named_and_at_rest(tmp_path: Path) -> None:
    sweep = write_sweep(tmp_path / "grid", finished=1, planned=2)
    whatever = timedelta(seconds=-9)

    assert names(tmp_path, older_than=whatever) == set()
    assert names(sweep, older_than=whatever) == {"c0"}
    with held(SweepDirectory(sweep).lock):
        assert names(sweep, older_than=whatever) == set()


def test_remove_deletes_the_run_and_nothing_else(tmp_path: Path) -> None:
    one, two = write_run(tmp_path, "one"), write_run(tmp_path, "two")
    (one / "more").mkdir()
    (one / "more" / "file").touch()
    listed = next(run for run in list_folder(tmp_path) if run.name == "one")

    remove(listed)

    assert list(tmp_path.iterdir()) == [two]
