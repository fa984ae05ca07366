"""The events of a run that goes on: every line is read once, however often somebody asks."""

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from community.errors import RecordError
from community.experiments.runs.log import EventReader
from community.records import RunEvent


class EventTail:
    """The event log of a run, read up to its last whole line."""

    def __init__(self, path: Path, reader: EventReader[RunEvent]) -> None:
        self.path = path
        self._reader = reader
        self.size = 0
        """Bytes that have been read."""
        self._events: list[RunEvent] = []

    def read(self) -> Sequence[RunEvent]:
        """All events so far.

        Raises:
            RecordError: a line is no event.
        """
        if not self.path.exists():
            return ()
        with self.path.open("rb") as file:
            if file.seek(0, 2) < self.size:  # another file under the same name
                self.size, self._events = 0, []
            file.seek(self.size)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self._events.append(self._event(line))
                self.size += len(line)
        return self._events

    def _event(self, line: bytes) -> RunEvent:
        try:
            return self._reader(json.loads(line))
        except (ValueError, RecursionError, ValidationError) as error:
            raise RecordError(f"{self.path}: the line at byte {self.size} is not an event") from error
