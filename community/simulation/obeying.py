"""How a speaker obeys what it is told: it recognises instructions that stand in its prompt, and carries them out.

A `Phrasebook` yields a norm only for a text that holds its instruction, so nobody learns from it what was not said.
Only those who speak in a debate carry one; whoever works as a module has none (see `model`).
"""

import random
from collections.abc import Sequence

from community.norms import CannotEnactError, Norm, enact_all
from community.simulation.people import Abilities


class Phrasebook:
    """Instructions that a speaker understands when it is given them."""

    def __init__(self, norms: Sequence[Norm]) -> None:
        self._by_length = sorted(norms, key=lambda norm: (-len(norm.instruction), norm.id))

    def told(self, text: str) -> list[Norm]:
        """The norms whose instruction stands in the text, in the order of the text; a longer one hides its parts."""
        found: list[tuple[int, Norm]] = []
        for norm in self._by_length:
            place = text.find(norm.instruction)
            if place >= 0:
                found.append((place, norm))
                text = text.replace(norm.instruction, " " * len(norm.instruction))
        return [norm for _, norm in sorted(found, key=lambda item: item[0])]


def obey(message: str, question: str, told: Sequence[Norm], abilities: Abilities, rng: random.Random) -> str:
    """The message, made to comply with each instruction that the speaker follows this time."""
    followed = [norm for norm in told if rng.random() < abilities.follows]
    try:
        return enact_all(followed, message, question, rng) if followed else message
    except CannotEnactError:
        return _one_by_one(followed, message, question, rng)


def _one_by_one(told: Sequence[Norm], message: str, question: str, rng: random.Random) -> str:
    """What can be done of instructions that cannot all be carried out at once."""
    for norm in told:
        try:
            message = norm.enact(message, question, rng)
        except CannotEnactError:
            continue
    return message
