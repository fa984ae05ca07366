"""How fast a run goes, and how long the rest will take."""

import time
from collections import deque

RECENT = 10
"""Episodes over which a recent value is averaged."""


class Pace:
    """How long episodes take; those that were replayed from disk do not count."""

    def __init__(self, recent: int = RECENT) -> None:
        self._recent: deque[float] = deque(maxlen=recent)
        self._began = time.monotonic()

    def begin(self) -> None:
        """An episode begins."""
        self._began = time.monotonic()

    def end(self, *, replayed: bool) -> None:
        """It ends."""
        if not replayed:
            self._recent.append(time.monotonic() - self._began)

    def left(self, episodes: int) -> float | None:
        """Seconds that so many episodes take, the one under way included; None before any has ended."""
        if not self._recent or not episodes:
            return None
        mean = sum(self._recent) / len(self._recent)
        return max(0.0, mean * episodes - min(mean, time.monotonic() - self._began))


def duration(seconds: float) -> str:
    """Seconds in words, as exact as anybody wants to know."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"
