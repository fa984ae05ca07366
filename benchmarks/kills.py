"""`kill -9` at random moments of a sweep, which is gone on with each time and compared with one that was left alone.

The local engine has one process to kill. Ray has two kinds, and each kill takes one at random: the driver, whose cells
the next driver gives out anew, or a worker that plays a cell, which Ray then gives to another worker.
"""

import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from community.experiments.sweeps.reading import read_sweep
from tests.experiments.sweeps.played import calls, journaled_twice, metrics

COMMAND = (sys.executable, "-m", "community", "sweep")
WORKERS = 2
STUDY = """\
title: kills
base: {{questions: {questions}, rounds: 2}}
axes:
  norms: [sy_star, sy_dagger, sy_emoji_star]
  module: [none, tom]
"""
QUESTIONS = {"local": 4, "ray": 12}
"""So many that a sweep plays for longer than it takes to start."""

EngineName = Literal["local", "ray"]


@dataclass
class Kills:
    """Sweeps that are killed.

    Attributes:
        study: its file.
        times: how often.
        options: of the engine.
        workers: the engine plays in workers, which are killed too.
        lasted: seconds that the sweep takes when it is left alone; with workers, from when they are at work.
        made: driver or worker -> how often it was killed.
    """

    study: Path
    times: int
    options: Sequence[str] = ()
    workers: bool = False
    lasted: float = 0.0
    made: Counter[str] = field(default_factory=Counter[str])
    rng: random.Random = field(default_factory=lambda: random.Random(0))

    @property
    def enough(self) -> bool:
        """Whether they have been killed so often."""
        return self.made["driver"] + self.made["worker"] >= self.times

    @property
    def moments(self) -> tuple[float, float]:
        """Between which shares of `lasted` a kill falls: not while the process starts."""
        return (0.0, 0.6) if self.workers else (0.2, 0.9)

    def leave_alone(self, out: Path) -> None:
        """Sweep without a kill, against the clock."""
        process = self._started(out)
        started = time.monotonic()
        _, told = process.communicate()
        self.lasted = time.monotonic() - started
        _demand_success(process, told)

    def sweep(self, out: Path) -> None:
        """Kill at random, and go on until the sweep has ended by itself."""
        while not self._ended(out):
            pass

    def _ended(self, out: Path) -> bool:
        """Start the sweep; False when its driver was killed, or workers so often that Ray gave a cell up."""
        process, before = self._started(out), self.made["worker"]
        while True:
            try:
                _, told = process.communicate(timeout=self._until_next())
            except subprocess.TimeoutExpired:
                self._strike(process)
                self._wait_for_work(process)
            else:
                break
        if process.returncode == -signal.SIGKILL:
            return False
        if process.returncode and self.made["worker"] > before and (stopped := _stopped(out)):
            print("  given up:", *stopped, sep="\n    ", flush=True)
            return False
        _demand_success(process, told)
        return True

    def _until_next(self) -> float | None:
        """Seconds until the next kill; None when there have been enough."""
        return None if self.enough else self.rng.uniform(*self.moments) * self.lasted

    def _started(self, out: Path) -> subprocess.Popen[bytes]:
        command = [*COMMAND, str(self.study), "--out", str(out), "--no-cache", *self.options]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self._wait_for_work(process)
        return process

    def _wait_for_work(self, driver: subprocess.Popen[bytes]) -> None:
        while self.workers and driver.poll() is None and not _at_work():
            time.sleep(0.1)

    def _strike(self, driver: subprocess.Popen[bytes]) -> None:
        at_work = _at_work() if self.workers else []
        if not self.workers or self.rng.random() < 0.5:
            driver.kill()
            self.made["driver"] += 1
            if at_work:
                self.made["driver with workers at work"] += 1
        elif at_work:
            os.kill(self.rng.choice(at_work), signal.SIGKILL)
            self.made["worker"] += 1


def kill(folder: Path, times: int, engine: EngineName, *, shared_files: bool = True) -> None:
    """Kill sweeps so often at random, and print how far they left what one leaves that is left alone."""
    study, whole = folder / "kills.yaml", folder / "whole"
    study.write_text(STUDY.format(questions=QUESTIONS[engine]))
    with _cluster() if engine == "ray" else nullcontext[Sequence[str]](()) as options:
        apart = [] if shared_files else ["--no-shared-files"]
        kills = Kills(study, times, [*options, *apart], engine == "ray")
        kills.leave_alone(whole)
        expected, sweeps = (metrics(whole), len(calls(whole))), 0
        while not kills.enough:
            sweeps += 1
            out = folder / f"cut{sweeps}"
            kills.sweep(out)
            print(f"sweep {sweeps}: {_told(out, expected)}; killed so far: {dict(kills.made)}", flush=True)


def _told(out: Path, expected: tuple[dict[str, object], int]) -> str:
    left, made = metrics(out), calls(out)
    verdict = "equal" if left == expected[0] else "DIFFERENT"
    lost = len(expected[0].keys() - left.keys())
    twice = len(journaled_twice(out))
    return (
        f"results {verdict}, {len(made)} calls of {expected[1]}, {twice} journaled twice, {lost} cells lost"
    )


@contextmanager
def _cluster() -> Generator[Sequence[str]]:
    """A cluster of this process, which all sweeps are given the address of."""
    import ray  # noqa: PLC0415 - optional

    from community.experiments.engines.ray import connected  # noqa: PLC0415 - optional

    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))  # else Ray writes one into the home folder
    with connected(None, WORKERS):
        yield ["--engine", "ray", "--ray-address", ray.get_runtime_context().gcs_address]


def _at_work() -> list[int]:
    """The processes that play a cell at present; they are children of Ray's, which is a child of this process."""
    return [
        int(file.parent.name)
        for file in Path("/proc").glob("[0-9]*/cmdline")
        if _text(file).startswith("ray::play_job") and _parent(_parent(int(file.parent.name))) == os.getpid()
    ]


def _parent(process: int) -> int:
    after_name = _text(Path(f"/proc/{process}/stat")).rpartition(")")[2].split()
    return int(after_name[1]) if after_name else 0


def _text(file: Path) -> str:
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""  # the process has ended


def _stopped(out: Path) -> list[str]:
    sweep = read_sweep(out)
    return [
        f"{cell.cell.name}: {cell.status}, {cell.reason}" for cell in sweep.cells if cell.status != "finished"
    ]


def _demand_success(process: subprocess.Popen[bytes], told: bytes) -> None:
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args, stderr=told.decode())
