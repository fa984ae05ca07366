"""Rules in words: how a person states one that it noticed, and reads those that stand in a prompt."""

import random
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from community.norms.clean import clean
from community.norms.predicates import AnyPredicate, parse_sentence
from community.norms.predicates.base import Predicate
from community.norms.predicates.quoting import sentences_of
from community.simulation.wording import say

_ITEM_END = re.compile(r"\n|; ")
_COLON = re.compile(": ")
_MARK = re.compile(r"^[\s*-]+")


def state(predicates: Sequence[Predicate], rng: random.Random) -> str:
    """One or two sentences of instruction, perhaps with a remark before them; a shrug when there is none."""
    if not predicates:
        return say("shrugs", rng)
    sentences = [predicate.describe() for predicate in predicates]
    return " ".join([say("remarks", rng), *sentences] if rng.random() < 0.5 else sentences)


def stated(text: str) -> list[AnyPredicate]:
    """Every rule that the text states, in order, each once."""
    return list(dict.fromkeys(remark.rule for remark in remarks_on_rules(text)))


class Remark(NamedTuple):
    """A rule in a text, and what stands before it in the same sentence."""

    rule: AnyPredicate
    label: str


def remarks_on_rules(text: str) -> list[Remark]:
    """Every rule that the text states, as often as it does, with the words that lead up to it."""
    return [remark for item in _ITEM_END.split(text) for remark in _in_item(item)]


@lru_cache(maxsize=8192)
def _in_item(item: str) -> tuple[Remark, ...]:
    found = map(_read, sentences_of(clean(_MARK.sub("", item)).text))
    return tuple(remark for remark in found if remark is not None)


def _read(sentence: str) -> Remark | None:
    for start in (0, *(match.end() for match in _COLON.finditer(sentence))):
        rule = parse_sentence(sentence[start:])
        if rule is not None:
            return Remark(rule, sentence[:start])
    return None
