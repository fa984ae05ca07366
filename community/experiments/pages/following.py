"""The events of a run that goes on: every line is read once, however often somebody asks."""

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from community.debate import Event, read_event
from community.errors import RecordError


class EventTail:
    """The event log of a run, read up to its last whole line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = 0
        """Bytes that have been read."""
        self._events: list[Event] = []

    def read(self) -> Sequence[Event]:
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

    def _event(self, line: bytes) -> Event:
        try:
            return read_event(json.loads(line))
        except (ValueError, RecursionError, ValidationError) as error:
            raise RecordError(f"{self.path}: the line at byte {self.size} is not an event") from error
