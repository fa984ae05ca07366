"""Verse of our own making, about ten syllables a line: quatrains that rhyme crosswise, then a couplet."""

import random
from functools import cache
from typing import NamedTuple

from community.norms.predicates.wording import grammar

_QUATRAIN = (0, 1, 0, 1)
_ENDS = {0: (), 1: (1,), 2: (2, 2), 3: (2, 2, 2)}


class _Ending(NamedTuple):
    part: str
    word: str


def poem(lines: int, rng: random.Random) -> str:
    """A poem of so many lines."""
    scheme = _scheme(lines)
    rhymes = rng.sample(_endings(), len(_endings()))
    endings = {
        sound: rng.sample(rhymes[sound % len(rhymes)], scheme.count(sound)) for sound in sorted(set(scheme))
    }
    templates = {part: _shuffled(part, rng) for part in ("noun", "verb", "adjective")}
    verses: list[str] = []
    for number, sound in enumerate(scheme):
        ending = endings[sound].pop()
        pool = templates[ending.part]
        if not pool:
            pool += _shuffled(ending.part, rng)
        stop = "." if number % 4 == 3 or number == lines - 1 else ","
        verses.append(pool.pop().replace(f"{{{ending.part}}}", ending.word) + stop)
    return "\n".join(verses)


def _scheme(lines: int) -> list[int]:
    """A number for the rhyme of each line: 0 1 0 1, 2 3 2 3, ..., and a couplet for what remains."""
    quatrains, rest = divmod(lines, 4)
    scheme = [2 * quatrain + sound for quatrain in range(quatrains) for sound in _QUATRAIN]
    return scheme + [2 * (quatrains - 1) + sound for sound in _ENDS[rest]]


def _shuffled(part: str, rng: random.Random) -> list[str]:
    templates = grammar("sonnet").rules[part]
    return rng.sample(templates, len(templates))


@cache
def _endings() -> list[list[_Ending]]:
    """Per rhyme, what a line may end with."""
    rhymes: list[list[_Ending]] = []
    for row in grammar("sonnet").rules["endings"]:
        parts = row.split(" = ")[1].split(" / ")
        words = {
            word: part
            for part, group in zip(("noun", "verb", "adjective"), parts, strict=True)
            for word in group.split()
        }
        rhymes.append([_Ending(part, word) for word, part in words.items()])
    return rhymes
