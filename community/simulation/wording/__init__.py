"""Phrase banks: text files of sentences, one a line, with `[this|that]` to choose from and `{slots}` to fill.

Lines that start with # are comments. A sentence whose slots are not all known is passed over.
"""

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_PART = re.compile(r"\[([^\[\]]*)\]|\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One sentence pattern and the slots it needs."""

    source: str
    slots: frozenset[str]

    def say(self, rng: random.Random, values: Mapping[str, str]) -> str:
        """The sentence, with every choice made and every slot filled in one pass."""

        def fill(match: re.Match[str]) -> str:
            return rng.choice(match[1].split("|")) if match[2] is None else values[match[2]]

        text = _PART.sub(fill, self.source)
        return text[:1].upper() + text[1:] if text[1:2].islower() else text


@cache
def phrases(bank: str) -> tuple[Phrase, ...]:
    """Every sentence pattern of one bank, in the order of its file."""
    text = (Path(__file__).parent / f"{bank}.txt").read_text(encoding="utf-8")
    return tuple(
        Phrase(line, frozenset(match[2] for match in _PART.finditer(line) if match[2]))
        for line in text.splitlines()
        if line.strip() and not line.startswith("#")
    )


@cache
def _sayable(bank: str, known: frozenset[str]) -> tuple[Phrase, ...]:
    fitting = tuple(phrase for phrase in phrases(bank) if phrase.slots <= known)
    return fitting or _sayable("openings", known)


def pick(bank: str, rng: random.Random, known: Mapping[str, str]) -> Phrase:
    """A pattern of the bank that the known slots can fill; of the openings, when the bank has none."""
    return rng.choice(_sayable(bank, frozenset(known)))


def say(bank: str, rng: random.Random, **values: str) -> str:
    """One sentence of the bank."""
    return pick(bank, rng, values).say(rng, values)


@cache
def common_words() -> frozenset[str]:
    """Words too ordinary to tell what a text is about."""
    return frozenset(word for phrase in phrases("common_words") for word in phrase.source.split())
