"""Puzzles with one solution: clues are chosen until exactly one of all possible worlds is left."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from community.tasks.procedural.item import N_OPTIONS, Item, choice_item

World = TypeVar("World")


@dataclass(frozen=True)
class Clue(Generic[World]):
    """A sentence, and in which worlds it holds."""

    text: str
    holds: Callable[[World], bool]


def choose_clues(worlds: Sequence[World], truth: World, offered: Iterable[Clue[World]]) -> list[Clue[World]]:
    """Those of the offered clues that together leave only the true world, none of them idle.

    Args:
        worlds: all that are possible.
        truth: the one that the clues must single out.
        offered: clues, in the order in which they are tried; those that do not hold in the true world are passed over.

    Returns:
        The clues, or an empty list when the offered ones do not suffice.
    """
    chosen: list[Clue[World]] = []
    left = list(worlds)
    for clue in offered:
        if len(left) == 1:
            break
        narrowed = [world for world in left if clue.holds(world)] if clue.holds(truth) else left
        if len(narrowed) < len(left):
            chosen, left = [*chosen, clue], narrowed
    return _without_idle(worlds, chosen) if len(left) == 1 else []


def _without_idle(worlds: Sequence[World], chosen: list[Clue[World]]) -> list[Clue[World]]:
    for clue in chosen:
        rest = [other for other in chosen if other is not clue]
        if sum(all(other.holds(world) for other in rest) for world in worlds) == 1:
            return _without_idle(worlds, rest)
    return chosen


def puzzle_item(
    rng: Random,
    text: str,
    *,
    worlds: Sequence[World],
    truth: World,
    clues: Sequence[Clue[World]],
    show: Callable[[World], str],
) -> Item:
    """A question for the true world; the wrong options are the worlds that contradict the fewest clues."""
    others = [world for world in worlds if world != truth]
    rng.shuffle(others)
    others.sort(key=lambda world: sum(not clue.holds(world) for clue in clues))
    return choice_item(text, show(truth), map(show, others[: N_OPTIONS - 1]))
