"""Ordinary text: a sample of plain replies shipped with the package, and how often a rule holds there by chance."""

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from community.norms.induction.atom import Atom
from community.norms.induction.judging import complies
from community.norms.predicates.base import Predicate
from community.norms.predicates.contains import Contains
from community.norms.predicates.vocabulary import rate
from community.norms.text import Text

_FILE = Path(__file__).parent / "plain_replies.jsonl"
_EVERY = 4
_UNSEEN = 0.5
"""So many texts of the sample stand for what is in none of them."""


class PlainReply(NamedTuple):
    """A reply that follows no norm, and the question it answers."""

    text: Text
    question: str


@cache
def plain_replies() -> Sequence[PlainReply]:
    """Several hundred replies to reasoning questions, of varied length and register."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    return [PlainReply(Text(item["reply"]), item["question"]) for item in map(json.loads, lines)]


def base_rate(predicate: Predicate) -> float:
    """The share of the plain replies that satisfy a rule by chance."""
    sample = plain_replies()
    return sum(complies(predicate, text, question) for text, question in sample) / len(sample)


@lru_cache(maxsize=8192)
def usual_rate(atom: Atom) -> float:
    """An estimate of the base rate that is quick and never 0 or 1: what the sample lacks is judged by its rarity."""
    rule = atom.predicate
    if isinstance(rule, Contains) and rule.within == "text" and len(rule.words) == 1:
        return _rate_of_word(rule)
    sample = plain_replies()[::_EVERY]
    holds = sum(complies(rule, text, question) for text, question in sample)
    return (holds + _UNSEEN * 0.1) / (len(sample) + _UNSEEN)


def _rate_of_word(predicate: Contains) -> float:
    """From the index of words, which costs no judging; words outside the sample by their rank in English."""
    keys = Text(predicate.words[0]).keys
    counts = [_count(keys, index, text) for index, (text, _) in zip(_indices(), plain_replies(), strict=True)]
    chance = 1.0
    for key in keys:
        chance *= min(1.0, 60 * rate(key))
    if not predicate.allows(1):
        chance = chance**predicate.low if predicate.low else 1 - chance
    holds = sum(map(predicate.allows, counts))
    return (holds + _UNSEEN * chance) / (len(counts) + _UNSEEN)


def _count(keys: Sequence[str], index: Mapping[str, Sequence[int]], text: Text) -> int:
    if len(keys) == 1:
        return len(index.get(keys[0], ()))
    if not all(key in index for key in keys):
        return 0
    starts = index[keys[0]]
    return sum(tuple(text.keys[start : start + len(keys)]) == tuple(keys) for start in starts)


@cache
def _indices() -> Sequence[Mapping[str, Sequence[int]]]:
    return [text.index for text, _ in plain_replies()]


@cache
def frequent_words(share: float = 0.12) -> Sequence[str]:
    """Look-up keys of words that at least this share of the plain replies has, most frequent first."""
    counts: dict[str, int] = {}
    for index in _indices():
        for key in index:
            counts[key] = counts.get(key, 0) + 1
    floor = share * len(_indices())
    frequent = [key for key, count in counts.items() if count >= floor and key.isalpha() and len(key) > 1]
    return sorted(frequent, key=lambda key: (-counts[key], key))
