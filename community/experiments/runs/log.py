"""The event log: appended as things happen, and idempotent, so that a resumed run writes only what is missing."""

from collections.abc import Callable, Hashable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from pydantic import ValidationError

from community.config import in_one_line
from community.errors import RecordError
from community.records import JsonlFile, RunEvent, read_jsonl

E = TypeVar("E", bound=RunEvent)
EventReader = Callable[[dict[str, Any]], E]
"""Makes an event of a line, as its setting does."""


def read_events(path: Path, reader: EventReader[E]) -> list[E]:
    """All events on disk; a torn last line is left out.

    Raises:
        RecordError: a line is not an event, or an event happened twice.
    """
    events: dict[tuple[Hashable, ...], E] = {}
    for number, line in enumerate(read_jsonl(path), start=1):
        try:
            event = reader(line)
        except ValidationError as error:
            raise RecordError(f"{path}: line {number} is not an event: {in_one_line(error)}") from error
        key = event.key
        if key in events:
            raise RecordError(f"{path}: line {number}: {key} stands there already")
        events[key] = event
    return list(events.values())


class EventLog(Generic[E]):
    """Appends events to `events.jsonl`; one that is there already must be the same and is not written again."""

    def __init__(self, path: Path, reader: EventReader[E]) -> None:
        self._known: dict[tuple[Hashable, ...], E] = {event.key: event for event in read_events(path, reader)}
        self._path = path
        self._file = JsonlFile(path)

    @property
    def failed(self) -> frozenset[Hashable]:
        """Episodes that are on record as failed."""
        return frozenset(event.ends for event in self._known.values() if event.failed)

    @property
    def ended(self) -> int:
        """How many episodes are over."""
        return sum(event.ends is not None for event in self._known.values())

    def append(self, events: Iterable[E]) -> None:
        """Write those that are new; each line is whole and flushed before the next.

        Raises:
            RecordError: an event differs from the one on disk, so the run is not the one that wrote it.
        """
        for event in events:
            known = self._known.get(event.key)
            if known is None:
                self._known[event.key] = event
                self._file.append(_line(event))
            elif known != event:
                raise RecordError(
                    f"{self._path}: {event.key} happened differently before; nothing was overwritten"
                )

    @property
    def events(self) -> list[E]:
        """Everything so far, in the order of writing."""
        return list(self._known.values())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _line(event: RunEvent) -> str:
    """One JSON object with the time in front, so that all else of a line is the same in two equal runs."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    return f'{{"at":"{now}",{event.model_dump_json()[1:]}'
