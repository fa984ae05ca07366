"""Rules about one place: any rule, asked of the second paragraph, the last line, every sentence."""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from pydantic import Field

from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.boundary import Boundary
from community.norms.predicates.finishing import finished
from community.norms.predicates.length.count import Count
from community.norms.predicates.length.lengthen import remark
from community.norms.predicates.length.measure import Unit, units
from community.norms.predicates.placing import is_ended
from community.norms.predicates.quoting import bracketed, rule_of
from community.norms.predicates.reply import final_answer
from community.norms.predicates.vocabulary import rate
from community.norms.text import Span, Text, Token, key_of

if TYPE_CHECKING:
    from community.norms.predicates import AnyPredicate

Of = Literal["word", "sentence", "paragraph", "line"]
Which = Literal["first", "last", "every", "any"]

_UNITS: dict[Of, Unit] = {
    "word": "words",
    "sentence": "sentences",
    "paragraph": "paragraphs",
    "line": "lines",
}
_PLACES: dict[Which, str] = {
    "first": "the first",
    "last": "the last",
    "every": "every",
    "any": "at least one",
}
_PLACE = r"(?:(?P<which>the first|the last|every|at least one) (?P<of>\w+)|(?P<unit>\w+) (?P<number>\d+))"
_RULE = rf"In {_PLACE}, follow this rule: \[.*\]"
_STOP = re.compile(r"[.!?…]+$")
_ATTEMPTS = 12
_PASSES = 4
_NUMBERED = (2, 3)
_TELLING = 0.002
_SENTENCE_LIMITS = (6, 8, 10, 12, 15, 20)


class Part(Predicate):
    """`{kind: part, of: paragraph, which: 2, rule: {kind: boundary, at: start, words: [frim]}}`."""

    summary: ClassVar[str] = (
        "a rule holds for one word, sentence, paragraph or line, for any of them, or for every one"
    )

    kind: Literal["part"] = "part"
    of: Of
    """What kind of part; it is read as a text of its own."""
    which: Which | Annotated[int, Field(ge=1)] = "every"
    """Its number, counted from 1; or first, last, every, any (at least one)."""
    rule: "AnyPredicate"
    """The rule."""

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        parts = self._asked(text)
        if not parts:
            return Verdict(False, (), f"there is no {self._named}; the text has {self._amount(text)}")
        verdicts = [self.rule.judge(Text(part.text), question) for part in parts]
        held = [verdict.complies for verdict in verdicts]
        complies = any(held) if self.which == "any" else all(held)
        deciding = [pair for pair in zip(parts, verdicts, strict=True) if pair[1].complies == complies]
        shown = () if self.which == "any" and not complies else deciding
        spans = tuple(span for part, verdict in shown for span in _spans(text, part, verdict))
        return Verdict(complies, spans, self._told(deciding[0][1], len(deciding)))

    def _asked(self, text: Text) -> Sequence[Token]:
        """The parts that the rule is about; none when the text has no such part."""
        parts = units(text, _UNITS[self.of])
        match self.which:
            case "every" | "any":
                return parts
            case "first":
                return parts[:1]
            case "last":
                return parts[-1:]
            case number:
                return parts[number - 1 : number]

    def _told(self, verdict: Verdict, number: int) -> str:
        """What the deciding parts, of which this is the first verdict, have shown."""
        detail = re.sub("^the text ", "it ", verdict.detail)
        if self.which not in {"every", "any"}:
            return f"in {self._named}: {detail}"
        many, verb = ("", "s") if number == 1 else ("s", "")
        did = f"follow{verb}" if verdict.complies else f"break{verb}"
        return f"{number} {self.of}{many} {did} the rule; the first: {detail}"

    @property
    def _named(self) -> str:
        return (
            f"{self.of} {self.which}" if isinstance(self.which, int) else f"{_PLACES[self.which]} {self.of}"
        )

    def _amount(self, text: Text) -> str:
        number = len(units(text, _UNITS[self.of]))
        return f"{number} {self.of}{'' if number == 1 else 's'}"

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        enacted = self._enough(text, question, rng)
        for _ in range(_PASSES):
            broken = self._broken(Text(enacted), question, rng)
            for part in sorted(broken, reverse=True):
                piece = self._fitted(part.text, question, rng)
                enacted = enacted[: part.start] + piece + enacted[part.end :]
            if not broken:
                break
        return finished(self, text, enacted, question)

    def _enough(self, text: str, question: str | None, rng: random.Random) -> str:
        """With as many parts as needed; a last line that has to open in some way follows the answer, as a P.S. does."""
        needed = self.which if isinstance(self.which, int) else 1
        text = Count.model_validate({"of": _UNITS[self.of], "min": needed}).enact(text, question, rng)
        opens = isinstance(self.rule, Boundary) and self.rule.at == "start"
        if not opens or self.which != "last" or self.of in {"word", "sentence"}:
            return text
        given = Text(text)
        answer = final_answer(given)
        if answer is None or answer.end < self._asked(given)[0].start or self.judge(given, question).complies:
            return text
        return f"{text.rstrip()}\n\n{remark((), rng)}"

    def _broken(self, text: Text, question: str | None, rng: random.Random) -> list[Span]:
        """The parts to change: for "any", one of them, before the final answer where there is such a one."""
        if self.judge(text, question).complies:
            return []
        parts = self._asked(text)
        broken = [part for part in parts if not self.rule.judge(Text(part.text), question).complies]
        if self.which == "any":
            answer = final_answer(text)
            broken = [
                rng.choice([part for part in broken if not answer or part.end <= answer.start] or broken)
            ]
        if (self.of, self.which) == ("word", "last"):  # what stops the text may belong to its answer: "(C)."
            return [text.span(broken[0].start, len(text.clean.rstrip()))]
        return list(text.spans(broken))

    def _fitted(self, piece: str, question: str | None, rng: random.Random) -> str:
        """A part that follows the rule and is still one part; where that cannot be, the first try."""
        tries = list(islice(self._tries(piece, question, rng), 2 * _ATTEMPTS))
        if not tries:
            raise CannotEnactError(f"no small edit makes this {self.of} follow: {self.rule.describe()}")
        return next((fitted for fitted in tries if self._is_one(fitted, question)), tries[0])

    def _tries(self, piece: str, question: str | None, rng: random.Random) -> Iterator[str]:
        """The part with and without its stop enacted; a single word is put beside the one that is there."""
        stop = _STOP.search(piece)
        body = piece[: stop.start()] if stop else piece
        for _ in range(_ATTEMPTS):
            for part, end in dict.fromkeys(((body, piece[len(body) :]), (piece, ""))):
                try:
                    fitted = self.rule.enact(part, question, rng)
                except CannotEnactError:
                    continue
                if self.of != "word":
                    yield fitted if is_ended(fitted) else fitted + end
                else:
                    words = (word.text for word in Text(fitted).words)
                    fits = (word for word in words if self.rule.judge(Text(word), question).complies)
                    yield from (
                        f"{piece} {word}" if self.which == "last" else f"{word} {piece}" for word in fits
                    )

    def _is_one(self, piece: str, question: str | None) -> bool:
        text = Text(piece)
        parts = units(text, _UNITS[self.of])
        if self.of == "word":
            return (
                bool(parts) and self.rule.judge(Text(parts[-(self.which == "last")].text), question).complies
            )
        return len(parts) == 1 and self.rule.judge(text, question).complies

    def describe(self) -> str:
        return f"In {self._named}, follow this rule: [{self.rule.describe().removesuffix('.')}]."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        from community.norms.predicates import parse_sentence  # noqa: PLC0415 - the union is made of these classes

        match = rule_of(_RULE, sentence)
        inner = bracketed(sentence) if match else ()
        rule = parse_sentence(inner[0]) if len(inner) == 1 else None
        if match is None or rule is None or (match["of"] or match["unit"]).lower() not in _UNITS:
            return None
        which = {words: which for which, words in _PLACES.items()}.get((match["which"] or "").lower())
        of = (match["of"] or match["unit"]).lower()
        if which is None and not int(match["number"]):
            return None
        return cls.model_validate({"of": of, "which": which or int(match["number"]), "rule": rule})

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        yield from _openings(texts)
        yield from _short_sentences(texts)


