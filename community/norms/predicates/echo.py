"""The rule that the question is repeated word for word."""

import random
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, Self

from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.finishing import finished
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.restatement import stem_of
from community.norms.text import Text, Token

At = Literal["start", "end", "anywhere"]

_STATED: dict[At, str] = {"start": "at the start", "end": "at the end", "anywhere": "somewhere"}
_RULE = rf"Repeat the question word for word (?P<at>{'|'.join(_STATED.values())})"


class Echo(Predicate):
    """`{kind: echo, at: start}`: the question, without its options, word for word."""

    summary: ClassVar[str] = "the question is repeated word for word"

    kind: Literal["echo"] = "echo"
    at: At = "start"
    """Where; case, punctuation and Markdown do not matter."""

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        asked = _words(question or "")
        if not asked:
            return Verdict(False, (), "no question was given to compare the text with")
        place = self._place(asked, text.keys)
        if place is None:
            return Verdict(
                False, (), f"the question's {len(asked)} words do not stand in the text {_STATED[self.at]}"
            )
        first, last = text.words[place], text.words[place + len(asked) - 1]
        span = Token("", first.start, last.end)
        return Verdict(True, text.spans([span]), f"the text repeats the question {_STATED[self.at]}")

    def _place(self, asked: Sequence[str], said: Sequence[str]) -> int | None:
        """The position of the word with which the repetition starts."""
        last = len(said) - len(asked)
        places = {
            "start": range(min(last + 1, 1)),
            "end": range(max(last, 0), last + 1),
            "anywhere": range(last + 1),
        }
        return next((place for place in places[self.at] if said[place : place + len(asked)] == asked), None)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        if self.judge(Text(text), question).complies:
            return text
        if not _words(question or ""):
            raise CannotEnactError("repeating needs the question")
        stem = stem_of(question or "")
        gap = rng.choice((" ", "\n", "\n\n"))
        repeated = f"{text.rstrip()}{gap}{stem}" if self.at == "end" else f"{stem}{gap}{text.lstrip()}"
        return finished(self, text, repeated.strip(), question)

    def describe(self) -> str:
        return f"Repeat the question word for word {_STATED[self.at]}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(_RULE, sentence)
        places: dict[str, At] = {stated: at for at, stated in _STATED.items()}
        return cls(at=places[match["at"].lower()]) if match else None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        places: tuple[At, ...] = ("start", "end", "anywhere")
        places: tuple[At, ...] = ("start", "end", "anywhere") if question else ()
        rules = (cls(at=at) for at in places)
        yield from (rule for rule in rules if all(rule.judge(text, question).complies for text in texts))


def _words(question: str) -> Sequence[str]:
    return Text(stem_of(question)).keys
