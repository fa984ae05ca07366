import _thread
import asyncio
import json
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from community.experiments.engines.archive import pack, unpack
from community.experiments.engines.engine import play_cell
from community.experiments.engines.worker import Job, play_job
from community.experiments.runs.run import Runner
from community.experiments.sweeps.directory import SweepDirectory, prepare_directory
from tests.experiments.sweeps.played import calls, journaled_twice, metrics, play
from tests.experiments.sweeps.studies import ONE, planned, written


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> SweepDirectory:
    """A sweep of one cell that was played in this process."""
    folder = tmp_path_factory.mktemp("whole")
    asyncio.run(play(written(folder, ONE), folder / "out"))
    return SweepDirectory(folder / "out")


class Killed(BaseException):
    pass


def replacing(times: int) -> Callable[[Path, Path], Path]:
    """`Path.replace` that works so many times."""
    left, replace = iter(range(times)), Path.replace

    def replace_or_die(self: Path, target: Path) -> Path:
        if next(left, None) is None:
            raise Killed
        return replace(self, target)

    return replace_or_die


def test_a_run_directory_arrives_as_it_was_sent_in_place_of_an_older_one(tmp_path: Path) -> None:
    sent, run = tmp_path / "sent", tmp_path / "cells" / "run"
    (sent / "inner").mkdir(parents=True)
    (sent / "calls.jsonl").write_bytes(b"{}\r\n" * 1000)
    (sent / "inner" / "prompt.md").write_text("çà et là")
    run.mkdir(parents=True)
    (run / "stale").touch()
    packed = pack(sent)
    (sent / ".manifest.json.1.tmp").touch()
    assert pack(sent) == packed, "what a kill left half written stays behind"
    (sent / ".manifest.json.1.tmp").unlink()

    assert packed is not None
    unpack(packed, run)

    assert files(run) == files(sent)
    assert list(run.parent.iterdir()) == [run]
    assert pack(tmp_path / "nowhere") is None


@pytest.mark.parametrize("arrived", range(6))
async def test_a_kill_between_two_files_that_arrive_leaves_a_run_that_goes_on(
    tmp_path: Path, whole: SweepDirectory, monkeypatch: pytest.MonkeyPatch, arrived: int
) -> None:
    (cell,) = planned(tmp_path, ONE).cells
    directory = prepare_directory(tmp_path / "out")
    packed = pack(whole.run(cell.name).path)
    assert packed is not None

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(Path, "replace", replacing(arrived))
        unpack(packed, directory.run(cell.name).path)
    had = len(calls(directory.path))
    async with Runner() as runner:
        outcome = await play_cell(runner, cell, directory)

    assert outcome.status == "finished"
    assert metrics(directory.path) == metrics(whole.path)
    assert had == (len(calls(whole.path)) if arrived > 1 else 0)
    assert journaled_twice(directory.path) == []


def test_a_worker_without_shared_files_sends_the_run_back(tmp_path: Path, whole: SweepDirectory) -> None:
    (cell,) = planned(tmp_path, ONE).cells
    directory = prepare_directory(tmp_path / "out")

    report = play_job(Job(cell, directory.path, tmp_path, cached=False, shared=False))

    assert report.outcome.status == "finished"
    assert files(directory.path) == {}
    assert report.run is not None
    unpack(report.run, directory.run(cell.name).path)
    assert metrics(directory.path) == metrics(whole.path)


def test_a_worker_without_shared_files_goes_on_with_what_it_is_sent(
    tmp_path: Path, whole: SweepDirectory
) -> None:
    (cell,) = planned(tmp_path, ONE).cells
    directory = prepare_directory(tmp_path / "out")
    run, begun = directory.run(cell.name), pack(whole.run(cell.name).path)
    assert begun is not None
    unpack(begun, run.path)
    lines = run.calls.read_bytes().splitlines(keepends=True)
    run.calls.write_bytes(b"".join(lines[:5]))
    for lost in (run.events, run.metrics, run.manifest):
        lost.unlink()

    report = play_job(Job(cell, directory.path, tmp_path, cached=False, shared=False, begun=pack(run.path)))

    assert report.run is not None
    unpack(report.run, run.path)
    assert metrics(directory.path) == metrics(whole.path)
    assert run.calls.read_bytes().splitlines(keepends=True)[:5] == lines[:5]
    assert len(run.calls.read_bytes().splitlines()) == len(lines)
    assert journaled_twice(directory.path) == []


def test_a_worker_that_does_not_see_the_sweep_says_so_and_writes_nothing(tmp_path: Path) -> None:
    (cell,) = planned(tmp_path, ONE).cells

    outcome = play_job(Job(cell, tmp_path / "elsewhere", tmp_path, cached=False)).outcome

    assert outcome.status == "stopped"
    assert outcome.reason is not None
    assert "elsewhere is not on" in outcome.reason
    assert "--no-shared-files" in outcome.reason
    assert not (tmp_path / "elsewhere").exists()


def test_the_reason_of_a_worker_names_the_run_as_the_driver_knows_it(tmp_path: Path) -> None:
    spec = "openai:tiny@http://127.0.0.1:9/v1"
    text = ONE.replace("base:\n", f"base:\n  newcomer: {spec}\n")
    (cell,) = planned(tmp_path, text).cells
    directory = prepare_directory(tmp_path / "out")

    outcome = play_job(Job(cell, directory.path, tmp_path, cached=False, shared=False)).outcome

    assert (outcome.status, outcome.unusable) == ("stopped", spec)
    assert "community-" not in (outcome.reason or "")


def test_an_interrupt_is_heard_where_it_was_ignored_and_the_cell_is_saved(tmp_path: Path) -> None:
    (cell,) = planned(tmp_path, ONE.replace("questions: 2", "questions: 200")).cells
    directory = prepare_directory(tmp_path / "out")
    directory.plan.write_text("{}")
    run = directory.run(cell.name)

    def interrupt() -> None:
        while not run.events.exists():
            time.sleep(0.01)
        _thread.interrupt_main()

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        threading.Thread(target=interrupt, daemon=True).start()
        outcome = play_job(Job(cell, directory.path, tmp_path, cached=False)).outcome
    finally:
        signal.signal(signal.SIGINT, before)

    assert outcome.status == "interrupted"
    assert json.loads(run.manifest.read_text())["status"] == "interrupted"
