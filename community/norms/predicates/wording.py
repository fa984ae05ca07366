"""Small grammars of our own wording, kept as YAML in `words/`: sentences that vary under a random stream."""

import random
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from community.config import read_yaml, validate

_SLOT = re.compile(r"\{(\w+)\}")
_PATIENCE = 30


class Grammar:
    """Named lists of expansions, in which `{name}` stands for any expansion of that name."""

    def __init__(self, rules: Mapping[str, Sequence[str]]) -> None:
        self.rules = rules

    def fill(self, template: str, rng: random.Random) -> str:
        """`template` with every slot filled."""
        return _SLOT.sub(lambda slot: self.say(slot[1], rng), template)

    def say(self, rule: str, rng: random.Random) -> str:
        """One expansion of `rule`."""
        return self.fill(rng.choice(self.rules[rule]), rng)

    def several(self, rule: str, count: int, rng: random.Random) -> list[str]:
        """`count` expansions of `rule`, distinct while the grammar has that many, all its templates in turn."""
        templates = rng.sample(self.rules[rule], len(self.rules[rule]))
        chosen: list[str] = []
        for turn in range(count):
            template = templates[turn % len(templates)]
            chosen.append(self._unlike(chosen, template, rng))
        return chosen

    def _unlike(self, chosen: Sequence[str], template: str, rng: random.Random) -> str:
        sentence = self.fill(template, rng)
        for _ in range(_PATIENCE):
            if sentence not in chosen:
                break
            sentence = self.fill(template, rng)
        return sentence


@cache
def grammar(name: str) -> Grammar:
    """The grammar `words/<name>.yaml`."""
    document = read_yaml(Path(__file__).parent / "words" / f"{name}.yaml")
    return Grammar(validate(document, dict[str, list[str]]))
