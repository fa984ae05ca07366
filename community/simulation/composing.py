"""Wording an answer: reasons made from the phrase banks and from the question's own words, figures and options."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from community.simulation.answering import Opinion
from community.simulation.reading import Choice, read_choice
from community.simulation.wording import Phrase, common_words, pick, say

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?![\w])")
_WORD = re.compile(r"(?<![\w'-])[a-z]{4,16}(?![\w'-])")
_NAMED_THING = re.compile(
    r"\b(?i:an?|the|of|each|per|its|their|how many|all|any|no|two|three) ([a-z]{4,16})(?![\w'-])"
)
_PARAGRAPHS = (0.8, 0.16, 0.02, 0.02)
"""Chances of one, two, three and four paragraphs."""
_SHORT = 0.06
"""Share of answers that say little more than is needed."""
_STANCE = 0.7
"""Share of answers to others that begin with where one stands."""
_FOCUS = 3
"""So many words and figures of the question one answer dwells on."""


def compose(question: Choice, opinion: Opinion, rng: random.Random) -> str:
    """A message of 30 to 120 words that gives reasons and, where there are options, ends with the letter."""
    slots = _matter_of(question.rendered).slots(opinion, rng)
    target = rng.randint(36, 50) if rng.random() < _SHORT else rng.randint(56, 100)
    bank = opinion.bank if rng.random() < _STANCE else "openings"
    sentences = [say(bank, rng, **slots())]
    said: set[Phrase] = set()
    while sum(len(sentence.split()) for sentence in sentences) < target - 12:
        values = slots()
        phrase = pick("middles", rng, values)
        if phrase not in said:
            said.add(phrase)
            sentences.append(phrase.say(rng, values))
    if opinion.letter:
        sentences.append(say("closings", rng, letter=f"({opinion.letter})") + rng.choice(("", ".")))
    return _paragraphs(sentences, rng)


def _paragraphs(sentences: list[str], rng: random.Random) -> str:
    wanted = min(rng.choices(range(1, 5), _PARAGRAPHS)[0], len(sentences))
    breaks = set(rng.sample(range(1, len(sentences)), wanted - 1))
    parts = [("\n\n" if place in breaks else " ") + text for place, text in enumerate(sentences)]
    return "".join(parts).strip()


@dataclass(frozen=True, slots=True)
class _Matter:
    """What a question is about: its figures, its telling words and its short options."""

    figures: tuple[str, ...]
    words: tuple[str, ...]
    options: dict[str, str]

    def slots(self, opinion: Opinion, rng: random.Random) -> Callable[[], dict[str, str]]:
        """What gives a fresh filling for each sentence of one answer, which dwells on few things."""
        figures, words = (
            rng.sample(choices, min(_FOCUS, len(choices))) for choices in (self.figures, self.words)
        )
        rivals = [text for letter, text in self.options.items() if letter != opinion.letter]
        fixed = {"name": opinion.name} if opinion.name else {}
        if opinion.letter in self.options:
            fixed["pick"] = self.options[opinion.letter]

        def fill() -> dict[str, str]:
            values = dict(fixed)
            for names, choices in ((("x", "y"), figures), (("thing", "other"), words), (("rival",), rivals)):
                values.update(zip(names, rng.sample(choices, min(len(names), len(choices))), strict=False))
            return values

        return fill


@lru_cache(maxsize=1024)
def _matter_of(rendered: str) -> _Matter:
    question = read_choice(rendered)
    named = telling(_NAMED_THING.findall(question.text))
    words = named if len(named) > 1 else telling(_WORD.findall(question.text))
    short = {letter: text for letter, text in question.options.items() if 0 < len(text) <= 40}
    return _Matter(tuple(dict.fromkeys(_NUMBER.findall(question.text))), tuple(words), short)


def telling(words: Sequence[str]) -> list[str]:
    """The words that are worth naming, each once."""
    return [word for word in dict.fromkeys(words) if word not in common_words()]
