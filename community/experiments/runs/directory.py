"""A run directory: its name, its files, and the lock that keeps two processes out of it."""

import fcntl
import os
import re
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from community.errors import InUseError, UserError
from community.experiments.runs.config import RunSettings

_UNSAFE = re.compile(r"[^A-Za-z0-9._+-]+")


@dataclass(frozen=True, slots=True)
class RunDirectory:
    """The files of one run; see `docs/run-directory.md`."""

    path: Path

    @property
    def exists(self) -> bool:
        """Whether a run was started here."""
        return self.config.is_file()

    @property
    def config(self) -> Path:
        """The resolved configuration; `community run --config` takes it as it is."""
        return self.path / "config.json"

    @property
    def manifest(self) -> Path:
        """Status, versions, hashes and totals."""
        return self.path / "manifest.json"

    @property
    def events(self) -> Path:
        """What happened, append-only: the truth."""
        return self.path / "events.jsonl"

    @property
    def calls(self) -> Path:
        """Every model call with its prompt and reply, append-only."""
        return self.path / "calls.jsonl"

    @property
    def metrics(self) -> Path:
        """Recomputed from the events at any time."""
        return self.path / "metrics.json"

    @property
    def lock(self) -> Path:
        """There while a process is at work here, and after it was killed."""
        return self.path / "run.lock"

    @contextmanager
    def locked(self) -> Generator[None]:
        """Hold the directory for this process; the system frees it when the process ends, however it ends.

        Raises:
            InUseError: another process is at work here.
            UserError: the folder cannot be written.
        """
        with held(self.lock):
            yield


@contextmanager
def held(lock: Path) -> Generator[None]:
    """Hold a lock file for this process, and take it away afterwards.

    Raises:
        InUseError: another process holds it.
        UserError: it cannot be made.
    """
    with _hold(lock) as file:
        try:
            yield
        finally:
            if _is_still_there(lock, file):
                lock.unlink(missing_ok=True)


def is_held(lock: Path) -> bool:
    """Whether a living process holds a lock file; True also where that cannot be found out."""
    try:
        with lock.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _hold(lock: Path) -> BinaryIO:
    """The open lock file, held until it is closed.

    Raises:
        InUseError: another process holds it.
        UserError: it cannot be made.
    """
    while True:
        try:
            file = lock.open("ab")
        except OSError as error:
            raise UserError(f"{lock.parent} cannot be written: {error.strerror or error}") from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise InUseError(f"{lock.parent} is in use by another process; wait for it or stop it") from None
        except OSError:
            return file  # a file system without locks
        if _is_still_there(lock, file):
            return file
        file.close()


def _is_still_there(lock: Path, file: BinaryIO) -> bool:
    """False when a holder took the file away, with its folder or alone; another one may be in its place."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), lock.stat())
    except FileNotFoundError:
        return False


def create(out: Path, config: RunSettings, *, name: str | None = None) -> RunDirectory:
    """Make a fresh run directory under `out`, uniquely named unless a name is given.

    A folder of the given name may be there: of a process that was killed before it began, or that begins just now.

    Raises:
        UserError: the folder cannot be written.
    """
    path = out / (name or directory_name(config, datetime.now(UTC)))
    try:
        path.mkdir(parents=True, exist_ok=name is not None)
    except OSError as error:
        raise UserError(f"{str(out)!r} cannot be written: {error.strerror or error}") from error
    return RunDirectory(path)


def directory_name(config: RunSettings, now: datetime) -> str:
    """`<UTC time>_<slugs>_s<seed>_<id6>`, without characters that some file system refuses."""
    slugs = [slug(text) for text in config.slugs]
    return "_".join([f"{now:%Y%m%dT%H%M%SZ}", *slugs, f"s{config.seed}", secrets.token_hex(3)])


def slug(text: str) -> str:
    """A short text that is safe in a file name."""
    return _UNSAFE.sub("-", text[:60]).strip("-.")[:40] or "x"


def refuse_records(file: Path) -> None:
    """Keep what is written for people from taking the place of what a run is made of.

    Raises:
        UserError: the file is a record of a run.
    """
    directory = RunDirectory(file.resolve().parent)
    records = (directory.config, directory.manifest, directory.events, directory.calls, directory.metrics)
    if directory.config.is_file() and file.resolve() in records:
        raise UserError(f"{file} is a record of a run; name another file")


def open_run(path: Path) -> RunDirectory:
    """An existing run directory.

    Raises:
        UserError: there is none at this path.
    """
    directory = RunDirectory(path)
    if not directory.exists:
        raise UserError(f"{str(path)!r} is not a run directory: {_lack(path)}")
    return directory


def holds_runs(folder: Path) -> bool:
    """Whether runs or sweeps lie in a folder, or it is a sweep that has begun."""
    return any(any(folder.glob(f"{way}*/config.json")) for way in ("", "cells/", "*/cells/"))


def folders_with_runs(folder: Path) -> list[str]:
    """The folders in a folder that hold runs or sweeps."""
    return [f"{folder}/{inner.name}" for inner in sorted(folder.iterdir()) if holds_runs(inner)]


def lack_of_runs(folder: Path) -> str:
    """That there is no run in a folder, for a message, and which folders in it have some."""
    lack = f"there is no run in {str(folder)!r}"
    if not folder.is_dir():
        return f"{lack}: there is no such folder"
    within = folders_with_runs(folder)
    return f"{lack}; runs are in {', '.join(within)}: name one of these" if within else lack


def _lack(path: Path) -> str:
    if not path.is_dir():
        return "there is no such folder"
    if holds_runs(path):
        return f"it holds several, which `community list {path}` shows"
    return "it has no config.json"