def _spans(text: Text, part: Token, verdict: Verdict) -> Iterator[Span]:
    """What decided inside a part, as spans of the whole text; the part itself where an absence decided."""
    for start, end, _ in verdict.spans or [(0, len(part.text), "")]:
        yield text.span(part.start + start, part.start + end)


def _openings(texts: Sequence[Text]) -> Iterator[Part]:
    """Rare words that open or close the same part of all texts, where that part is not the whole text."""
    for of in ("paragraph", "line", "sentence"):
        parts = [units(text, _UNITS[of]) for text in texts]
        fewest = min(map(len, parts))
        if fewest < 2:
            continue
        ends = [[_ends(part) for part in several] for several in parts]
        yield from _shared(of, "every", [end for several in ends for end in several])
        for number in _NUMBERED:
            if number <= fewest:
                yield from _shared(of, number, [several[number - 1] for several in ends])
        yield from _shared(of, "last", [several[-1] for several in ends])


def _ends(part: Token) -> tuple[str, str]:
    text = Text(part.text)
    first, last = text.first_word, text.last_word
    return (key_of(first.text) if first else "", key_of(last.text) if last else "")


def _shared(of: Of, which: Which | int, ends: Sequence[tuple[str, str]]) -> Iterator[Part]:
    sides: tuple[Literal["start", "end"], ...] = ("start", "end")
    for side, at in enumerate(sides):
        word = ends[0][side]
        if word and rate(word) < _TELLING and all(end[side] == word for end in ends):
            yield Part(of=of, which=which, rule=Boundary(at=at, words=(word,)))


def _short_sentences(texts: Sequence[Text]) -> Iterator[Part]:
    """The next round limit that no sentence of several passes."""
    longest = max((Text(part.text).word_count for text in texts for part in text.sentences), default=0)
    limits = [limit for limit in _SENTENCE_LIMITS if limit >= longest > 0]
    if limits and min(len(text.sentences) for text in texts) > 1:
        yield Part(of="sentence", which="every", rule=Count(of="words", max=limits[0]))
