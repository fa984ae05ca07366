import random
import re

import pytest

from community.norms import Text
from community.norms.predicates.length.lengthen import remark
from community.norms.predicates.wording import Grammar, grammar

NEUTRAL = ("filler", "headings", "timeline", "dialogue")
COUNTED_OR_REPLACED = {
    "a", "and", "answer", "therefore", "ai", "correct", "result", "side", "level", "line", "true", "consider",
    "number", "process", "fact", "note", "term", "personally", "however", "goodbye", "hello", "hi",
}  # fmt: skip


def said(name: str) -> list[str]:
    rules = grammar(name).rules
    return [grammar(name).fill(template, random.Random(1)) for rule in rules.values() for template in rule]


@pytest.mark.parametrize("name", NEUTRAL)
def test_neutral_wording_keeps_clear_of_words_that_norms_are_about(name: str):
    for sentence in said(name):
        assert not COUNTED_OR_REPLACED & set(Text(sentence).index), sentence
        assert not re.search(r"[^\x00-\x7f]|[A-Z]\)|!", sentence), sentence


def test_remarks_are_many_and_fit_the_room():
    rng = random.Random(3)
    assert len({remark((), rng) for _ in range(1000)}) > 500
    assert all(
        Text(remark((), rng, room=room)).word_count <= room for room in range(1, 12) for _ in range(20)
    )


def test_several_are_distinct_while_the_grammar_has_that_many():
    small = Grammar(
        {"start": ["{who} {does}", "Nobody {does}"], "who": ["He", "She"], "does": ["runs", "sings"]}
    )
    assert len(set(small.several("start", 4, random.Random(0)))) == 4
    assert len(small.several("start", 20, random.Random(0))) == 20


def test_wording_repeats_under_the_same_stream():
    assert grammar("filler").several("start", 9, random.Random(8)) == grammar("filler").several(
        "start", 9, random.Random(8)
    )


@pytest.mark.parametrize("name", [*NEUTRAL, "synonyms"])
def test_every_slot_is_filled(name: str):
    assert not any("{" in sentence for sentence in said(name))
