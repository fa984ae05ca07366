"""What a process elsewhere does for the engine that gave it a cell; it knows nothing of how it was reached."""

import asyncio
import os
import signal
import socket
from contextlib import chdir, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from community.experiments.engines.archive import pack, unpack
from community.experiments.engines.engine import Outcome, play_cell
from community.experiments.runs.run import Runner
from community.experiments.sweeps.cells import Cell
from community.experiments.sweeps.directory import SweepDirectory
from community.models.cache import ReplyCache
from community.models.limits import Limits

_BEAT = 0.2
"""Seconds between two moments at which a request to stop is seen, however long the calls under way take."""


@dataclass(frozen=True)
class Job:
    """A cell that is given out.

    Attributes:
        cell: what to play.
        sweep: the directory of the sweep where the cell was given out.
        folder: the working directory there, against which the names in a study are read.
        workers: how many processes share the endpoints.
        cached: replies are kept across runs, in the cache of the worker's machine.
        shared: `sweep` is the same directory here.
        begun: the run directory as far as it had come, where it is not shared.
    """

    cell: Cell
    sweep: Path
    folder: Path
    workers: int = 1
    cached: bool = True
    shared: bool = True
    begun: bytes | None = None


@dataclass(frozen=True)
class Report:
    """How a cell ended, and its run directory where the one who gave it out cannot see it."""

    outcome: Outcome
    run: bytes | None = None


def play_job(job: Job) -> Report:
    """Play a cell, or what is left of it; SIGINT interrupts it so that it can be resumed."""
    if (
        signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    ):  # as where a shell started the cluster in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    loop, runner = _of_this_process(job.workers, job.cached)
    with chdir(job.folder) if job.folder.is_dir() else nullcontext():
        return loop.run(_play(job, runner))


@cache
def _of_this_process(workers: int, cached: bool) -> tuple[asyncio.Runner, Runner]:
    """One event loop and one runner for all cells that this process plays, so that each model is proven once."""
    limits = Limits(processes=workers)
    return asyncio.Runner(), Runner(ReplyCache() if cached else None, limits)


async def _play(job: Job, runner: Runner) -> Report:
    beat = asyncio.create_task(_beat())
    try:
        return await (_play_in_place(job, runner) if job.shared else _play_apart(job, runner))
    finally:
        beat.cancel()


async def _play_in_place(job: Job, runner: Runner) -> Report:
    directory = SweepDirectory(job.sweep)
    if directory.plan.is_file():
        return Report(await play_cell(runner, job.cell, directory))
    reason = (
        f"{job.sweep} is not on {socket.gethostname()}: put the sweep on a file system that all machines share, "
        "or give --no-shared-files"
    )
    return Report(Outcome(cell=job.cell.name, status="stopped", reason=reason))


async def _play_apart(job: Job, runner: Runner) -> Report:
    """Play in a folder of this machine that is gone afterwards."""
    with TemporaryDirectory(prefix="community-") as folder:
        directory = SweepDirectory(Path(folder))
        directory.cells.mkdir()
        run = directory.run(job.cell.name).path
        if job.begun is not None:
            unpack(job.begun, run)
        outcome = await play_cell(runner, job.cell, directory)
        if outcome.reason:
            told = outcome.reason.replace(folder, os.fspath(job.sweep))
            outcome = outcome.model_copy(update={"reason": told})
        return Report(outcome, pack(run))


async def _beat() -> None:
    """Wake the loop: it sees a signal that arrived while it slept only when it wakes."""
    while True:  # noqa: ASYNC110 - nothing is waited for
        await asyncio.sleep(_BEAT)
