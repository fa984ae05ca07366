"""The predicate on synonyms in parentheses, such as "the total (sum)"."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar, Literal, Self

from pydantic import ValidationError

from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.bounds import Counted, bounds_of
from community.norms.predicates.layout.position import BEFORE, ahead, placed
from community.norms.predicates.length.lengthen import with_remarks
from community.norms.predicates.length.measure import NEEDED
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.reply import final_answer, take_apart, trimmed
from community.norms.predicates.wording import grammar
from community.norms.text import Text, Token

_RULE = rf"Put a synonym in parentheses after (?:{NEEDED}|some) words?{BEFORE}"
_LEAD = r"(?:(?:or|also|that is|i\.e\.,?|aka|synonyms?:?|meaning|in other words,?|also known as|similar to|=|≈|~):? ?)"
_TERM = r"[^\W\d_]{2,}(?:[-' ][^\W\d_]+){0,2}"
_NOTE = re.compile(
    rf"\([*_\"]*{_LEAD}?(?P<synonym>{_TERM})(?:(?:, | or |/){_TERM})?[*_\".]*\)", re.IGNORECASE
)
_WORD_BEFORE = re.compile(r"(?P<word>[^\W\d_]{2,})[\"'*_]*(?P<space> ?)$")
_WORD_LENGTH = 40
_NO_SYNONYM = frozenset(
    [
        *[
            "see",
            "note",
            "for",
            "if",
            "as",
            "in",
            "on",
            "at",
            "by",
            "to",
            "from",
            "with",
            "which",
            "because",
            "since",
        ],
        *["when", "where", "not", "and", "but", "the", "this", "that", "yes", "no", "approximately", "about"],
        *["assuming", "end", "option", "choice", "answer", "step", "section", "part"],
    ]
)
_A_HABIT = 2
_PATIENCE = 10


class Synonyms(Counted):
    """Different words with a synonym in parentheses behind them: `{kind: synonyms, min: 5}`."""

    summary: ClassVar[str] = "words followed by a synonym in parentheses"

    kind: Literal["synonyms"] = "synonyms"
    before_answer: bool = False
    """Only those ahead of the final answer count."""

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        found = self._found(text)
        detail = f"found {len(found)} in parentheses{placed(self.before_answer)}; the rule is {self.needed}"
        return Verdict(self.allows(len(found)), text.spans(found), detail)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        draft = text
        found = len(self._found(Text(text)))
        if found < self.low:
            draft = self._with_remarks(_annotated(text, self.low - found, rng), rng)
        if self.high is not None:
            draft = trimmed(draft, self.high, self._found)
        if not self.judge(Text(draft)).complies:
            raise CannotEnactError(f"no small edit gives this text synonyms in parentheses, {self.needed}")
        return draft

    def _with_remarks(self, text: str, rng: random.Random) -> str:
        """Remarks that bring their own synonyms, as long as some are missing."""
        reply, draft = take_apart(text), text
        remarks: list[str] = []
        for remark in grammar("synonyms").several("host", self.low + _PATIENCE, rng):
            if len(self._found(Text(draft))) >= self.low:
                break
            remarks.append(remark)
            draft = with_remarks(reply, remarks)
        return draft

    def describe(self) -> str:
        unbounded = (self.min, self.max, self.exactly) == (None, None, None)
        needed = "some" if unbounded else self.needed
        noun = "word" if needed.endswith(" 1") else "words"
        return f"Put a synonym in parentheses after {needed} {noun}{placed(self.before_answer)}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(_RULE, sentence)
        if match is None:
            return None
        try:
            return cls.model_validate(
                {"before_answer": match["before"] is not None, **bounds_of(match["needed"] or "")}
            )
        except ValidationError:
            return None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        found = [list(_notes(text)) for text in texts]
        fewest = min(map(len, found), default=0)
        if fewest >= _A_HABIT:
            leading = min(len(ahead(text, tokens)) for text, tokens in zip(texts, found, strict=True))
            yield cls(min=fewest, before_answer=leading == fewest)

    def _found(self, text: Text) -> list[Token]:
        found = list(_notes(text))
        return ahead(text, found) if self.before_answer else found


def _notes(text: Text) -> Iterator[Token]:
    """The parentheses that hold a synonym, one for each different word before them."""
    words: set[str] = set()
    for match in _NOTE.finditer(text.clean):
        before = _WORD_BEFORE.search(text.clean[max(match.start() - _WORD_LENGTH, 0) : match.start()])
        word, synonym = before["word"].lower() if before else "", match["synonym"].lower()
        if before and word not in words and synonym != word and synonym.split()[0] not in _NO_SYNONYM:
            words.add(word)
            start = match.start() - len(before["space"])
            yield Token(text.clean[start : match.end()], start, match.end())


def _annotated(text: str, number: int, rng: random.Random) -> str:
    """Synonyms behind up to `number` words of the text that have one, ahead of the final answer."""
    given = Text(text)
    places = _places(given)
    for end, synonym in sorted(rng.sample(places, max(min(number, len(places)), 0)), reverse=True):
        text = f"{text[:end]} ({synonym}){text[end:]}"
    return text


def _places(given: Text) -> list[tuple[int, str]]:
    """Where a synonym could stand, and which: once for each word, not at either end, in a hyphen or in parentheses."""
    places: dict[str, tuple[int, str]] = {}
    answer = final_answer(given)
    limit = answer.start if answer else len(given.clean)
    for word in given.words[1:-1]:
        synonym = _synonyms().get(word.text.lower())
        if word.end < limit and synonym and _is_free(given.clean, word):
            places.setdefault(word.text.lower(), (given.span(word.start, word.end).end, synonym))
    return list(places.values())


def _is_free(clean: str, word: Token) -> bool:
    inside = clean.rfind("(", 0, word.start) > clean.rfind(")", 0, word.start)
    return (
        not inside and clean[word.start - 1] not in "-'" and not re.match(r"[-'*_`]| ?\(", clean[word.end :])
    )


@cache
def _synonyms() -> Mapping[str, str]:
    return dict(pair.split(" = ", 1) for pair in grammar("synonyms").rules["words"])
