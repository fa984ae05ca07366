"""What reaches disk: frozen, versioned models in append-only JSON-lines files that survive a crash anywhere."""

import json
import os
from collections.abc import Hashable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from community.errors import RecordError

SCHEMA_VERSION = 1


class Record(BaseModel):
    """Base of everything written: frozen; unknown keys of a later version are ignored when read."""

    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True)


class RunEvent(Record):
    """One line of the log of a run; a run is made of episodes: debates, replies to scenarios, chats."""

    identity: ClassVar[tuple[str, ...]]
    """The fields that together make an event unique within a run."""

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What makes it unique within its run."""
        return tuple(getattr(self, name, None) for name in self.identity)

    @property
    def ends(self) -> Hashable | None:
        """The episode that is over with this event; None when it goes on."""
        return None

    @property
    def failed(self) -> bool:
        """Whether the episode that is over ended in an error."""
        return False


class JsonlFile:
    """An append-only file of JSON objects, one a line, each written whole and flushed to the system at once.

    A line torn by a crash is cut off when the file is opened for writing, so the file always ends whole.

    Raises:
        RecordError: the file cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            _cut_torn_tail(path)
            self._file = path.open("ab", buffering=0)
        except OSError as error:
            raise RecordError(f"{path} cannot be written: {error.strerror}") from error

    def append(self, line: str) -> None:
        """Write one JSON text as a line.

        Raises:
            RecordError: the line could not be written whole, for example on a full disk; the file is as before.
        """
        data = line.encode() + b"\n"
        end = self._file.seek(0, os.SEEK_END)
        try:
            written = self._file.write(data)
        except OSError as error:
            self._file.truncate(end)
            raise RecordError(f"{self.path} cannot be written: {error.strerror or error}") from error
        if written != len(data):
            self._file.truncate(end)
            raise RecordError(f"{self.path} cannot be written: the disk is full")

    def close(self) -> None:
        """Flush to the disk and close."""
        if not self._file.closed:
            os.fsync(self._file.fileno())
            self._file.close()


def read_jsonl(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a JSON-lines file; a torn last line is left out.

    Raises:
        RecordError: it cannot be read, or a whole line is not a JSON object; the message names the line.
    """
    if not path.exists():
        return
    try:
        file = path.open("rb")
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from error
    with file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                return
            yield _object(line, path, number)


def _object(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path}: line {number} is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise RecordError(f"{path}: line {number} is not an object")
    return value  # pyright: ignore[reportUnknownVariableType] - JSON keys are strings


def _cut_torn_tail(path: Path) -> None:
    if not path.exists():
        return
    with path.open("rb+") as file:
        size = file.seek(0, os.SEEK_END)
        end = size
        while end > 0:
            start = max(0, end - 65536)
            file.seek(start)
            newline = file.read(end - start).rfind(b"\n")
            if newline >= 0:
                end = start + newline + 1
                break
            end = start
        if end < size:
            file.truncate(end)


def write_json(path: Path, value: BaseModel | Mapping[str, Any]) -> None:
    """Write a JSON file atomically: a temporary file in the same folder, then a rename.

    Raises:
        RecordError: the folder cannot be written; the file is as before.
    """
    data = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            json.dump(data, file, ensure_ascii=False, indent=2)
            file.write("\n")
        temporary.replace(path)
    except (OSError, UnicodeEncodeError) as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or error
        raise RecordError(f"{path} cannot be written: {reason}") from error


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON object.

    Raises:
        RecordError: the file is missing or not a JSON object.
    """
    try:
        value: object = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise RecordError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if not isinstance(value, dict):
        raise RecordError(f"{path} is not a JSON object")
    return value  # pyright: ignore[reportUnknownVariableType] - JSON keys are strings
