"""The rule that a reply restates the question before it answers."""

import math
import random
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import ClassVar, Literal, NamedTuple, Self

from pydantic import Field

from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.vocabulary import common_words
from community.norms.text import Text, Token

_OPTION = re.compile(r"^\s*\(?[A-Z][).:]\s", re.MULTILINE)
_ANSWER = re.compile(r"\([A-Z]\)|\b(?i:the answer is|the answer:|answer:|option|so the answer)\b")
_STOP_WORDS = 120
_AT_LEAST = 3
_AT_MOST = 12
_OPENINGS = (
    "The question asks: {question}",
    "We are asked: {question}",
    "So the question is: {question}",
    "To restate the question: {question}",
    "Here is what is asked: {question}",
    "In other words, we need to say: {question}",
    "What we want to know: {question}",
    "The task, restated: {question}",
    "{question} That is what is asked.",
    "Let me repeat the question: {question}",
)


class Measured(NamedTuple):
    """How far a reply restates a question.

    Attributes:
        hits: words of the reply's opening that are content words of the question.
        needed: how many distinct content words must be there for full marks.
        distinct: how many distinct ones are.
    """

    hits: tuple[Token, ...]
    distinct: int
    needed: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return min(1.0, self.distinct / self.needed) if self.needed else 0.0


class Restatement(Predicate):
    """`{kind: restatement, threshold: 0.6}`: measured on what stands before the first sign of an answer."""

    summary: ClassVar[str] = "the question is restated at the start, before the answer"

    kind: Literal["restatement"] = "restatement"
    threshold: float = Field(default=0.6, gt=0, le=1)
    """The share of the question's content words (of at most 12) that the opening must have."""

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        if question is None:
            return Verdict(False, (), "no question was given to compare the text with")
        measured = measure(text, question)
        needed = math.ceil(self.threshold * measured.needed)
        complies = measured.needed > 0 and measured.distinct >= needed
        detail = f"the opening has {measured.distinct} of the question's words; {needed} needed"
        return Verdict(complies, text.spans(measured.hits), detail)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        if self.judge(Text(text), question).complies:
            return text
        if question is None:
            raise CannotEnactError("restating needs the question")
        for opening in rng.sample(_OPENINGS, len(_OPENINGS)):
            for part in _parts(question):
                restated = f"{opening.format(question=part)} {text.lstrip()}".rstrip()
                if self.judge(Text(restated), question).complies:
                    return restated
        raise CannotEnactError("this question has too few words to restate")

    def describe(self) -> str:
        return f"Restate the question at the start, before answering, with {self.threshold:.0%} of its content words."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(
            r"restate the question at the start, before answering, with (\d{1,3})% of its content words",
            sentence,
        )
        return cls(threshold=int(match[1]) / 100) if match and 0 < int(match[1]) <= 100 else None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        rule = cls()
        if question and all(rule.judge(text, question).complies for text in texts):
            yield rule


def measure(text: Text, question: str) -> Measured:
    """Compare the opening of a reply, up to the first sign of an answer, with the content words of a question.

    The opening is at most twice as long as the question, or 200 characters: someone who restates says little else.
    """
    asked = _asked(question)
    answer = _ANSWER.search(text.clean)
    end = min(answer.start() if answer else len(text.clean), asked.limit)
    found = [[token for token in text.find(word) if token.end <= end] for word in asked.content]
    hits = sorted((token for tokens in found for token in tokens), key=lambda token: token.start)
    return Measured(tuple(hits), sum(map(bool, found)), min(len(asked.content), _AT_MOST))


class _Asked(NamedTuple):
    content: tuple[str, ...]
    limit: int


@lru_cache(maxsize=256)
def _asked(question: str) -> _Asked:
    """The content words of a question, and how many characters of a reply are its opening."""
    stem = stem_of(question)
    keys = list(dict.fromkeys(Text(stem).keys))
    ordinary = frozenset(common_words()[:_STOP_WORDS])
    content = [key for key in keys if key not in ordinary]
    return _Asked(tuple(content if len(content) >= _AT_LEAST else keys), max(200, 2 * len(stem)))


def stem_of(question: str) -> str:
    """The question without its options."""
    option = _OPTION.search(question)
    return question[: option.start()].strip() if option else question.strip()


def _parts(question: str) -> list[str]:
    """Shorter ways to quote a question: its last sentences, from one up to all of it."""
    sentences = [sentence.text for sentence in Text(stem_of(question)).sentences]
    return [" ".join(sentences[start:]) for start in range(len(sentences) - 1, -1, -1)] or [stem_of(question)]
