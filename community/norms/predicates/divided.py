"""The rule on parts that a divider line such as *** separates."""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal, Self

from pydantic import ValidationError, field_validator, model_validator

from community.norms.clean import clean
from community.norms.predicates.base import Predicate, Verdict
from community.norms.predicates.bounds import Counted, bounds_of
from community.norms.predicates.finishing import finished
from community.norms.predicates.length import reflow
from community.norms.predicates.length.measure import NEEDED
from community.norms.predicates.quoting import QUOTED, quote, rule_of, unquote
from community.norms.text import Text, Token

_RULE = rf"Divide the text into {NEEDED} different parts? by lines of (?P<by>{QUOTED})"
_DIVIDER = re.compile(r"[^\w\s]{2,12}")


class Divided(Counted):
    """`{kind: divided, by: "***", exactly: 3}`."""

    summary: ClassVar[str] = "so many parts, separated by a divider that stands alone on its line"

    kind: Literal["divided"] = "divided"
    by: str
    """The divider, for example "***"; it stands alone on a line."""

    @field_validator("by")
    @classmethod
    def _is_a_line(cls, by: str) -> str:
        if len(Text(by).lines) != 1 or clean(by).text != by.strip():
            raise ValueError(f"{by!r} is not one line of plain characters without space around it")
        return by

    @model_validator(mode="after")
    def _divides(self) -> Self:
        if self.low < 2:
            raise ValueError("give 'min' or 'exactly' of at least 2 parts")
        return self

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        number = len(self._parts(text))
        dividers = [line for line in text.lines if line.text == self.by]
        amount = f"{number} different {'part' if number == 1 else 'parts'}"
        detail = f"found {amount} between lines of {quote(self.by)}; {self.needed} needed"
        return Verdict(self.allows(number), text.spans(dividers), detail)

    def _parts(self, text: Text) -> list[Token]:
        """The parts that say something; one that repeats an earlier one does not count."""
        found: dict[tuple[str, ...], Token] = {}
        for start, end in self._stretches(text):
            part = text.clean[start:end]
            if words := tuple(Text(part).keys):
                found.setdefault(words, Token(part, start, end))
        return list(found.values())

    def _stretches(self, text: Text) -> Iterator[tuple[int, int]]:
        start = 0
        for line in text.lines:
            if line.text == self.by:
                yield start, line.start
                start = line.end
        yield start, len(text.clean)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        enacted = text
        for _ in range(len(text) + self.low + 1):
            parts = self._parts(Text(enacted))
            if len(parts) < self.low:
                enacted = self._split(enacted, parts, rng)
            elif not self.allows(len(parts)):
                enacted = self._joined(enacted)
            else:
                break
        return finished(self, text, enacted, question)

    def _split(self, text: str, parts: Sequence[Token], rng: random.Random) -> str:
        """A divider at the paragraph break nearest to the middle of the longest part."""
        longest = max(parts, key=lambda part: len(part.text), default=Token("", 0, 0))
        start, end, part = Text(text).span(longest.start, longest.end)
        part = reflow.split(part, "paragraphs", low=2, rng=rng)
        given = Text(part)
        ends = [span.end for span in given.spans(given.paragraphs)][:-1]
        middle = min(ends, key=lambda place: abs(place - len(part) / 2))
        divided = f"{part[:middle]}\n\n{self.by}\n\n{part[middle:].lstrip()}"
        return text[:start] + divided + text[end:]

    def _joined(self, text: str) -> str:
        """Without the last divider."""
        given = Text(text)
        last = [line for line in given.lines if line.text == self.by][-1]
        start, end, _ = given.span(last.start, last.end)
        return f"{text[:start].rstrip()}\n\n{text[end:].lstrip()}".strip()

    def describe(self) -> str:
        return f"Divide the text into {self.needed} different parts by lines of {quote(self.by)}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(_RULE, sentence)
        try:
            return (
                cls.model_validate({"by": unquote(match["by"]), **bounds_of(match["needed"])})
                if match
                else None
            )
        except ValidationError:
            return None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        lines = [
            dict.fromkeys(line.text for line in text.lines if _DIVIDER.fullmatch(line.text)) for text in texts
        ]
        for by in lines[0]:
            if all(by in others for others in lines):
                numbers = [len(cls(by=by, min=2)._parts(text)) for text in texts]
                if min(numbers) == max(numbers) > 1:
                    yield cls(by=by, exactly=numbers[0])
                if min(numbers) > 1:
                    yield cls(by=by, min=min(numbers))
