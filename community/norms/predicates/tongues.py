"""Which language a text is in: by its common words or its script, for the languages of `words/languages.yaml`."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, Self

from pydantic import model_validator

from community.config import Config, read_yaml, validate
from community.norms.text import Text, Token

_LETTERS = re.compile(r"[^\W\d_]+")
_MOST_SHOWN = 12
_KANA = "Japanese"
_KANA_SHARE = 0.15
"""Japanese is written with Chinese characters too; so much kana tells it."""


class Tongue(Config):
    """One language."""

    words: frozenset[str] = frozenset()
    """Common words in lower case."""
    script: str | None = None
    """A character class, for a language with a script of its own."""
    said: tuple[str, ...]
    """Remarks that fit any reply."""
    answer: str
    """How an option is named as the answer."""

    @model_validator(mode="after")
    def _can_be_told(self) -> Self:
        if bool(self.words) == bool(self.script):
            raise ValueError("give either 'words' or 'script'")
        return self


class Reading(NamedTuple):
    """What a text reads as.

    Attributes:
        language: the language; None when there is too little to tell.
        number: how many of its common words, or letters, there are.
        signs: the first words or runs of letters that tell it.
    """

    language: str | None
    number: int = 0
    signs: Sequence[Token] = ()


@cache
def tongues() -> Mapping[str, Tongue]:
    """All languages by name."""
    return validate(read_yaml(Path(__file__).parent / "words" / "languages.yaml"), dict[str, Tongue])


def read(text: Text) -> Reading:
    """The language of most of a text; languages are compared by how many of their common words it has."""
    return _by_script(text) or _by_words(text)


def _by_script(text: Text) -> Reading | None:
    if text.clean.isascii():
        return None
    letters = sum(map(len, _LETTERS.findall(text.clean)))
    for name, script in _scripts().items():
        tokens = [Token(match.group(), *match.span()) for match in script.finditer(text.clean)]
        share = sum(len(token.text) for token in tokens) / letters if letters else 0
        if share > (_KANA_SHARE if name == _KANA else 0.5):
            return Reading(name, sum(len(token.text) for token in tokens), tokens[:_MOST_SHOWN])
    return None


def _by_words(text: Text) -> Reading:
    hits: dict[str, int] = {}
    for key, places in text.index.items():
        for name in _speakers().get(key, ()):
            hits[name] = hits.get(name, 0) + len(places)
    ranked = sorted(hits.items(), key=lambda pair: -pair[1])
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return Reading(None)
    name, number = ranked[0]
    places = sorted(place for key in tongues()[name].words for place in text.index.get(key, ()))
    return Reading(name, number, [text.words[place] for place in places[:_MOST_SHOWN]])


@cache
def _scripts() -> Mapping[str, re.Pattern[str]]:
    """Runs of letters by language, Japanese ahead of Chinese."""
    scripts = {name: re.compile(f"{tongue.script}+") for name, tongue in tongues().items() if tongue.script}
    return {_KANA: scripts.pop(_KANA), **scripts}


@cache
def _speakers() -> Mapping[str, Sequence[str]]:
    """The languages that have a word among their common ones."""
    words = {word for tongue in tongues().values() for word in tongue.words}
    return {word: [name for name, tongue in tongues().items() if word in tongue.words] for word in words}
