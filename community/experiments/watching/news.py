"""What a run tells as it goes, in lines for a log."""

from dataclasses import dataclass, field
from typing import Protocol

from community.experiments.watching.glyphs import Glyphs, one_line

_BELIEF = 160
"""Characters of a belief that fit a line of a log."""


@dataclass
class News:
    """What the last step brought."""

    _told: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Words, and the belief that they end in; "" for none."""

    def clear(self) -> None:
        """Begin another step."""
        self._told.clear()

    def tell(self, words: str, belief: str = "") -> None:
        """Add a line."""
        self._told.append((words, belief))

    def lines(self, glyphs: Glyphs) -> list[str]:
        """The step in lines."""
        return [words + one_line(belief, _BELIEF, glyphs) for words, belief in self._told]


class Ended(Protocol):
    """The end of an episode in which a norm was in force."""

    @property
    def failed(self) -> bool: ...

    @property
    def reason(self) -> str | None: ...

    @property
    def follow_rate(self) -> float | None: ...


def ending(event: Ended, *details: str) -> str:
    """How an episode ended; `details` where it did not fail."""
    if event.failed:
        return f"failed: {event.reason}"
    rate = "nothing scored" if event.follow_rate is None else f"followed {event.follow_rate:.2f}"
    return ", ".join((rate, *details))
