"""The engine that plays cells as tasks of Ray, on this machine or on a cluster; nothing else knows of Ray."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from community.errors import MissingExtraError, UserError
from community.experiments.engines.archive import pack, unpack
from community.experiments.engines.engine import Outcome
from community.experiments.engines.queue import CellQueue
from community.experiments.engines.retelling import recorded, retell
from community.experiments.engines.worker import Job, Report, play_job
from community.experiments.sweeps.cells import Cell
from community.experiments.sweeps.directory import SweepDirectory
from community.experiments.sweeps.watching import SweepWatcher

try:
    import ray
    from ray.exceptions import RayError, TaskCancelledError
except ImportError as error:
    raise MissingExtraError("ray", "ray", "--engine ray") from error

RETRIES = 3
"""How often a cell is given to another worker after its worker died."""
_SAVING = 30.0
"""Seconds that interrupted cells have to come to rest."""
_OBJECTS = 128 << 20
"""Bytes of memory for what passes between the processes of a local cluster."""

_ENVIRONMENT = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_raylet_start_wait_time_s": "120"}
"""Of Ray, where the user has not set it: it reports to nobody, and a busy machine may take its time to start."""


@dataclass
class RayEngine:
    """Plays each cell as a task of Ray; every worker plays one at a time with a runner of its own.

    A worker that dies is replaced, and the cell goes on from what is on disk. The watchers are told what happened
    in a cell when it has ended, so that a bound on what is spent takes effect between cells.

    Attributes:
        address: of a cluster; None starts one on this machine, for as long as the sweep takes.
        workers: how many cells are under way at once, among which the `parallel` of every endpoint is divided;
            None for as many as there are CPUs.
        shared_files: the workers see the directory of the sweep; otherwise run directories are sent to and fro.
        cached: workers use the reply caches of their machines.
        watchers: are told what happens, in all cells.
    """

    address: str | None = None
    workers: int | None = None
    shared_files: bool = True
    cached: bool = True
    watchers: Sequence[SweepWatcher] = ()
    _stopped: bool = False

    @property
    def at_once(self) -> int | None:
        """See `Engine`."""
        return self.workers

    def stop(self) -> None:
        """Give out no further cell; those under way end."""
        self._stopped = True

    async def play(self, cells: Sequence[Cell], directory: SweepDirectory) -> AsyncGenerator[Outcome]:
        """See `Engine`.

        Raises:
            UserError: as `connected`.
        """
        with connected(self.address, self.workers) as workers:
            never = asyncio.get_running_loop().create_future()
            queue = CellQueue(
                cells,
                lambda cell: self._play(cell, directory, workers),
                workers,
                lambda: not self._stopped,
            )
            async with aclosing(queue.outcomes(never)) as outcomes:
                async for outcome in outcomes:
                    yield outcome

    async def _play(self, cell: Cell, directory: SweepDirectory, workers: int) -> Outcome:
        run = directory.run(cell.name)
        before = recorded(run, cell)
        begun = None if self.shared_files else pack(run.path)
        job = Job(cell, directory.path.resolve(), Path.cwd(), workers, self.cached, self.shared_files, begun)
        report = await _reported(job)
        if report.run is not None:
            unpack(report.run, run.path)
        retell(cell, before, recorded(run, cell), self.watchers)
        return report.outcome


async def _reported(job: Job) -> Report:
    """What a worker says of its cell; a cancellation reaches the worker, and what it saved still arrives."""
    reference = _PLAY.remote(job)
    report = asyncio.create_task(_awaited(reference, job.cell))
    try:
        return await asyncio.shield(report)
    except asyncio.CancelledError:
        ray.cancel(reference)
        with suppress(TimeoutError):
            return await asyncio.wait_for(report, _SAVING)
        return Report(Outcome(cell=job.cell.name, status="interrupted"))


async def _awaited(reference: "ray.ObjectRef[Report]", cell: Cell) -> Report:
    try:
        return await reference
    except TaskCancelledError:
        return Report(Outcome(cell=cell.name, status="interrupted"))
    except RayError as error:
        return Report(Outcome(cell=cell.name, status="stopped", reason=_told(error)))


def _told(error: RayError) -> str:
    cause: BaseException = getattr(error, "cause", None) or error  # of what the worker's code raised
    return f"its worker failed: {type(cause).__name__}: {_first_line(cause)}"


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), "")


_PLAY = ray.remote(num_cpus=1, max_retries=RETRIES)(play_job)


@contextmanager
def connected(address: str | None, workers: int | None) -> Generator[int]:
    """Be part of a cluster, of the one that this process is part of already if there is such a one.

    Yields:
        how many workers there are.

    Raises:
        UserError: there is no cluster at the address.
    """
    if ray.is_initialized():
        yield workers or _processors()
        return
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    try:
        with _sigterm_kept():
            _join(address) if address else _start(workers)
    except Exception as error:
        raise UserError(f"no Ray cluster at {address or 'this machine'}: {_first_line(error)}") from error
    try:
        yield workers or _processors()
    finally:
        ray.shutdown()


def _join(address: str) -> None:
    ray.init(address, log_to_driver=False, logging_level=logging.ERROR)


def _start(workers: int | None) -> None:
    ray.init(
        "local",
        num_cpus=workers,
        object_store_memory=_OBJECTS,
        include_dashboard=False,
        log_to_driver=False,
        logging_level=logging.ERROR,
    )


@contextmanager
def _sigterm_kept() -> Generator[None]:
    """Keep what this process does at SIGTERM: Ray would have it leave without saving."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, handler)


def _processors() -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))
