"""The rule on a regular expression, for what no other rule can say."""

import json
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Literal, Self

import regex
from pydantic import field_validator, model_validator

from community.errors import UserError
from community.norms.predicates.base import CannotEnactError, Verdict
from community.norms.predicates.bounds import TIMES, Counted, bounds_of
from community.norms.predicates.placing import put_sentence, take_out
from community.norms.predicates.quoting import QUOTED, quote, rule_of
from community.norms.text import Span, Text

SECONDS = 0.25


class Pattern(Counted):
    r"""`{kind: regex, pattern: '\d+ km', example: "That is 3 km."}`."""

    summary: ClassVar[str] = "a regular expression (of the `regex` module) matches so many times"

    kind: Literal["regex"] = "regex"
    pattern: str
    """Searched in the cleaned text, case included unless it says `(?i)`; given up after 0.25 s."""
    example: str | None = None
    """A short sentence that matches once; `enact` puts it into a reply."""

    @field_validator("pattern")
    @classmethod
    def _compiles(cls, pattern: str) -> str:
        try:
            _compiled(pattern)
        except (regex.error, RecursionError) as error:
            raise ValueError(f"not a regular expression: {error}") from error
        return pattern

    @model_validator(mode="after")
    def _example_matches(self) -> Self:
        if self.example is not None and not self._found(Text(self.example)):
            raise ValueError("'example' does not match 'pattern'")
        return self

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        spans = self._found(text)
        detail = f"the pattern {self.pattern!r} matches {len(spans)} times; {self.needed} needed"
        return Verdict(self.allows(len(spans)), spans, detail)

    def _found(self, text: Text) -> tuple[Span, ...]:
        try:
            matches: Sequence[regex.Match[str]] = list(
                _compiled(self.pattern).finditer(text.clean, timeout=SECONDS)
            )
        except TimeoutError as error:
            raise UserError(
                f"the pattern {self.pattern!r} takes more than {SECONDS} s on one text"
            ) from error
        return tuple(text.span(*match.span()) for match in matches if match.end() > match.start())

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        for _ in range(len(text) + self.low + 1):
            spans = self._found(Text(text))
            if self.allows(len(spans)):
                return text
            if len(spans) > self.low:
                text = take_out(text, spans[-1])
            elif self.example is None:
                break
            else:
                text = put_sentence(text, self.example, rng)
        raise CannotEnactError(f"the pattern {self.pattern!r} can only be enacted with a fitting 'example'")

    def describe(self) -> str:
        example = f", as in {quote(self.example)}" if self.example is not None else ""
        return f"Match the pattern {quote(self.pattern)}{self.times}{example}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(
            rf"match the pattern (?P<pattern>{QUOTED}){TIMES}(?:, as in (?P<example>{QUOTED}))?", sentence
        )
        if match is None:
            return None
        example = json.loads(match["example"]) if match["example"] else None
        try:
            return cls.model_validate(
                {"pattern": json.loads(match["pattern"]), "example": example, **bounds_of(match["times"])}
            )
        except ValueError:
            return None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> "regex.Pattern[str]":
    return regex.compile(pattern)
