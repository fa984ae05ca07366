"""The rule on words or characters that must be there (or not), and how often."""

import random
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, Self

from community.norms.predicates.base import Predicate, Verdict
from community.norms.predicates.bounds import TIMES, Counted, bounds_of
from community.norms.predicates.noticing import contained
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.scope import SCOPE, Scope, region, scope_of, where
from community.norms.predicates.sought import NAMED, Sought, fields_of
from community.norms.predicates.using import use_less, use_more
from community.norms.text import Text, Token


class Contains(Sought, Counted):
    """`{kind: contains, words: [frim], min: 3}`; several words or characters are counted together."""

    summary: ClassVar[str] = (
        "words, characters or a named kind of them occur, so many times, anywhere or in one place"
    )

    kind: Literal["contains"] = "contains"
    within: Scope = "text"
    """Where they are looked for."""

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        tokens = self.matches(text)
        count = len(tokens)
        times = f"{count} {'time' if count == 1 else 'times'}"
        detail = f"found {self.named} {times}{where(self.within)}; {self.needed} needed"
        return Verdict(self.allows(count), text.spans(tokens), detail)

    def matches(self, text: Text) -> list[Token]:
        """Every match in the place where they are looked for."""
        tokens = self.found(text)
        if self.within == "text" or not tokens:
            return tokens
        place = region(text, self.within)
        return [token for token in tokens if place and place.start <= token.start and token.end <= place.end]

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        count = len(self.matches(Text(text)))
        if count < self.low:
            return use_more(self, text, self.low - count, rng)
        return use_less(self, text, rng) if not self.allows(count) else text

    def describe(self) -> str:
        if self.exactly == 0:
            return f"Never use {self.named}{where(self.within)}."
        return f"Use {self.named}{self.times}{where(self.within)}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(rf"(?P<how>never use|use) {NAMED}{TIMES}{SCOPE}", sentence)
        fields = fields_of(match["named"]) if match else None
        if match is None or fields is None:
            return None
        bounds = {"exactly": 0} if match["how"].lower() == "never use" else bounds_of(match["times"])
        if match["how"].lower() == "never use" and match["times"]:
            return None
        return cls.model_validate({**fields, **bounds, "within": scope_of(match["scope"])})

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        rules = (cls.model_validate(fields) for fields in contained(texts))
        return (rule for rule in rules if all(rule.judge(text).complies for text in texts))
