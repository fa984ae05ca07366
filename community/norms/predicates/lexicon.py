"""Named kinds of words and signs (a greeting, a smiley, a musical note) that rules can ask for with `one_of`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Self

from pydantic import model_validator

from community.config import Config, nearest, read_yaml, validate


class Lexicon(Config):
    """One kind."""

    noun: str
    """How canonical English names it, with its article."""
    words: tuple[str, ...] = ()
    """Words and phrases, matched whole and in any case."""
    characters: tuple[str, ...] = ()
    """Signs, matched as they stand."""
    said: tuple[str, ...]
    """What a person would write to show one."""

    @model_validator(mode="after")
    def _has_members(self) -> Self:
        if not (self.words or self.characters) or not self.said:
            raise ValueError("needs 'words' or 'characters', and 'said'")
        return self

    @property
    def described(self) -> str:
        """The noun with its first members: 'a greeting ("hello", "hi", "hey", ...)'."""
        members = self.words or self.characters
        shown = ", ".join(f'"{member}"' for member in members[:3])
        return f"{self.noun} ({shown}{', ...' if len(members) > 3 else ''})"


@cache
def lexicons() -> Mapping[str, Lexicon]:
    """All kinds by name."""
    return validate(read_yaml(Path(__file__).parent / "words" / "lexicon.yaml"), dict[str, Lexicon])


def known_lexicon(name: str) -> str:
    """The name, when there is such a kind.

    Raises:
        ValueError: there is none; the message has a did-you-mean.
    """
    if name not in lexicons():
        raise ValueError(f"no such kind of words; {nearest(name, list(lexicons()))}")
    return name


@cache
def lexicon_described(text: str) -> str | None:
    """The name of the kind that `described` (or its noun alone) states, in any case."""
    wanted = text.lower()
    for name, lexicon in lexicons().items():
        if wanted in {lexicon.described.lower(), lexicon.noun.lower()}:
            return name
    return None
