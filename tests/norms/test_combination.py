import random

import pytest

from community.norms import CannotEnactError, Text
from community.norms.predicates import ADAPTER
from community.norms.predicates.boundary import Boundary
from community.norms.predicates.case import Case
from community.norms.predicates.combination import All, Any, Not
from community.norms.predicates.contains import Contains
from community.norms.predicates.restatement import Restatement

STAR = Contains(characters=("★",))
FRIM = Contains(words=("frim",))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (All(of=(STAR, FRIM)), [False, False, False, True]),
        (Any(of=(STAR, FRIM)), [False, True, True, True]),
        (Not(rule=STAR), [True, False, True, False]),
        (Not(rule=All(of=(STAR, Not(rule=FRIM)))), [True, False, True, True]),
    ],
)
def test_rules_combine(rule, expected):
    assert [rule.judge(Text(text)).complies for text in ("x", "★", "frim", "★ frim")] == expected


@pytest.mark.parametrize(
    "rule",
    [
        All(of=(STAR, FRIM)),
        Any(of=(STAR, FRIM)),
        Not(rule=Boundary(at="start", words=("so",))),
        All(of=(STAR, Not(rule=FRIM))),
    ],
)
def test_combined_rules_can_be_enacted(rule):
    for seed in range(10):
        enacted = rule.enact("So frim it is. The answer is (C).", None, random.Random(seed))
        assert rule.judge(Text(enacted)).complies
        assert "The answer is (C)." in enacted
        assert "  " not in enacted


def test_verdict_shows_what_is_broken():
    verdict = All(of=(STAR, Contains(words=("frim",), exactly=0))).judge(Text("★ frim"))

    assert [span.text for span in verdict.spans] == ["frim"]


def test_what_cannot_be_enacted_says_so():
    with pytest.raises(CannotEnactError, match="against each other"):
        All(of=(FRIM, Not(rule=FRIM))).enact("x", None, random.Random(0))
    with pytest.raises(CannotEnactError, match="none of these"):
        Any(of=(Restatement(),)).enact("x", None, random.Random(0))
    with pytest.raises(CannotEnactError, match="no small edit breaks"):
        Not(rule=Not(rule=FRIM)).enact("x", None, random.Random(0))


def test_what_is_taken_out_is_never_the_answer():
    with pytest.raises(CannotEnactError, match=r"cannot keep its answer \(C\)"):
        Not(rule=Case(style="upper")).enact("IT IS (C)", None, random.Random(0))


def test_nested_rules_are_read_from_plain_data():
    rule = ADAPTER.validate_python(
        {
            "kind": "all",
            "of": [
                {"kind": "not", "rule": {"kind": "contains", "words": ["and"]}},
                {"kind": "contains", "one_of": "star"},
            ],
        }
    )

    assert isinstance(rule, All)
    assert ADAPTER.validate_python(rule.model_dump()) == rule
    assert (
        ADAPTER.json_schema()["$defs"]["All"]["properties"]["of"]["items"]["discriminator"]["propertyName"]
        == "kind"
    )
