"""The events of a run, episode by episode, as people number them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from community.errors import UserError
from community.records import RunEvent

E = TypeVar("E", bound=RunEvent)


class Numbered(Protocol):
    """One episode as far as it is on disk."""

    @property
    def number(self) -> int:
        """Counted from 1."""
        ...


N = TypeVar("N", bound=Numbered)


def by_episode(events: Iterable[E], episode: Callable[[E], int]) -> list[tuple[int, list[E]]]:
    """The number of each episode, counted from 1, and its events; in order.

    Args:
        events: of a run.
        episode: of an event, counted from 0.
    """
    found: dict[int, list[E]] = {}
    for event in events:
        found.setdefault(episode(event), []).append(event)
    return [(index + 1, found[index]) for index in sorted(found)]


def numbered(chapters: Sequence[N], number: int, noun: str) -> N:
    """The episode of this number.

    Args:
        chapters: the episodes of a run, in order.
        number: counted from 1.
        noun: what an episode is called.

    Raises:
        UserError: the run has no such episode.
    """
    for chapter in chapters:
        if chapter.number == number:
            return chapter
    there = f"it has {noun}s 1 to {chapters[-1].number}" if chapters else f"no {noun} has begun"
    raise UserError(f"there is no {noun} {number} in this run; {there}")
