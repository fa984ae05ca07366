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

from community.config import Document, validate
from community.errors import RecordError, UserError
from community.experiments.config import RunConfig
from community.records import read_json

_UNSAFE = re.compile(r"[^A-Za-z0-9._+-]+")


@dataclass(frozen=True, slots=True)
class RunDirectory:
    """The files of one run; see `docs/run-directory.md`."""

    path: Path

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

    @contextmanager
    def locked(self) -> Generator[None]:
        """Hold the directory for this process; the system frees it when the process ends, however it ends.

        Raises:
            UserError: another process is at work here, or the folder cannot be written.
        """
        lock = self.path / "run.lock"
        with _hold(lock):
            try:
                yield
            finally:
                lock.unlink(missing_ok=True)


def _hold(lock: Path) -> BinaryIO:
    """The open lock file, held until it is closed.

    Raises:
        UserError: another process holds it, or it cannot be made.
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
            raise UserError(f"{lock.parent} is in use by another process; wait for it or stop it") from None
        except OSError:
            return file  # a file system without locks
        if _is_still_there(lock, file):
            return file
        file.close()


def _is_still_there(lock: Path, file: BinaryIO) -> bool:
    """False when its last holder took the file away before it was held."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), lock.stat())
    except FileNotFoundError:
        return False


def create(out: Path, config: RunConfig, now: datetime | None = None) -> RunDirectory:
    """Make a fresh, uniquely named run directory under `out`.

    Raises:
        UserError: the folder cannot be written.
    """
    path = out / directory_name(config, now or datetime.now(UTC))
    try:
        path.mkdir(parents=True)
    except OSError as error:
        raise UserError(f"{str(out)!r} cannot be written: {error.strerror or error}") from error
    return RunDirectory(path)


def directory_name(config: RunConfig, now: datetime) -> str:
    """`<UTC time>_<norm>_<module>_<model slug>_s<seed>_<id6>`, without characters that some file system refuses."""
    norm = "+".join(Path(name).stem for name in config.norms)
    parts = [norm[:40], config.module.id.rpartition(":")[2] or config.module.id, config.newcomer]
    slugs = [_UNSAFE.sub("-", part).strip("-.")[:40] or "x" for part in parts]
    return "_".join([f"{now:%Y%m%dT%H%M%SZ}", *slugs, f"s{config.seed}", secrets.token_hex(3)])


def open_run(path: Path) -> RunDirectory:
    """An existing run directory.

    Raises:
        UserError: there is none at this path.
    """
    directory = RunDirectory(path)
    if not directory.config.is_file():
        raise UserError(f"{str(path)!r} is not a run directory: it has no config.json")
    return directory


def read_config(directory: RunDirectory) -> RunConfig:
    """The resolved configuration of a run.

    Raises:
        UserError: it was edited into something that is no configuration.
    """
    try:
        data = read_json(directory.config)
    except RecordError as error:
        raise UserError(str(error)) from error
    return validate(Document(data, {}, str(directory.config)), RunConfig)
