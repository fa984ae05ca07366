"""What a rule looks for: words, characters, or a named kind of them; how they are found, named and read back."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Self

from pydantic import Field, field_validator, model_validator

from community.norms.clean import clean
from community.norms.predicates.base import Predicate
from community.norms.predicates.lexicon import known_lexicon, lexicon_described, lexicons
from community.norms.predicates.quoting import LIST, QUOTED, quote, quote_list, unquote_list
from community.norms.text import Text, Token

_JOINER = "\u200d"
NAMED = (
    rf"(?P<named>the (?:word|phrase|characters) {QUOTED}"
    rf"|one of the words or phrases {LIST}|one of the characters {LIST}|an? .+?)"
)


class Sought(Predicate):
    """A rule about words, characters or a named kind; exactly one of the three fields is given."""

    words: tuple[str, ...] = Field(default=())
    """Words and phrases: matched whole, in any case."""
    characters: tuple[str, ...] = ()
    """Signs and other strings: matched as they stand, case included."""
    one_of: str | None = Field(default=None)
    """A named kind, for example "greeting"; see `words/lexicon.yaml`."""

    @field_validator("words")
    @classmethod
    def _are_words(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        for word in words:
            if not Text(word).words:
                raise ValueError(f"{word!r} has no letter or digit; state signs as 'characters'")
        return words

    @field_validator("characters")
    @classmethod
    def _are_visible(cls, characters: tuple[str, ...]) -> tuple[str, ...]:
        for sign in characters:
            if not clean(sign).text.strip():
                raise ValueError(f"{sign!r} is empty or white space")
        return characters

    @field_validator("one_of")
    @classmethod
    def _is_known(cls, name: str | None) -> str | None:
        return known_lexicon(name) if name is not None else None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if sum(map(bool, (self.words, self.characters, self.one_of))) != 1:
            raise ValueError("give exactly one of 'words', 'characters' and 'one_of'")
        return self

    @property
    def wanted_words(self) -> Sequence[str]:
        """The words and phrases that count."""
        return lexicons()[self.one_of].words if self.one_of else self.words

    @property
    def wanted_characters(self) -> tuple[str, ...]:
        """The signs that count."""
        return lexicons()[self.one_of].characters if self.one_of else self.characters

    def found(self, text: Text) -> list[Token]:
        """Every match in order; of matches inside one another only the longest."""
        return found_of(self.wanted_words, self.wanted_characters, text)

    def found_words(self, text: Text) -> list[Token]:
        """Every match of a word or phrase in order."""
        return found_of(self.wanted_words, (), text)

    @property
    def named(self) -> str:
        """What is sought, in canonical English."""
        return _named(self.words, self.characters, self.one_of)


@lru_cache(maxsize=1024)
def _named(words: tuple[str, ...], characters: tuple[str, ...], one_of: str | None) -> str:
    if one_of:
        return lexicons()[one_of].described
    if characters:
        which = "the characters" if len(characters) == 1 else "one of the characters"
        return f"{which} {quote_list(characters)}"
    if len(words) != 1:
        return f"one of the words or phrases {quote_list(words)}"
    (word,) = words
    return f"the {'word' if Text(word).word_count == 1 else 'phrase'} {quote(word)}"


def fields_of(named: str) -> dict[str, Any] | None:
    """The fields that `Sought.named` states; None when it names nothing known."""
    strings = unquote_list(named)
    if re.match(r"(?:the|one of the) characters ", named, re.IGNORECASE):
        return {"characters": strings}
    if re.match(r"the (?:word|phrase) |one of the words or phrases ", named, re.IGNORECASE):
        return {"words": strings} if all(Text(item).words for item in strings) else None
    name = lexicon_described(named)
    return {"one_of": name} if name else None


def find_signs(characters: tuple[str, ...], text: Text) -> list[Token]:
    """Every place where one of these strings stands; a part of a joined emoji is not the sign itself."""
    matches = _signs(characters).finditer(text.clean)
    tokens = [Token(match.group(), *match.span()) for match in matches]
    if _JOINER not in text.clean:
        return tokens
    return [
        token
        for token in tokens
        if _JOINER not in (text.clean[token.start - 1 : token.start], text.clean[token.end : token.end + 1])
    ]


@lru_cache(maxsize=1024)
def _signs(characters: tuple[str, ...]) -> re.Pattern[str]:
    literals = sorted((clean(item).text for item in characters), key=len, reverse=True)
    return re.compile("|".join(map(_literal, literals)))


def _literal(sign: str) -> str:
    """A string of signs and letters, such as ":D", must not touch another letter or digit ("Answer:D")."""
    letters = sum(map(str.isalnum, sign))
    if letters in {0, len(sign)}:
        return re.escape(sign)
    first, rest = re.escape(sign[0]), re.escape(sign[1:])
    return (
        rf"{first}(?<![^\W_]{first}){rest}(?![^\W_])"  # the first character leads: it is quick to search for
    )


def found_of(words: Sequence[str], characters: tuple[str, ...], text: Text) -> list[Token]:
    """Every match of some words and signs in order; of matches inside one another only the longest."""
    tokens = [token for word in words for token in text.find(word)]
    if characters:
        tokens += find_signs(characters, text)
    if len(tokens) < 2:
        return tokens
    kept: list[Token] = []
    for token in sorted(tokens, key=lambda token: (token.start, -token.end)):
        if not kept or token.end > kept[-1].end:
            kept.append(token)
    return kept
