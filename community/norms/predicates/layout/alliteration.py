"""The predicate on alliteration: a run of sentences, one for each letter, whose words mostly share that initial."""

import random
import re
import string
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.layout.position import BEFORE, ahead, placed
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.wording import grammar
from community.norms.text import Text, Token

_RULE = rf"Write one alliterative sentence for each letter from (?P<first>[A-Z]) to (?P<last>[A-Z]), in order{BEFORE}"
_INITIAL = re.compile(r"(?<![^\W_])(?<![^\W_]['.])[^\W_]")
_LEAST = 2


class Alliteration(Predicate):
    """A sentence for each letter in turn, at least half of its words starting with it: `{kind: alliteration}`."""

    summary: ClassVar[str] = "one alliterative sentence for each letter of the alphabet, in order"

    kind: Literal["alliteration"] = "alliteration"
    first: str = Field(default="A", pattern="^[A-Z]$")
    """The first letter."""
    last: str = Field(default="Z", pattern="^[A-Z]$")
    """The last letter."""
    before_answer: bool = False
    """Only sentences ahead of the final answer count."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.first > self.last:
            raise ValueError(f"'first' {self.first} comes after 'last' {self.last}")
        return self

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        rare = self._too_rare(text)
        if rare:
            return Verdict(False, (), f'fewer than {_LEAST} words start with "{rare}"')
        sentences = ahead(text, text.sentences) if self.before_answer else text.sentences
        found = list(_run(sentences, self._letters))
        complies = len(found) == len(self._letters)
        missing = "" if complies else f"; the next one needed is {self._letters[len(found)]}"
        detail = (
            f"found alliterative sentences for {len(found)} of {len(self._letters)} letters in order{missing}"
        )
        return Verdict(complies, text.spans(found), detail)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        if self.judge(Text(text)).complies:
            return text
        words = grammar("alliteration")
        templates = words.rules["start"]
        sentences = [words.fill(rng.choice(templates).replace("@", letter), rng) for letter in self._letters]
        preamble = " ".join(sentence[0].upper() + sentence[1:] for sentence in sentences)
        draft = f"{preamble}\n\n{text}" if text.strip() else preamble
        if not self.judge(Text(draft)).complies:
            raise CannotEnactError("alliterative sentences ahead of this text do not stay apart from it")
        return draft

    def describe(self) -> str:
        letters = f"each letter from {self.first} to {self.last}"
        return f"Write one alliterative sentence for {letters}, in order{placed(self.before_answer)}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(_RULE, sentence)
        if match is None or match["first"].upper() > match["last"].upper():
            return None
        first, last = match["first"].upper(), match["last"].upper()
        return cls(first=first, last=last, before_answer=match["before"] is not None)

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        for rule in (cls(before_answer=True), cls()) if texts else ():
            if all(rule.judge(text).complies for text in texts):
                yield rule
                return

    def _too_rare(self, text: Text) -> str | None:
        """The first letter that no sentence of this text can be about; spares most texts the search for sentences."""
        initials = Counter(_INITIAL.findall(text.clean.lower()))
        return next((letter for letter in self._letters if initials[letter.lower()] < _LEAST), None)

    @property
    def _letters(self) -> str:
        letters = string.ascii_uppercase
        return letters[letters.index(self.first) : letters.index(self.last) + 1]


def _run(sentences: Iterable[Token], letters: str) -> Iterator[Token]:
    """The sentences that carry the letters, each after the one before."""
    wanted = iter(letters.lower())
    letter = next(wanted, None)
    for sentence in sentences:
        if letter and _alliterates(sentence.text, letter):
            yield sentence
            letter = next(wanted, None)


def _alliterates(sentence: str, letter: str) -> bool:
    initials = _INITIAL.findall(sentence.lower())
    sharing = initials.count(letter)
    return sharing >= _LEAST and 2 * sharing >= len(initials)
