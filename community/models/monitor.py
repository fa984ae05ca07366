"""What a live view is told about calls under way."""

import heapq
import time
from dataclasses import dataclass, field
from typing import Literal, Protocol, Self

from community.models.journal import Finished, Source

Phase = Literal["waiting", "in_flight", "retrying", "done"]


class Monitor(Protocol):
    """Is told of every call; must be quick and must not raise."""

    def moved(self, endpoint: str, before: Phase | None, after: Phase | None, seconds: float = 0.0) -> None:
        """A call that has to be sent changed its phase.

        Args:
            endpoint: that it goes to.
            before: the phase it leaves; None when it is new.
            after: the phase it enters; None when it is given up.
            seconds: until the next try, when it enters "retrying".
        """

    def finished(self, call: Finished) -> None:
        """A call is over, wherever its reply came from."""


@dataclass
class Load:
    """The calls of one endpoint, by phase."""

    waiting: int = 0
    in_flight: int = 0
    retrying: int = 0
    done: int = 0
    due: list[float] = field(default_factory=list[float])
    """When the retrying ones go on, by the monotonic clock; a heap."""

    @property
    def next_retry(self) -> float | None:
        """Seconds until the next retry; None when nothing is retrying."""
        return max(0.0, self.due[0] - time.monotonic()) if self.due else None


class Tally:
    """A monitor that counts; a view reads it as often as it likes."""

    def __init__(self) -> None:
        self.loads: dict[str, Load] = {}
        self.sources: dict[Source, int] = {"called": 0, "cached": 0, "replayed": 0}
        self.tokens = 0
        """Prompt and completion tokens of the calls that were made."""

    def moved(self, endpoint: str, before: Phase | None, after: Phase | None, seconds: float = 0.0) -> None:
        load = self.loads.setdefault(endpoint, Load())
        if before is not None:
            setattr(load, before, getattr(load, before) - 1)
        if after is not None:
            setattr(load, after, getattr(load, after) + 1)
        if before == "retrying":
            heapq.heappop(load.due)
        if after == "retrying":
            heapq.heappush(load.due, time.monotonic() + seconds)

    def finished(self, call: Finished) -> None:
        self.sources[call.source] += 1
        if call.source == "called":
            self.tokens += call.reply.usage.prompt_tokens + call.reply.usage.completion_tokens


class Track:
    """The way of one call through the phases; a call that ends early is taken out of the count."""

    def __init__(self, monitor: Monitor | None, endpoint: str) -> None:
        self._monitor = monitor
        self._endpoint = endpoint
        self._phase: Phase | None = None

    def to(self, phase: Phase | None, seconds: float = 0.0) -> None:
        """Enter a phase."""
        if self._monitor is not None:
            self._monitor.moved(self._endpoint, self._phase, phase, seconds)
        self._phase = phase

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._phase != "done":
            self.to(None)
