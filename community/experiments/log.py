"""The event log: appended as things happen, and idempotent, so that a resumed run writes only what is missing."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import ValidationError

from community.config import faults_of
from community.debate import DebateEvent, Event, read_event
from community.errors import RecordError
from community.records import JsonlFile, read_jsonl

EventId = tuple[Any, ...]


def event_id(event: Event) -> EventId:
    """What makes an event unique within a run."""
    return (event.kind, event.debate, getattr(event, "round", None), getattr(event, "agent", None))


def read_events(path: Path) -> list[Event]:
    """All events on disk; a torn last line is left out.

    Raises:
        RecordError: a line is not an event, or an event happened twice.
    """
    events: dict[EventId, Event] = {}
    for number, line in enumerate(read_jsonl(path), start=1):
        try:
            event = read_event(line)
        except ValidationError as error:
            faults = "; ".join(map(str, faults_of(error)))
            raise RecordError(f"{path}: line {number} is not an event: {faults}") from error
        if event_id(event) in events:
            raise RecordError(f"{path}: line {number}: {event_id(event)} stands there already")
        events[event_id(event)] = event
    return list(events.values())


class EventLog:
    """Appends events to `events.jsonl`; one that is there already must be the same and is not written again."""

    def __init__(self, path: Path) -> None:
        self._known: dict[EventId, Event] = {event_id(event): event for event in read_events(path)}
        self._path = path
        self._file = JsonlFile(path)

    @property
    def failed(self) -> frozenset[int]:
        """Debates that are on record as failed."""
        return frozenset(
            event.debate
            for event in self._known.values()
            if isinstance(event, DebateEvent) and event.status == "failed"
        )

    def append(self, events: Iterable[Event]) -> None:
        """Write those that are new; each line is whole and flushed before the next.

        Raises:
            RecordError: an event differs from the one on disk, so the run is not the one that wrote it.
        """
        for event in events:
            known = self._known.get(event_id(event))
            if known is None:
                self._known[event_id(event)] = event
                self._file.append(_line(event))
            elif known != event:
                raise RecordError(
                    f"{self._path}: {event_id(event)} happened differently before; nothing was overwritten"
                )

    @property
    def events(self) -> list[Event]:
        """Everything so far, in the order of writing."""
        return list(self._known.values())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _line(event: Event) -> str:
    """One JSON object with the time in front, so that all else of a line is the same in two equal runs."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    return f'{{"at":"{now}",{event.model_dump_json()[1:]}'
