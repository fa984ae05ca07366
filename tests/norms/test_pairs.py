"""Rules of any two kinds go together, or the refusal names both."""

import itertools
import random

import pytest
import yaml

from community.norms import CannotEnactError, Norm, enact_all
from community.norms.predicates import KINDS
from community.norms.predicates.reply import final_letter
from tests.norms.replies import QUESTIONS, reply

CHECKS = yaml.safe_load(r"""
count: {kind: count, of: sentences, min: 7}
list_items: {kind: list_items, marker: bullet, min: 3}
alliteration: {kind: alliteration, last: D}
synonyms: {kind: synonyms}
verse: {kind: verse, lines: 4}
contains: {kind: contains, words: [frim], min: 2}
boundary: {kind: boundary, at: start, words: [gramblix]}
substitution: {kind: substitution, use: drendal, never: and}
restatement: {kind: restatement}
regex: {kind: regex, pattern: '\d+ km\b', example: "That is 3 km."}
case: {kind: case, style: upper, min: 3}
characters: {kind: characters, of: emoji, min: 2}
divided: {kind: divided, by: "***", min: 2}
echo: {kind: echo, at: start}
enclosed: {kind: enclosed, by: ["[", "]"], min: 2}
json: {kind: json}
language: {kind: language, name: German}
order: {kind: order, words: [zorbax, plok]}
overlap: {kind: overlap, min: 0.3}
part: {kind: part, of: sentence, which: any, rule: {kind: boundary, at: end, words: [klomble]}}
all: {kind: all, of: [{kind: contains, words: [velmish]}, {kind: contains, characters: ["★"]}]}
any: {kind: any, of: [{kind: contains, words: [velmish]}, {kind: contains, characters: ["★"]}]}
not: {kind: not, rule: {kind: contains, characters: [","]}}
""")
NORMS = {
    kind: Norm.model_validate({"id": kind, "title": kind, "instruction": kind, "check": check})
    for kind, check in CHECKS.items()
}
PAIRS = list(itertools.combinations(NORMS, 2))
# Two that want the start of the text for themselves; and an object, which has no lines and no other start.
CONFLICTS = [
    ("verse", "restatement"),
    ("verse", "echo"),
    ("boundary", "echo"),
    *((kind, "json") for kind in ("list_items", "verse", "boundary", "divided", "echo")),
]


def test_every_kind_is_paired():
    assert list(NORMS) == list(KINDS)


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair not in CONFLICTS], ids="-".join)
def test_rules_of_two_kinds_go_together(pair):
    norms, rng = [NORMS[kind] for kind in pair], random.Random(4)

    for question in QUESTIONS:
        given = reply(rng)
        enacted = enact_all(norms, given, question, rng)
        assert all(norm.check(enacted, question).complies for norm in norms)
        assert final_letter(enacted) == final_letter(given)


@pytest.mark.parametrize("pair", CONFLICTS, ids="-".join)
def test_a_conflict_names_both(pair):
    norms, rng = [NORMS[kind] for kind in pair], random.Random(4)

    with pytest.raises(CannotEnactError) as refusal:
        for question in QUESTIONS * 3:
            enact_all(norms, reply(rng), question, rng)

    assert all(kind in str(refusal.value) for kind in pair)
