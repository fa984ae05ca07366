"""Rules made of rules: all of them, any of them, or not this one."""

import random
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from pydantic import Field

from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.predicates.finishing import finished
from community.norms.predicates.placing import take_out
from community.norms.predicates.quoting import bracketed, rule_of
from community.norms.text import Text

if TYPE_CHECKING:
    from community.norms.predicates import AnyPredicate

PASSES = 4


class All(Predicate):
    """`{kind: all, of: [{kind: count, of: words, max: 29}, {kind: contains, words: [frim]}]}`: each of them holds."""

    summary: ClassVar[str] = "all of several rules hold"

    kind: Literal["all"] = "all"
    of: "tuple[AnyPredicate, ...]" = Field(min_length=1)
    """The rules."""

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        verdicts = [rule.judge(text, question) for rule in self.of]
        broken = [verdict for verdict in verdicts if not verdict.complies]
        return _joined(broken or verdicts, complies=not broken)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        for _ in range(PASSES):
            for rule in self.of:
                text = rule.enact(text, question, rng)
            if self.judge(Text(text), question).complies:
                return text
        raise CannotEnactError(f"these rules work against each other: {self.describe()}")

    def describe(self) -> str:
        return f"Follow all of these rules: {_listed(self.of)}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        rules = _rules("Follow all of these rules:", sentence)
        return cls(of=rules) if rules else None


class Any(Predicate):
    """`{kind: any, of: [{kind: contains, one_of: smiley}, {kind: contains, words: [frim]}]}`: at least one holds."""

    summary: ClassVar[str] = "at least one of several rules holds"

    kind: Literal["any"] = "any"
    of: "tuple[AnyPredicate, ...]" = Field(min_length=1)
    """The rules."""

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        verdicts = [rule.judge(text, question) for rule in self.of]
        held = [verdict for verdict in verdicts if verdict.complies]
        return _joined(held or verdicts, complies=bool(held))

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        if self.judge(Text(text), question).complies:
            return text
        for rule in rng.sample(self.of, len(self.of)):
            try:
                return rule.enact(text, question, rng)
            except CannotEnactError:
                continue
        raise CannotEnactError(f"none of these rules can be enacted: {self.describe()}")

    def describe(self) -> str:
        return f"Follow at least one of these rules: {_listed(self.of)}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        rules = _rules("Follow at least one of these rules:", sentence)
        return cls(of=rules) if rules else None


class Not(Predicate):
    """`{kind: not, rule: {kind: boundary, at: start, one_of: greeting}}`: the rule does not hold."""

    summary: ClassVar[str] = "a rule does not hold"

    kind: Literal["not"] = "not"
    rule: "AnyPredicate"
    """The rule."""

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        complies, spans, detail = self.rule.judge(text, question)
        return Verdict(not complies, spans, detail)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        enacted = text
        for _ in range(PASSES):
            verdict = self.rule.judge(Text(enacted), question)
            if not verdict.complies:
                return finished(self, text, enacted, question)
            for span in sorted(verdict.spans, reverse=True):
                enacted = take_out(enacted, span)
        raise CannotEnactError(f"no small edit breaks this rule: {self.rule.describe()}")

    def describe(self) -> str:
        return f"Do not do this: {_listed((self.rule,))}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        rules = _rules("Do not do this:", sentence)
        return cls(rule=rules[0]) if len(rules) == 1 else None


def _joined(verdicts: list[Verdict], *, complies: bool) -> Verdict:
    spans = sorted({span for verdict in verdicts for span in verdict.spans})
    return Verdict(complies, tuple(spans), "; ".join(verdict.detail for verdict in verdicts))


def _listed(rules: "tuple[AnyPredicate, ...]") -> str:
    return " and ".join(f"[{rule.describe().removesuffix('.')}]" for rule in rules)


def _rules(opening: str, sentence: str) -> "tuple[AnyPredicate, ...]":
    """The rules in brackets after `opening`; empty when the sentence is not of that form."""
    from community.norms.predicates import parse_sentence  # noqa: PLC0415 - the union is made of these classes

    if not rule_of(rf"{opening} \[.*\]", sentence):
        return ()
    rules = [parse_sentence(part) for part in bracketed(sentence)]
    return () if None in rules else tuple(rule for rule in rules if rule)
