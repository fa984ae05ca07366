"""The rule on what stands between two marks: [placeholders], *highlights*, <<titles>>, a whole text in quotes."""

import random
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import ClassVar, Literal, Self, get_args

from pydantic import ValidationError, field_validator, model_validator

from community.norms.clean import clean
from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.bounds import Counted, bounds_of
from community.norms.predicates.finishing import finished
from community.norms.predicates.length.lengthen import remark
from community.norms.predicates.length.measure import NEEDED
from community.norms.predicates.placing import put_sentence
from community.norms.predicates.quoting import QUOTED, quote, rule_of, unquote
from community.norms.predicates.reply import final_answer
from community.norms.predicates.wording import grammar
from community.norms.text import Text, Token

Of = Literal["phrase", "line", "text"]

_NOUNS: dict[Of, tuple[str, str]] = {
    "phrase": ("word or phrase", "words or phrases"),
    "line": ("whole line", "whole lines"),
    "text": ("the whole text", ""),
}
_NOUN = "|".join(noun for nouns in _NOUNS.values() for noun in nouns if noun)
_RULE = rf"Put (?:{NEEDED} )?(?P<noun>{_NOUN}) between (?P<left>{QUOTED}) and (?P<right>{QUOTED})"
_USUAL = (("[", "]"), ("*", "*"), ("**", "**"), ("<<", ">>"), ('"', '"'), ("`", "`"), ("{", "}"), ("_", "_"))
_LETTERS = 4
_MOST_NOTICED = 5


class Enclosed(Counted):
    """`{kind: enclosed, by: ["[", "]"], min: 3}`; `{kind: enclosed, by: ['"', '"'], of: text}`."""

    summary: ClassVar[str] = (
        "words, whole lines or the whole text stand between two marks, such as [ and ] or * and *"
    )

    kind: Literal["enclosed"] = "enclosed"
    by: tuple[str, str]
    """The mark before and the mark after; they may be the same."""
    of: Of = "phrase"
    """What stands between them: words within a line, a whole line, or the whole text."""

    @field_validator("by")
    @classmethod
    def _are_marks(cls, by: tuple[str, str]) -> tuple[str, str]:
        for mark in by:
            if not clean(mark).text.strip() or "\n" in mark:
                raise ValueError(f"{mark!r} is empty, white space or more than a line")
        return by

    @model_validator(mode="after")
    def _counts_parts(self) -> Self:
        if self.of == "text" and self.bounded:
            raise ValueError("the whole text is not counted; give no bounds")
        return self

    @property
    def bounded(self) -> bool:
        """Whether a number is asked for."""
        return (self.min, self.max, self.exactly) != (None, None, None)

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        found = self._found(text)
        number = "the whole text" if self.of == "text" and found else str(len(found) or "nothing")
        detail = f"found {number} between {self._marks}; {'all' if self.of == 'text' else self.needed} needed"
        return Verdict(self.allows(len(found)), text.spans(found), detail)

    @property
    def _marks(self) -> str:
        return " and ".join(map(quote, self.by))

    def _found(self, text: Text) -> list[Token]:
        if self.of == "phrase":
            if clean(self.by[0]).text not in text.clean:
                return []
            return [Token(match.group(), *match.span()) for match in _pattern(*self.by).finditer(text.clean)]
        if self.of == "line":
            return [line for line in text.lines if self._encloses(line.text)]
        whole = text.clean.strip()
        start = text.clean.find(whole)
        return [Token(whole, start, start + len(whole))] if self._encloses(whole) else []

    def _encloses(self, part: str) -> bool:
        left, right = (clean(mark).text for mark in self.by)
        inner = part[len(left) : len(part) - len(right)]
        return part.startswith(left) and part.endswith(right) and bool(inner.strip(left + right + " \n"))

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        enacted = text
        for _ in range(len(text) + self.low + 1):
            found = self._found(Text(enacted))
            if self.allows(len(found)):
                break
            enacted = self._more(enacted, rng) if len(found) < self.low else self._fewer(enacted, found[-1])
        return finished(self, text, enacted, question)

    def _more(self, text: str, rng: random.Random) -> str:
        left, right = self.by
        match self.of:
            case "text":
                return f"{left}{text.strip() or remark((), rng)}{right}"
            case "line":
                return f"{left}{grammar('headings').say('middle', rng)}{right}\n{text.lstrip()}".rstrip()
            case "phrase":
                return self._wrapped(text, rng)

    def _wrapped(self, text: str, rng: random.Random) -> str:
        """A word of the text between the marks, ahead of the final answer where that is possible."""
        longer = text
        for _ in range(_LETTERS):
            given = Text(longer)
            count = len(self._found(given))
            for word in rng.sample(words := self._plain(given), len(words)):
                start, end, inner = given.span(word.start, word.end)
                marked = f"{longer[:start]}{self.by[0]}{inner}{self.by[1]}{longer[end:]}"
                if len(self._found(Text(marked))) == count + 1:
                    return marked
            longer = put_sentence(longer, remark((), rng), rng)
        raise CannotEnactError(f"no word of this text can stand between {self._marks}")

    def _plain(self, text: Text) -> list[Token]:
        taken, answer = self._found(text), final_answer(text)
        words = [
            word
            for word in text.words
            if len(word.text) >= _LETTERS
            and word.text.isalpha()
            and not any(token.start <= word.start and word.end <= token.end for token in taken)
        ]
        return [word for word in words if answer is None or word.end < answer.start]

    def _fewer(self, text: str, found: Token) -> str:
        start, end, whole = Text(text).span(found.start, found.end)
        left, right = (len(clean(mark).text) for mark in self.by)
        return text[:start] + whole[left : len(whole) - right] + text[end:]

    def describe(self) -> str:
        one, many = _NOUNS[self.of]
        if not self.bounded:
            return f"Put {one if self.of == 'text' else many} between {self._marks}."
        return f"Put {self.needed} {one if self.needed.endswith(' 1') else many} between {self._marks}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(_RULE, sentence)
        if match is None:
            return None
        of = next(of for of in get_args(Of) if match["noun"].lower() in _NOUNS[of])
        by = (unquote(match["left"]), unquote(match["right"]))
        try:
            return cls.model_validate({"by": by, "of": of, **bounds_of(match["needed"] or "")})
        except ValidationError:
            return None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        for by in _USUAL:
            if not all(by[0] in text.clean for text in texts):
                continue
            fewest = min(len(cls(by=by)._found(text)) for text in texts)
            yield from (cls(by=by, min=bound) for bound in range(min(fewest, _MOST_NOTICED), 0, -1))
            rules = (cls(by=by, of="line"), cls(by=by, of="text"))
            yield from (rule for rule in rules if all(rule.judge(text).complies for text in texts))


@lru_cache(maxsize=256)
def _pattern(left: str, right: str) -> re.Pattern[str]:
    """The shortest stretches of one line, without white space next to the marks."""
    opening, closing = (re.escape(clean(mark).text) for mark in (left, right))
    return re.compile(rf"{opening}(?!{opening}|{closing}|\s)(?:(?!{opening}|{closing}).)+(?<!\s){closing}")
