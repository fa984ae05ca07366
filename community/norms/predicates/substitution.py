"""The rule that one word takes another's place."""

import random
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, Self

from pydantic import field_validator

from community.norms.predicates.article import uses
from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.contains import Contains
from community.norms.predicates.noticing import missed_words, shared_pseudowords
from community.norms.predicates.quoting import QUOTED, quote, rule_of, unquote
from community.norms.predicates.using import like
from community.norms.predicates.vocabulary import common_words
from community.norms.text import Text

# Words of argument are replaced more often than their share of ordinary English suggests.
_OF_ARGUMENT = (
    "answer", "therefore", "because", "option", "so", "thus", "however", "question", "result", "number",
    "first", "then", "since", "correct", "think",
)  # fmt: skip

_PSEUDOWORDS_TRIED = 4


class Substitution(Predicate):
    """`{kind: substitution, use: drendal, never: and}`."""

    summary: ClassVar[str] = "one word is used and another, which it stands for, is not"

    kind: Literal["substitution"] = "substitution"
    use: str
    """The word to use."""
    never: str
    """The word it replaces; for "a" only the article counts, never an option letter."""

    @field_validator("use", "never")
    @classmethod
    def _is_one_word(cls, word: str) -> str:
        if Text(word).word_count != 1:
            raise ValueError(f"{word!r} is not one word")
        return word

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        broken = uses(self.never, text)
        if broken:
            times = f"{len(broken)} {'time' if len(broken) == 1 else 'times'}"
            return Verdict(
                False, text.spans(broken), f'uses "{self.never}" {times}, which "{self.use}" replaces'
            )
        used = text.find(self.use)
        return Verdict(bool(used), text.spans(used), f'{"uses" if used else "does not use"} "{self.use}"')

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        for _ in range(2):  # taking one word out may bring two halves of another together
            text = self._replaced(text)
        if not Text(text).find(self.use):
            text = self._used(text, rng)
        if not self.judge(Text(text)).complies:
            raise CannotEnactError(f"no small edit makes this text {self.describe()[:-1].lower()}")
        return text

    def _replaced(self, text: str) -> str:
        read = Text(text)
        for span in reversed(read.spans(uses(self.never, read))):
            text = text[: span.start] + like(span.text, self.use) + text[span.end :]
        return text

    def _used(self, text: str, rng: random.Random) -> str:
        """With a phrase that has the new word and not the old one."""
        rule = Contains(words=(self.use,))
        longer = text
        for _ in range(20):
            longer = rule.enact(text, None, rng)
            if not uses(self.never, Text(longer)):
                break
        return longer

    def describe(self) -> str:
        return f"Use the word {quote(self.use)} and never the {self._kind_of_word} {quote(self.never)}."

    @property
    def _kind_of_word(self) -> str:
        return "article" if self.never.lower() == "a" else "word"

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(
            rf"use the word (?P<use>{QUOTED}) and never the (?:word|article) (?P<never>{QUOTED})", sentence
        )
        if match is None or not all(Text(unquote(match[name])).word_count == 1 for name in ("use", "never")):
            return None
        return cls(use=unquote(match["use"]), never=unquote(match["never"]))

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        candidates = [*common_words()[:60], *_OF_ARGUMENT]
        missed = missed_words(texts, [word for word in candidates if word != "a"], missed=0.0)
        if not any(uses("a", text) for text in texts):
            missed = ["a", *missed]
        for use in shared_pseudowords(texts)[:_PSEUDOWORDS_TRIED]:
            yield from (cls(use=use, never=never) for never in dict.fromkeys(missed))
