"""How ordinary a word is: ranks of 16,000 common English words, and what follows for chance."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

# Zipf-Mandelbrot: the share of the word of rank r in running text is about SCALE / (r + SHIFT).
_SCALE = 0.11
_SHIFT = 2.4
_UNKNOWN_RATE = 1e-6


@cache
def common_words() -> Sequence[str]:
    """Common words, most frequent first."""
    text = (Path(__file__).parent / "words" / "common.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def _ranks() -> Mapping[str, int]:
    return {word: rank for rank, word in enumerate(common_words())}


def is_pseudoword(key: str) -> bool:
    """Whether a look-up key is made of letters but is no ordinary word, such as "frim"."""
    return len(key) > 2 and key.isalpha() and key not in _ranks()


def rate(key: str) -> float:
    """The chance that one word of ordinary text is this one."""
    rank = _ranks().get(key)
    return _UNKNOWN_RATE if rank is None else _SCALE / (rank + _SHIFT)


def surprise(key: str, lengths: Sequence[int]) -> float:
    """How surprising it is (in nats) that texts of so many words all have this word."""
    miss = math.log1p(-min(rate(key), 0.5))
    return -sum(math.log(max(-math.expm1(length * miss), 1e-12)) for length in lengths)


def expected(key: str, lengths: Sequence[int]) -> float:
    """How often the word would be expected in texts of so many words together."""
    return rate(key) * sum(lengths)
