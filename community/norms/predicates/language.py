"""The rule on the language of a reply."""

import random
import re
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, Self

from pydantic import field_validator

from community.config import nearest
from community.norms.predicates.base import Predicate, Verdict
from community.norms.predicates.finishing import finished
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.reply import final_letter, take_apart
from community.norms.predicates.tongues import read, tongues
from community.norms.text import Text

_FOLLOWS = re.compile(r"。$")
_MOST_SAID = 5


class Language(Predicate):
    """`{kind: language, name: German}`."""

    summary: ClassVar[str] = "the text is in a given language"

    kind: Literal["language"] = "language"
    name: str
    """The English name of the language, for example German; an unknown one lists those that can be told apart."""

    @field_validator("name")
    @classmethod
    def _is_known(cls, name: str) -> str:
        if name not in tongues():
            raise ValueError(f"no such language; {nearest(name, list(tongues()))}")
        return name

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        found = read(text)
        unit = "letters" if found.language and tongues()[found.language].script else "common words"
        if found.language is None:
            return Verdict(False, (), f"too little of the text tells its language; {self.name} needed")
        detail = f"the text reads as {found.language}, by {found.number} {unit}; {self.name} needed"
        return Verdict(found.language == self.name, text.spans(found.signs), detail)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        """Nothing is translated: stock remarks of the language take the place of sentences, and the answer is named."""
        if self.judge(Text(text)).complies:
            return text
        tongue, letter = tongues()[self.name], final_letter(text)
        number = max(1, min(_MOST_SAID, len(take_apart(text).body)))
        said = rng.sample(tongue.said, number)
        if letter:
            said.append(tongue.answer.format(letter=letter))
        return finished(self, text, "".join(map(_with_gap, said)).rstrip(), question)

    def describe(self) -> str:
        return f"Write the text in {self.name}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(r"Write the text in (?P<name>\w+)", sentence)
        names = {name.lower(): name for name in tongues()}
        return cls(name=names[match["name"].lower()]) if match and match["name"].lower() in names else None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        names = {read(text).language for text in texts}
        name = names.pop()
        if name and not names and name != "English":
            yield cls(name=name)


def _with_gap(sentence: str) -> str:
    return sentence if _FOLLOWS.search(sentence) else f"{sentence} "
