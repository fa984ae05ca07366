"""Sweeps on a cluster of this machine: two workers, which are started once for all tests."""

import asyncio
import gc
import json
import os
import secrets
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="needs the extra `ray`")

import ray

from community.errors import Interrupted
from community.experiments.engines.ray import RayEngine, connected
from community.experiments.sweeps.budget import Budget, Spending
from community.experiments.sweeps.result import SweepResult
from community.experiments.sweeps.study import read_study
from community.experiments.sweeps.sweep import Means, Selection, play_sweep
from tests.experiments.sweeps import played
from tests.experiments.sweeps.played import calls, journaled_twice, metrics
from tests.experiments.sweeps.studies import SMALL, written
from tests.loopback import Loopback

pytestmark = [
    pytest.mark.ray,
    pytest.mark.filterwarnings("ignore:Tip. In future versions of Ray:FutureWarning"),
]


@pytest.fixture(scope="module", autouse=True)
def _cluster() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.MonkeyPatch.context() as environment:
        # without a token, Ray would write one into the home folder
        environment.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        with connected(None, 2) as workers:
            assert workers == 2
            assert signal.getsignal(signal.SIGTERM) is before
            yield
    with warnings.catch_warnings():  # Ray ends its processes and does not wait for them
        warnings.filterwarnings("ignore", r"subprocess \d+ is still running", ResourceWarning)
        gc.collect()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small study, played in this process."""
    folder = tmp_path_factory.mktemp("whole")
    asyncio.run(played.play(written(folder), folder / "out"))
    return folder / "out"


async def play(
    study: Path, out: Path, engine: RayEngine, *, most: Spending | None = None, limit: int | None = None
) -> SweepResult:
    budget = Budget(most or Spending(), engine.stop)
    engine.watchers = (budget,)
    return await play_sweep(read_study(study), out, Means(engine, budget=budget), Selection(limit=limit))


def slow(folder: Path, loopback: Loopback) -> Path:
    """A study of one cell whose people ask a server that takes its time."""
    loopback.latency = 0.05
    spec = f"openai:tiny@{loopback.openai_url}"
    seats = f"  newcomer: {spec}\n  module_model: {spec}\n  background: ['{spec}*2']\n"
    text = SMALL.replace("base:\n", f"base:\n{seats}").replace("[sy_star, sy_dagger]", "sy_star")
    return written(folder, text.replace("[none, tom]", "tom").replace("questions: 2", "questions: 4"))


async def begun(out: Path) -> Path:
    """The journal of the cell that is under way, once it has calls."""
    while not (found := [path for path in out.glob("cells/*/calls.jsonl") if path.stat().st_size]):
        await asyncio.sleep(0.02)
    return found[0]


def process_at(file: Path) -> int:
    """The process that has a file open."""
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if link.readlink() == file:
                return int(link.parts[2])
        except OSError:
            continue
    raise AssertionError(f"no process has {file} open")


@pytest.mark.parametrize("shared_files", [True, False])
async def test_workers_leave_what_this_process_would(
    tmp_path: Path, whole: Path, *, shared_files: bool
) -> None:
    out, study = tmp_path / "out", written(tmp_path)

    stopped = await play(
        study, out, RayEngine(None, 1, shared_files=shared_files, cached=False), most=Spending(calls=1)
    )
    result = await play(study, out, RayEngine(shared_files=shared_files, cached=False))

    assert (stopped.status, stopped.counts["finished"]) == ("limit", 1), "no cell after the bound"
    assert result.counts == {"finished": 4}
    assert result.usage.calls == len(calls(whole))
    assert metrics(out) == metrics(whole)
    assert journaled_twice(out) == []


async def test_a_cell_whose_worker_is_killed_goes_on_in_another(tmp_path: Path, loopback: Loopback) -> None:
    study, out = slow(tmp_path, loopback), tmp_path / "out"
    sweep = asyncio.create_task(play(study, out, RayEngine(cached=False)))
    journal = await begun(out)
    killed = process_at(journal)
    os.kill(killed, signal.SIGKILL)
    on_disk = journal.read_bytes().rpartition(b"\n")[0]

    result = await sweep

    assert killed != os.getpid()
    assert result.counts == {"finished": 1}
    assert journal.read_bytes().startswith(on_disk)
    assert journaled_twice(out) == []
    assert json.loads((journal.parent / "manifest.json").read_text())["attempts"] == 2


async def test_a_cell_whose_driver_is_killed_goes_on_with_the_next(
    tmp_path: Path, loopback: Loopback
) -> None:
    study, out = slow(tmp_path, loopback), tmp_path / "out"
    command = [sys.executable, "-m", "community", "sweep", str(study), "--out", str(out), "--no-cache"]
    options = ["--engine", "ray", "--ray-address", ray.get_runtime_context().gcs_address]
    driver = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    journal = await begun(out)
    worker = process_at(journal)
    driver.kill()
    driver.wait()
    on_disk = journal.read_bytes().rpartition(b"\n")[0]

    result = await play(study, out, RayEngine(cached=False))

    assert not Path(f"/proc/{worker}/exe").exists(), "Ray ends the workers of a driver that is gone"
    assert result.counts == {"finished": 1}
    assert journal.read_bytes().startswith(on_disk)
    assert journaled_twice(out) == []


@pytest.mark.parametrize("shared_files", [True, False])
async def test_an_interrupted_cell_is_saved_and_goes_on(
    tmp_path: Path, loopback: Loopback, *, shared_files: bool
) -> None:
    study, out = slow(tmp_path, loopback), tmp_path / "out"
    sweep = asyncio.create_task(play(study, out, RayEngine(shared_files=shared_files, cached=False)))
    while len(loopback.chats) < 6:
        await asyncio.sleep(0.02)
    sweep.cancel()
    with pytest.raises(Interrupted, match="go on with"):
        await sweep
    (manifest,) = out.glob("cells/*/manifest.json")
    saved = len(calls(out))

    assert json.loads(manifest.read_text())["status"] == "interrupted"
    assert saved > 0
    result = await play(study, out, RayEngine(shared_files=shared_files, cached=False))
    assert result.counts == {"finished": 1}
    assert len(calls(out)) > saved
    assert journaled_twice(out) == []
