"""The rule on words or characters that must be there (or not), and how often."""

import random
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, Self

from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.bounds import TIMES, Counted, bounds_of
from community.norms.predicates.noticing import contained
from community.norms.predicates.placing import before_stop, capitalised, inside, replace_region, take_out
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.scope import SCOPE, Scope, region, scope_of, where
from community.norms.predicates.sought import NAMED, Sought, fields_of
from community.norms.predicates.using import instead, like, use
from community.norms.text import Text, Token, key_of

_PATIENCE = 24
_TYPICAL = 5


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
            return self._use_more(text, self.low - count, rng)
        return self._use_less(text, rng) if not self.allows(count) else text

    def _use_more(self, text: str, times: int, rng: random.Random) -> str:
        """`text` with so many more matches, each brought in by a phrase of its own."""
        for _ in range(times):
            text = self._use_once_more(text, rng)
            if self.allows(len(self.matches(Text(text)))):
                break
        return text

    def _use_once_more(self, text: str, rng: random.Random) -> str:
        before = len(self.matches(Text(text)))
        for attempt in range(_PATIENCE):
            plainly = attempt > _PATIENCE // 2
            longer = use(self, text, rng, plainly=plainly) if self.within == "text" else self._put(text, rng)
            gained = len(self.matches(Text(longer))) - before
            if gained == 1 or (gained > 1 and self.high is None):
                return longer
        raise CannotEnactError(f"nothing put into this text makes it follow: {self.describe()}")

    def _put(self, text: str, rng: random.Random) -> str:
        """With one of the things themselves in its place, as a whole sentence could move the place's bounds."""
        item = rng.choice([*self.wanted_words[:_TYPICAL], *self.wanted_characters[:_TYPICAL]])
        place = region(Text(text), self.within)
        if place is None:
            return f"{capitalised(item)} indeed. {text.lstrip()}".rstrip()
        given = Text(text).span(place.start, place.end).text
        changed = inside(given, item, rng) if Text(item).words else before_stop(given, f" {item}")
        return replace_region(text, place.start, place.end, changed)

    def _use_less(self, text: str, rng: random.Random) -> str:
        """`text` with as few matches as are allowed; words give way to plain stand-ins."""
        for _ in range(len(text) + 1):
            tokens = self.matches(Text(text))
            if self.allows(len(tokens)):
                return text
            token = tokens[-1] if self.high == 0 else rng.choice(tokens)
            stand_in = instead().get(key_of(token.text))
            if stand_in:
                text = replace_region(text, token.start, token.end, like(token.text, stand_in))
            else:
                text = take_out(text, Text(text).span(token.start, token.end))
        raise CannotEnactError(f"what is left of this text still breaks: {self.describe()}")

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
