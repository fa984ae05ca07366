"""The rule on kinds of characters: emoji, digits, numbers, capital letters, punctuation."""

import random
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Literal, NamedTuple, Self

import regex
from pydantic import ValidationError

from community.norms.predicates.base import Predicate, Verdict
from community.norms.predicates.bounds import Counted, bounds_of
from community.norms.predicates.finishing import finished
from community.norms.predicates.length.lengthen import remark
from community.norms.predicates.length.measure import NEEDED
from community.norms.predicates.placing import put_sentence, put_sign, take_out
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.reply import final_answer
from community.norms.text import Span, Text, Token

Class = Literal["emoji", "digit", "number", "capital", "punctuation", "symbol", "accented"]


class _About(NamedTuple):
    """How a class is named and recognised, and what shows one: signs, or sentences with one match each."""

    one: str
    many: str
    pattern: str
    samples: tuple[str, ...] = ()


_PICTURE = r"[\p{Extended_Pictographic}&&[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]]"
_EMOJI = rf"\p{{RI}}{{2}}|{_PICTURE}\p{{EMod}}?(?:\u200d{_PICTURE}\p{{EMod}}?)*"
_COUNTED = (
    "That makes 2 checks.", "There is 1 way to read this.", "I see 3 points here.", "Count the 4 cases.",
    "I went through it 5 times.", "That is 6 steps in all.", "Only 7 words matter here.", "I gave it 8 minutes.",
    "That leaves 9 lines of working.",
)  # fmt: skip
_ACCENTED = ("Voilà.", "Très simple, I say.", "The usual cliché.", "Déjà checked.", "A small café sum.")
_ABOUT: Mapping[Class, _About] = {
    "emoji": _About("emoji", "emoji", _EMOJI, tuple("😀👍🎉🔥💡🚀🌟🎯")),
    "digit": _About("digit", "digits", r"\p{Nd}", _COUNTED),
    "number": _About("number", "numbers", r"\p{Nd}+(?:[.,]\p{Nd}+)*", _COUNTED),
    "capital": _About("capital letter", "capital letters", r"\p{Lu}"),
    "punctuation": _About("punctuation mark", "punctuation marks", r"\p{P}"),
    "symbol": _About("symbol", "symbols", r"\p{S}", tuple("+=~°<|")),
    "accented": _About("accented letter", "accented letters", r"[\p{Latin}--[A-Za-zªº]]", _ACCENTED),
}
_NOUNS: Mapping[str, Class] = {noun: of for of, about in _ABOUT.items() for noun in (about.one, about.many)}
_RULE = rf"(?:(?P<never>Use no)|Use {NEEDED}) (?P<noun>{'|'.join(sorted(_NOUNS, key=len, reverse=True))})"
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_PATIENCE = 30
_MOST_NOTICED = 6
_ENOUGH_WORDS = 40


class Characters(Counted):
    """`{kind: characters, of: emoji, min: 2}`."""

    summary: ClassVar[str] = "how many emoji, digits, numbers, capital letters, punctuation marks there are"

    kind: Literal["characters"] = "characters"
    of: Class
    """The class; a number such as "3.5" is one, a joined emoji is one, and pictures such as ✔ and ❤ count as emoji."""

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        found = self._found(text)
        detail = f"found {self._amount(len(found))}; {self.needed} needed"
        return Verdict(self.allows(len(found)), text.spans(found), detail)

    def _found(self, text: Text) -> list[Token]:
        matches = _compiled(_ABOUT[self.of].pattern).finditer(text.clean)
        return [Token(match.group(), *match.span()) for match in matches]

    def _amount(self, number: int | str) -> str:
        about = _ABOUT[self.of]
        return f"{number} {about.one if str(number).split()[-1] == '1' else about.many}"

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        enacted = self._fewer(text)
        for _ in range(self.low + _PATIENCE):
            if len(self._found(Text(enacted))) >= self.low:
                break
            enacted = self._more(enacted, rng)
        return finished(self, text, self._fewer(enacted), question)

    def _more(self, text: str, rng: random.Random) -> str:
        samples = _ABOUT[self.of].samples
        sample = rng.choice(samples) if samples else remark((), rng)
        return put_sentence(text, sample, rng) if Text(sample).words else put_sign(text, sample, rng)

    def _fewer(self, text: str) -> str:
        """The later ones go, the answer letter never: digits are spelled out, capitals become small."""
        while self.high is not None and len(self._found(Text(text))) > self.high:
            given = Text(text)
            answer = final_answer(given)
            spare = [token for token in self._found(given) if answer is None or token.start != answer.start]
            if not spare:
                break
            text = self._without(text, given.span(spare[-1].start, spare[-1].end))
        return text

    def _without(self, text: str, span: Span) -> str:
        match self.of:
            case "capital":
                return text[: span.start] + span.text.lower() + text[span.end :]
            case "digit" | "number":
                return _spelled(text, span)
            case _:
                return take_out(text, span)

    def describe(self) -> str:
        return f"Use {self._amount('no' if self.exactly == 0 else self.needed)}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(_RULE, sentence)
        if match is None:
            return None
        bounds = {"exactly": 0} if match["never"] else bounds_of(match["needed"])
        try:
            return cls.model_validate({"of": _NOUNS[match["noun"].lower()], **bounds})
        except ValidationError:
            return None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        emoji = cls(of="emoji")
        fewest = min(len(emoji._found(text)) for text in texts)
        yield from (cls(of="emoji", min=bound) for bound in range(min(fewest, _MOST_NOTICED), 0, -1))
        if sum(text.word_count for text in texts) > _ENOUGH_WORDS:
            rules = (cls(of=of, exactly=0) for of in ("digit", "capital"))
            yield from (rule for rule in rules if all(rule.judge(text).complies for text in texts))


@lru_cache(maxsize=32)
def _compiled(pattern: str) -> "regex.Pattern[str]":
    return regex.compile(pattern, regex.VERSION1)


def _spelled(text: str, span: Span) -> str:
    """The number of which this is a part, digit by digit in words."""
    number = next(
        match for match in _compiled(_ABOUT["number"].pattern).finditer(text) if match.end() >= span.end
    )
    said = [
        "point" if sign == "." else _DIGITS[unicodedata.digit(sign)] for sign in number.group() if sign != ","
    ]
    before = " " if text[: number.start()][-1:].isalnum() else ""
    after = " " if text[number.end() :][:1].isalnum() else ""
    return f"{text[: number.start()]}{before}{' '.join(said)}{after}{text[number.end() :]}"
