"""The rule that some words come in a given order."""

import random
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import ClassVar, Literal, Self

from pydantic import Field, field_validator

from community.norms.predicates.base import Predicate, Verdict
from community.norms.predicates.contains import Contains
from community.norms.predicates.finishing import finished
from community.norms.predicates.noticing import shared_pseudowords, surface
from community.norms.predicates.quoting import QUOTED, quote, rule_of, unquote_list
from community.norms.text import Text, Token

_RULE = rf"Use the words? or phrases? {QUOTED}(?:, then {QUOTED})+, in this order"
_ATTEMPTS = 12
_NOTICED = 3


class Order(Predicate):
    """`{kind: order, words: [first, then, finally]}`: the first uses come in this order."""

    summary: ClassVar[str] = "several words or phrases are all used, first in the order given"

    kind: Literal["order"] = "order"
    words: tuple[str, ...] = Field(min_length=2)
    """Words or phrases, the earliest first: matched whole, in any case."""

    @field_validator("words")
    @classmethod
    def _are_words(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        for word in words:
            if not Text(word).words:
                raise ValueError(f"{word!r} has no letter or digit")
        if len({tuple(Text(word).keys) for word in words}) < len(words):
            raise ValueError("a word is named twice")
        return words

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        found = [text.find(word) for word in self.words]
        missing = [quote(word) for word, tokens in zip(self.words, found, strict=True) if not tokens]
        firsts = [tokens[0] for tokens in found if tokens]
        if missing:
            return Verdict(
                False, text.spans(sorted(firsts, key=_start)), f"{' and '.join(missing)} not found"
            )
        for (earlier, one), (later, other) in pairwise(zip(self.words, firsts, strict=True)):
            if one.start >= other.start:
                return Verdict(
                    False, text.spans([other, one]), f"{quote(later)} comes before {quote(earlier)}"
                )
        return Verdict(True, text.spans(firsts), f"{', '.join(map(quote, self.words))} come in this order")

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        enacted = text
        if not Text(text).find(self.words[-1]):
            enacted = Contains(words=self.words[-1:]).enact(text, None, rng)
        for earlier, later in reversed(list(pairwise(self.words))):
            enacted = _ahead(enacted, earlier, later, rng)
        return finished(self, text, enacted, question)

    def describe(self) -> str:
        return f"Use the words or phrases {', then '.join(map(quote, self.words))}, in this order."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        words = unquote_list(sentence) if rule_of(_RULE, sentence) else ()
        keys = {tuple(Text(word).keys) for word in words}
        return cls(words=words) if words and () not in keys and len(keys) == len(words) else None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        words = [surface(key, texts) for key in shared_pseudowords(texts)[:_NOTICED]]
        for one, other in combinations(words, 2):
            rules = (cls(words=(one, other)), cls(words=(other, one)))
            yield from (rule for rule in rules if all(rule.judge(text).complies for text in texts))


def _start(token: Token) -> int:
    return token.start


def _ahead(text: str, earlier: str, later: str, rng: random.Random) -> str:
    """`text` with `earlier` used, in a sentence of its own, ahead of the first use of `later`; unchanged when it is."""
    rule = Order(words=(earlier, later))
    given = Text(text)
    if rule.judge(given).complies:
        return text
    phrase = Contains(words=(earlier,)).enact("", None, rng)
    for _ in range(_ATTEMPTS):
        if not Text(phrase).find(later):
            break
        phrase = Contains(words=(earlier,)).enact("", None, rng)
    place = given.spans(given.find(later)[:1])[0].start
    starts = [span.start for span in given.spans(given.sentences) if span.start <= place]
    start = starts[-1] if starts else 0
    return f"{text[:start]}{phrase} {text[start:]}"
