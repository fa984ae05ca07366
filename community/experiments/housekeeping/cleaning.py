"""What of a folder can go, and making it go: run directories alone, never through a link, never one that is in use."""

import re
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import get_args

from community.errors import CommunityError, RecordError, UserError
from community.experiments.housekeeping.listing import Listed, list_folder
from community.experiments.runs.directory import RunDirectory, held, is_held
from community.experiments.runs.manifest import Status
from community.experiments.sweeps.directory import SweepDirectory, sweep_around
from community.records import read_json

UNFINISHED = ("interrupted", "stopped", "killed")
_AGE = re.compile(r"(\d{1,5}) *([hdw])")
_UNITS = {"h": "hours", "d": "days", "w": "weeks"}


def age(text: str) -> timedelta:
    """A length of time such as `30d`.

    Raises:
        UserError: it is none.
    """
    match = _AGE.fullmatch(text.strip())
    if match is None:
        raise UserError(f"--older-than takes a number with h, d or w, for example 30d (got {text!r})")
    return timedelta(**{_UNITS[match[2]]: int(match[1])})


def removable(folder: Path, *, unfinished: bool = False, older_than: timedelta | None = None) -> list[Listed]:
    """The runs in a folder that can go: those to which everything that is asked for applies; oldest first.

    Cells of a sweep are left to it, unless the sweep itself is the folder.

    Args:
        folder: of runs, not a link.
        unfinished: only runs that did not finish and are not in progress.
        older_than: only runs of which no file was written for so long.

    Raises:
        UserError: there is no such folder, or it is a link.
    """
    if folder.is_symlink() or SweepDirectory(folder).cells.is_symlink():
        raise UserError(
            f"{str(folder)!r} is a symbolic link, and those are not followed; name the folder itself"
        )
    latest = None if older_than is None else (datetime.now(UTC) - older_than).isoformat()
    return [
        run
        for run in list_folder(folder)
        if (not unfinished or run.status in UNFINISHED)
        and (latest is None or run.changed_at < latest)
        and is_removable(Path(run.path))
    ]


def is_removable(path: Path) -> bool:
    """Whether this is a run directory of ours, no link, and no process is at work in it or in its sweep."""
    directory = RunDirectory(path)
    if any(each.is_symlink() or not each.exists() for each in (path, directory.config, directory.manifest)):
        return False
    try:
        config, manifest = read_json(directory.config), read_json(directory.manifest)
    except RecordError:
        return False
    versions = manifest.get("versions")
    ours = (
        "seed" in config and "attempts" in manifest and isinstance(versions, dict) and "community" in versions
    )
    return ours and manifest.get("status") in get_args(Status) and not _is_in_use(directory)


def remove(run: Listed) -> None:
    """Delete a run directory while holding its lock; what makes it one goes last, so that half of it can go later.

    Raises:
        UserError: it is no longer what it was, or a process has begun to work in it.
        CommunityError: a file cannot be deleted.
    """
    path = Path(run.path)
    directory = RunDirectory(path)
    if not is_removable(path):
        raise UserError(f"{path} is not touched: it is in use, or no longer a run directory")
    with held(directory.lock):
        try:
            _delete_inside(path, (directory.manifest, directory.config, directory.lock))
            shutil.rmtree(path)
        except OSError as error:
            raise CommunityError(f"{path} cannot be deleted: {error.strerror or error}") from error


def _delete_inside(path: Path, last: Sequence[Path]) -> None:
    for entry in path.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry not in last:
            entry.unlink()


def _is_in_use(directory: RunDirectory) -> bool:
    sweep = sweep_around(directory.path.absolute())
    return (sweep is not None and is_held(sweep.lock)) or is_held(directory.lock)
