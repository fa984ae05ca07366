"""The predicate on lists: bullets, checked boxes, numbered steps, sections, dated entries, questions with answers."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal, NamedTuple, Self

from pydantic import ValidationError

from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.bounds import Counted, bounds_of
from community.norms.predicates.layout.arranging import arrange, put_ahead
from community.norms.predicates.layout.items import MARKERS, Marker, items
from community.norms.predicates.layout.position import BEFORE, ahead, placed
from community.norms.predicates.length.measure import NEEDED
from community.norms.predicates.quoting import rule_of
from community.norms.predicates.reply import trimmed
from community.norms.text import Text, Token


class _Noun(NamedTuple):
    one: str
    many: str


_NOUNS: Mapping[Marker, _Noun] = {
    "bullet": _Noun("bullet point", "bullet points"),
    "checked": _Noun("checked checklist item", "checked checklist items"),
    "numbered": _Noun("numbered step", "numbered steps"),
    "roman": _Noun("Roman-numeral section", "Roman-numeral sections"),
    "section": _Noun('numbered "Section" block', 'numbered "Section" blocks'),
    "dated": _Noun("dated timeline entry", "dated timeline entries"),
    "qa": _Noun("question-answer pair", "question-answer pairs"),
}
_A_LIST = 2
_MARKER_OF: Mapping[str, Marker] = {
    noun.lower(): marker for marker, nouns in _NOUNS.items() for noun in nouns
}
_RULE = rf"Lay out(?: {NEEDED})? (?P<noun>{'|'.join(_MARKER_OF)}){BEFORE}"


class ListItems(Counted):
    """A list with so many items: `{kind: list_items, marker: bullet, min: 8, before_answer: true}`."""

    summary: ClassVar[str] = (
        "a list of bullets, checked boxes, steps, sections, dated entries or questions with answers"
    )

    kind: Literal["list_items"] = "list_items"
    marker: Marker
    """What makes a line an item; numbers have to run on from 1, a pair is "Q: ..." followed by "A: ..."."""
    before_answer: bool = False
    """Only items ahead of the final answer count."""

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        found = self._found(text)
        noun = _NOUNS[self.marker].one if len(found) == 1 else _NOUNS[self.marker].many
        detail = f"found {len(found)} {noun}{placed(self.before_answer)}; the rule is {self.needed}"
        return Verdict(self.allows(len(found)), text.spans(found), detail)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        found = len(self._found(Text(text)))
        if self.allows(found):
            return text
        for draft in self._fewer(text) if found > self.low else self._more(text, rng):
            if self.judge(Text(draft)).complies:
                return draft
        raise CannotEnactError(f"this text cannot be laid out as {self.needed} {_NOUNS[self.marker].many}")

    def _fewer(self, text: str) -> Iterator[str]:
        if self.high is not None:
            yield trimmed(text, self.high, self._found)

    def _more(self, text: str, rng: random.Random) -> Iterator[str]:
        """The reply itself as a list; or, where its own sentences spoil that, a list ahead of it."""
        yield arrange(text, self.marker, low=self.low, high=self.high, rng=rng)
        ahead_of_it = put_ahead(text, self.marker, low=self.low, rng=rng)
        yield ahead_of_it if self.high is None else trimmed(ahead_of_it, self.high, self._found)

    def describe(self) -> str:
        nouns = _NOUNS[self.marker]
        if (self.min, self.max, self.exactly) == (None, None, None):
            return f"Lay out {nouns.many}{placed(self.before_answer)}."
        noun = nouns.one if self.needed.endswith(" 1") else nouns.many
        return f"Lay out {self.needed} {noun}{placed(self.before_answer)}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(_RULE, sentence)
        if match is None:
            return None
        fields = {"marker": _MARKER_OF[match["noun"].lower()], "before_answer": match["before"] is not None}
        try:
            return cls.model_validate({**fields, **bounds_of(match["needed"] or "")})
        except ValidationError:
            return None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        for marker in MARKERS if texts else ():
            found = [items(text, marker) for text in texts]
            fewest = min(map(len, found))
            if fewest >= _A_LIST:
                leading = min(len(ahead(text, tokens)) for text, tokens in zip(texts, found, strict=True))
                yield cls(marker=marker, min=fewest, before_answer=leading == fewest)

    def _found(self, text: Text) -> list[Token]:
        found = items(text, self.marker)
        return ahead(text, found) if self.before_answer else found
