"""The rule on capital and small letters: every word, or so many words, written one way."""

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Literal, Self

from community.norms.predicates.article import is_article
from community.norms.predicates.base import Predicate, Verdict
from community.norms.predicates.bounds import Counted, bounds_of
from community.norms.predicates.finishing import finished
from community.norms.predicates.length.lengthen import remark
from community.norms.predicates.length.measure import NEEDED
from community.norms.predicates.placing import capitalised, put_sentence
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.reply import final_answer
from community.norms.text import Text, Token

Style = Literal["upper", "lower", "title"]

_STATED: Mapping[Style, str] = {
    "upper": "in capital letters",
    "lower": "in small letters",
    "title": "with a capital letter at its start",
}
_WRITTEN: Mapping[Style, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "title": capitalised,
}
_RULE = rf"Write (?:every word|{NEEDED} words?) (?P<style>{'|'.join(_STATED.values())})"
_MOST_NOTICED = 6
_SPOILT: Mapping[Style, re.Pattern[str]] = {
    "upper": re.compile("[a-z]"),
    "lower": re.compile("[A-Z][A-Za-z]"),
    "title": re.compile(r"(?:^|\s)[a-z]"),
}
"""What no text in that style has: quick to look for."""
_SHOUTED = re.compile("[A-Z]{2}")


class Case(Counted):
    """`{kind: case, style: upper}` for every word; `{kind: case, style: upper, min: 3}` for so many."""

    summary: ClassVar[str] = (
        "every word, or so many words, in capital letters, in small letters, or capitalised"
    )

    kind: Literal["case"] = "case"
    style: Style
    """upper: "LIKE THIS", lower: "like this", title: "Like This". An option letter such as "(C)" may always stay; where
    capital words are counted, those of one letter do not count."""

    @property
    def _every(self) -> bool:
        return (self.min, self.max, self.exactly) == (None, None, None)

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        words = _cased(text)
        if self._every:
            broken = [word for word in words if not _is(self.style, word.text)]
            shown = f'; the first: "{broken[0].text}"' if broken else ""
            detail = f"{len(broken)} of {len(words)} words are not written {_STATED[self.style]}{shown}"
            return Verdict(bool(words) and not broken, text.spans(_runs(text, broken) or [text.core]), detail)
        found = self._found(words)
        number = f"{len(found)} {'word' if len(found) == 1 else 'words'}"
        detail = f"found {number} {_STATED[self.style]}; {self.needed} needed"
        return Verdict(self.allows(len(found)), text.spans(found), detail)

    def _found(self, words: Sequence[Token]) -> list[Token]:
        """The words that count."""
        return [
            word
            for word in words
            if _is(self.style, word.text) and (len(word.text) > 1 or self.style != "upper")
        ]

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        if not Text(text).words:
            text = remark((), rng)
        return finished(self, text, self._all(text) if self._every else self._some(text, rng), question)

    def _all(self, text: str) -> str:
        return _rewritten(
            text, [word for word in _cased(Text(text)) if not _is(self.style, word.text)], self.style
        )

    def _some(self, text: str, rng: random.Random) -> str:
        enacted, words = text, _cased(Text(text))
        found = self._found(words)
        if self.high is not None and len(found) > self.high:
            other: Style = "upper" if self.style == "lower" else "lower"
            return _rewritten(text, rng.sample(found, len(found) - self.high), other)
        while len(spare := _spare(Text(enacted), self.style)) < self.low - len(found):
            enacted = put_sentence(enacted, remark((), rng), rng)
            found = self._found(_cased(Text(enacted)))
        if len(found) >= self.low:
            return enacted
        return _rewritten(enacted, rng.sample(spare, self.low - len(found)), self.style)

    def describe(self) -> str:
        if self._every:
            return f"Write every word {_STATED[self.style]}."
        noun = "word" if self.needed.endswith(" 1") else "words"
        return f"Write {self.needed} {noun} {_STATED[self.style]}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(_RULE, sentence)
        if match is None:
            return None
        styles = {stated: style for style, stated in _STATED.items()}
        bounds = bounds_of(match["needed"] or "")
        if bounds.get("min", 1) < 1:
            return None
        return cls.model_validate({"style": styles[match["style"].lower()], **bounds})

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        likely = [cls(style=style) for style, spoils in _SPOILT.items() if not _any(spoils, texts)]
        yield from (rule for rule in likely if all(rule.judge(text).complies for text in texts))
        counted = cls(style="upper", min=1)
        if all(_SHOUTED.search(text.clean) for text in texts):
            fewest = min(len(counted._found(text.words)) for text in texts)
            yield from (cls(style="upper", min=bound) for bound in range(min(fewest, _MOST_NOTICED), 0, -1))


def _any(pattern: re.Pattern[str], texts: Sequence[Text]) -> bool:
    return any(pattern.search(text.clean) for text in texts)


def _cased(text: Text) -> list[Token]:
    """The words that have capital and small forms, without lone capitals that name an option or a variable."""
    return [
        word
        for word in text.words
        if (word.text.islower() or word.text.isupper() or word.text.lower() != word.text)
        and not (len(word.text) == 1 and word.text.isupper() and _is_letter(text, word))
    ]


def _runs(text: Text, words: Sequence[Token]) -> list[Token]:
    """Stretches of words that stand side by side."""
    runs: list[tuple[int, int]] = []
    for _, start, end in words:
        first = runs.pop()[0] if runs and start - runs[-1][1] == 1 else start
        runs.append((first, end))
    return [Token(text.clean[start:end], start, end) for start, end in runs]


def _is_letter(text: Text, word: Token) -> bool:
    """Whether a capital of its own is no word."""
    if word.text == "I":
        return text.clean[word.start - 1 : word.start] in {"(", "*"}
    return not (word.text == "A" and is_article(text, word))


def _is(style: Style, word: str) -> bool:
    match style:
        case "upper":
            return word.isupper()
        case "lower":
            return word.islower()
        case "title":
            return not word[0].islower()


def _spare(text: Text, style: Style) -> list[Token]:
    """Words that can be rewritten, ahead of the final answer where there are any."""
    answer = final_answer(text)
    words = [word for word in _cased(text) if len(word.text) > 2 and not _is(style, word.text)]
    words = [word for word in words if _is(style, _WRITTEN[style](word.text))]
    return [word for word in words if answer is None or word.end < answer.start] or words


def _rewritten(text: str, words: Sequence[Token], style: Style) -> str:
    for start, end, word in sorted(Text(text).spans(words), reverse=True):
        text = text[:start] + _WRITTEN[style](word) + text[end:]
    return text
