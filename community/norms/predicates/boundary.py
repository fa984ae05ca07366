"""The rule on how a text begins or ends."""

import random
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, Self

from pydantic import Field

from community.norms.clean import clean
from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.noticing import bounded
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.sought import NAMED, Sought, fields_of
from community.norms.predicates.using import close_with, open_with
from community.norms.text import Text, Token

At = Literal["start", "end", "both"]

_OPENINGS: dict[At, str] = {"start": "Begin with", "end": "End with", "both": "Begin and end with"}
_VERBS: dict[At, tuple[str, str]] = {
    "start": ("begins", "does not begin"),
    "end": ("ends", "does not end"),
    "both": ("begins and ends", "does not begin and end"),
}
_SLACK = r"(?: \((?P<slack>\d+) other words? may stand outside it\))?"


class Boundary(Sought):
    """`{kind: boundary, at: start, words: [gramblix]}`; white space and Markdown emphasis around it are ignored."""

    summary: ClassVar[str] = "the text begins with something, ends with it, or both"

    kind: Literal["boundary"] = "boundary"
    at: At
    """Which end."""
    slack: int = Field(default=0, ge=0, le=20)
    """How many other words may stand between it and that end."""

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        ends = [self._opening(text)] if self.at != "end" else []
        ends += [self._closing(text)] if self.at != "start" else []
        complies = None not in ends
        verb = _VERBS[self.at][0 if complies else 1]
        spans = text.spans(dict.fromkeys(token for token in ends if token))
        return Verdict(complies, spans, f"the text {verb} with {self.named}")

    def _opening(self, text: Text) -> Token | None:
        for sign in self.wanted_characters:
            for edge in (text.core.text, text.clean.strip()):
                if edge.startswith(clean(sign).text):
                    start = text.clean.index(edge)
                    return Token(sign, start, start + len(clean(sign).text))
        tokens = self.found(text) if self.slack else self.found_words(text)
        return tokens[0] if tokens and self._near(text.clean[: tokens[0].start]) else None

    def _closing(self, text: Text) -> Token | None:
        for sign in self.wanted_characters:
            for edge in (text.core.text, text.clean.strip()):
                if edge.endswith(clean(sign).text):
                    end = text.clean.rindex(edge) + len(edge)
                    return Token(sign, end - len(clean(sign).text), end)
        tokens = self.found(text) if self.slack else self.found_words(text)
        return tokens[-1] if tokens and self._near(text.clean[tokens[-1].end :]) else None

    def _near(self, outside: str) -> bool:
        return Text(outside).word_count <= self.slack

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        if self.at in {"start", "both"} and not self._at("start").judge(Text(text)).complies:
            text = open_with(self, text, rng)
        if self.at in {"end", "both"} and not self._at("end").judge(Text(text)).complies:
            text = close_with(self, text, rng)
        if not self.judge(Text(text)).complies:
            raise CannotEnactError(f"nothing put there makes this text {self.describe()[:-1].lower()}")
        return text

    def _at(self, at: At) -> Self:
        return self.model_copy(update={"at": at})

    def describe(self) -> str:
        outside = f" ({self.slack} other {'word' if self.slack == 1 else 'words'} may stand outside it)"
        return f"{_OPENINGS[self.at]} {self.named}{outside if self.slack else ''}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        for at, opening in _OPENINGS.items():
            match = rule_of(rf"{opening} {NAMED}{_SLACK}", sentence)
            fields = fields_of(match["named"]) if match else None
            if match and fields:
                return cls.model_validate({**fields, "at": at, "slack": match["slack"] or 0})
        return None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        rules = (cls.model_validate(fields) for fields in bounded(texts))
        return (rule for rule in rules if all(rule.judge(text).complies for text in texts))
