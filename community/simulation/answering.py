"""Answers: which option a person holds from what it knows alone, and what the messages of others can talk it into."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from community.modules.observation import Utterance
from community.simulation.people import Abilities
from community.simulation.reading import Choice
from community.tasks.extraction import extract_letter

_REASONS = 12
"""From so many words on, a message gives reasons."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """The letter a person settles on (None for an open question) and its stance towards another speaker.

    Attributes:
        letter: of the option.
        bank: the phrase bank of the stance: "openings", "agreeing", "persuaded" or "standing".
        name: the speaker whom the stance is about.
    """

    letter: str | None
    bank: str = "openings"
    name: str = ""


@dataclass(frozen=True)
class Opinions:
    """What a person thinks about questions.

    Attributes:
        abilities: of the person.
        answers: rendered question -> right letter; all that a person can know beyond what it reads.
    """

    abilities: Abilities
    answers: Mapping[str, str]

    def alone(self, question: Choice, rng: random.Random) -> str | None:
        """The letter it finds by itself; None for an open question."""
        if not question.options:
            return None
        right = self.answers.get(question.rendered)
        if right is not None and rng.random() < self.abilities.alone:
            return right
        return rng.choice(
            [letter for letter in question.options if letter != right] or list(question.options)
        )

    def after(
        self, question: Choice, previous: str | None, heard: Sequence[Utterance], rng: random.Random
    ) -> Opinion:
        """The opinion after reading the others: its former one, or the one with most support."""
        own = letter_of(previous or "", question) or self.alone(question, rng)
        support = _support(heard, question)
        if own is None or not support:
            return Opinion(own)
        best = max(view.weight for view in support.values())
        if own in support and support[own].weight == best:
            return Opinion(own, "agreeing", support[own].name)
        leader = rng.choice([letter for letter, view in support.items() if view.weight == best])
        view = support[leader]
        chance = self.abilities.persuaded * (1.0 if view.reasoned else 0.5)
        if rng.random() < chance:
            return Opinion(leader, "persuaded", view.name)
        return Opinion(own, "standing", view.name)


@dataclass(frozen=True, slots=True)
class _View:
    """What speaks for one option: messages with reasons weigh twice as much as bare letters."""

    weight: int
    reasoned: bool
    name: str


def _support(heard: Sequence[Utterance], question: Choice) -> dict[str, _View]:
    support: dict[str, _View] = {}
    for utterance in heard:
        letter = letter_of(utterance.text, question)
        if letter is not None:
            reasoned = len(utterance.text.split()) >= _REASONS
            before = support.get(letter, _View(0, False, utterance.speaker))
            weight = before.weight + (2 if reasoned else 1)
            support[letter] = _View(weight, before.reasoned or reasoned, before.name)
    return support


def letter_of(message: str, question: Choice) -> str | None:
    """The option a message settles on."""
    return _letter(message, len(question.options)) if message and question.options else None


_letter = lru_cache(maxsize=1024)(extract_letter)
"""A message is read by everybody who hears it."""
