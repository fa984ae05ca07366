"""The runs and sweeps of a folder and how they stand, from small files, and the logs of unfinished ones."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from community.errors import RecordError, UserError
from community.experiments.housekeeping.facts import ENDINGS, facts_of
from community.experiments.runs.directory import RunDirectory, is_held
from community.experiments.runs.manifest import Status
from community.experiments.sweeps.directory import SweepDirectory
from community.records import SCHEMA_VERSION, Record, read_json

ListedStatus = Status | Literal["killed", "unreadable"]
"""As in the manifest; `killed`: it says `running` and no process is at work: resume it."""
STATUSES: tuple[str, ...] = (*get_args(Status), "killed", "unreadable")


class Listed(Record):
    """A run or a sweep in a row."""

    kind: Literal["run", "sweep"]
    name: str
    path: str
    status: ListedStatus
    problem: str | None = None
    """Why it is unreadable, or was stopped."""
    setting: str = ""
    norm: str = ""
    module: str = ""
    model: str = ""
    seed: int | None = None
    ended: int | None = None
    """Episodes that are over, of a sweep cells that are finished; None while they are not counted."""
    planned: int | None = None
    number: str | None = None
    """Name of the headline number; a sweep has none."""
    value: float | None = None
    simulated: bool = False
    """Scripted people took part: the numbers are no result about any model."""
    started_at: str = ""
    changed_at: str
    """When a file of it was last written."""
    bytes: int


class Listing(Record):
    """What `community list --json` prints."""

    schema_version: int = SCHEMA_VERSION
    folder: str
    runs: tuple[Listed, ...]


class _Extent(NamedTuple):
    """What a folder takes, links not followed."""

    bytes: int
    changed: float


def list_folder(folder: Path) -> list[Listed]:
    """The runs and sweeps in a folder, of a sweep its cells, of a run itself; newest last.

    Raises:
        UserError: there is no such folder.
    """
    if not folder.is_dir():
        raise UserError(f"there is no folder {str(folder)!r}; name the one that runs are in")
    return sorted(_listed(folder), key=lambda each: (each.started_at or each.changed_at, each.name))


def _listed(folder: Path) -> Iterator[Listed]:
    if _is_run(folder):
        yield _listed_run(folder)
        return
    for path in _inside(SweepDirectory(folder).cells if _is_sweep(folder) else folder):
        if _is_run(path):
            yield _listed_run(path)
        elif _is_sweep(path):
            yield _listed_sweep(path)


def _is_run(path: Path) -> bool:
    return RunDirectory(path).exists


def _is_sweep(path: Path) -> bool:
    sweep = SweepDirectory(path)
    return sweep.plan.is_file() and sweep.cells.is_dir()


def _inside(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.is_dir()]
    except OSError as error:
        raise UserError(f"{str(folder)!r} cannot be read: {error.strerror or error}") from error


def _listed_run(path: Path) -> Listed:
    """A run in a row; one that cannot be read says why."""
    directory, found = RunDirectory(path), _about(path)
    try:
        config = read_json(directory.config)
        manifest = read_json(directory.manifest) if directory.manifest.is_file() else {}
        metrics = read_json(directory.metrics) if directory.metrics.is_file() else {}
    except RecordError as error:
        return Listed(kind="run", status="unreadable", problem=str(error), **found)
    setting = str(config.get("setting", "debate"))
    facts, seed = facts_of(setting, config, metrics), config.get("seed")
    status = _status(directory, manifest)
    return Listed(
        kind="run",
        status=status,
        problem=_text(manifest.get("reason")) or None,
        setting=setting,
        norm=facts.norm,
        module=facts.module,
        model=facts.model,
        seed=seed if isinstance(seed, int) else None,
        ended=facts.ended if status == "finished" else _ended(directory.events, setting),
        planned=facts.planned,
        number=facts.number,
        value=facts.value,
        simulated=manifest.get("simulated") is True,
        started_at=_text(manifest.get("started_at")),
        **found,
    )


def _ended(events: Path, setting: str) -> int | None:
    """How many episodes the log has to its end; quotes within a text are escaped there, so that a count will do."""
    if setting not in ENDINGS:
        return None
    try:
        return events.read_bytes().count(f'"kind":"{ENDINGS[setting]}"'.encode())
    except OSError:
        return 0


def _status(directory: RunDirectory, manifest: Mapping[str, Any]) -> ListedStatus:
    said = manifest.get("status", "running")
    if said not in get_args(Status):
        return "unreadable"
    if said == "running" or (said == "finished" and not directory.metrics.is_file()):
        return "running" if is_held(directory.lock) else "killed"
    return said


def _listed_sweep(path: Path) -> Listed:
    """A sweep in a row; between two attempts it counts as interrupted."""
    directory, found = SweepDirectory(path), _about(path)
    try:
        cells = read_json(directory.plan).get("cells")
        names = [str(cell["name"]) for cell in cells or ()]
        simulated = any(cell.get("simulated") is True for cell in cells or ())
        finished = sum(_is_finished(directory.run(name)) for name in names)
    except (RecordError, TypeError, KeyError, AttributeError) as error:
        return Listed(kind="sweep", status="unreadable", problem=str(error), **found)
    status: ListedStatus = "finished" if finished == len(names) else "interrupted"
    return Listed(
        kind="sweep",
        status="running" if is_held(directory.lock) else status,
        setting="sweep",
        ended=finished,
        planned=len(names),
        simulated=simulated,
        **found,
    )


def _is_finished(cell: RunDirectory) -> bool:
    return cell.metrics.is_file() and read_json(cell.manifest).get("status") == "finished"


def _about(path: Path) -> dict[str, Any]:
    extent = _extent(path)
    changed = datetime.fromtimestamp(extent.changed, UTC).isoformat(timespec="seconds")
    return {"name": path.resolve().name, "path": str(path), "bytes": extent.bytes, "changed_at": changed}


def _extent(path: Path) -> _Extent:
    size, changed = 0, 0.0
    with suppress(OSError), os.scandir(path) as entries:
        for entry in entries:
            with suppress(OSError):  # a run in progress makes files and takes them away
                inner = _extent(Path(entry.path)) if entry.is_dir(follow_symlinks=False) else _of_file(entry)
                size, changed = size + inner.bytes, max(changed, inner.changed)
    return _Extent(size, changed)


def _of_file(entry: os.DirEntry[str]) -> _Extent:
    status = entry.stat(follow_symlinks=False)
    return _Extent(status.st_size, status.st_mtime)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
