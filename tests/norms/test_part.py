import random

import pytest
from pydantic import ValidationError

from community.norms import CannotEnactError, Text
from community.norms.predicates import ADAPTER
from community.norms.predicates.boundary import Boundary
from community.norms.predicates.contains import Contains
from community.norms.predicates.length.count import Count
from community.norms.predicates.part import Part

FRIM = Boundary(at="start", words=("frim",))
TEXT = "First the data. Frim is next.\n\nFrim, then. It is 7.\nThe answer is (C)."


@pytest.mark.parametrize(
    ("of", "which", "expected"),
    [
        ("paragraph", 1, False),
        ("paragraph", 2, True),
        ("paragraph", 3, False),
        ("paragraph", "last", True),
        ("sentence", 2, True),
        ("sentence", "first", False),
        ("sentence", "any", True),
        ("sentence", "every", False),
        ("line", "last", False),
        ("word", 4, True),
    ],
)
def test_a_rule_is_asked_of_one_part(of, which, expected):
    assert Part(of=of, which=which, rule=FRIM).judge(Text(TEXT)).complies is expected


def test_every_part_can_be_asked():
    rule = Part(of="sentence", which="every", rule=Count(of="words", max=4))

    assert rule.judge(Text("One two. Three four five.")).complies
    verdict = rule.judge(Text("One two. Now three four five six! It is (C)."))
    assert [span.text for span in verdict.spans] == ["six"]
    assert verdict.detail == "1 sentence breaks the rule; the first: found 5 words; the rule is at most 4"


def test_verdict_points_into_the_part_or_says_that_it_is_missing():
    held = Part(of="paragraph", which=2, rule=FRIM).judge(Text("So.\r\n\r\n**Frim** it is."))
    missing = Part(of="paragraph", which=3, rule=FRIM).judge(Text("So.\n\nFrim."))

    assert [(span.start, span.text) for span in held.spans] == [(9, "Frim")]
    assert missing.detail == "there is no paragraph 3; the text has 2 paragraphs"


def test_enact_changes_that_part_only():
    rule = Part(of="paragraph", which=2, rule=Contains(words=("frim",)))

    enacted = rule.enact("First the data.\n\nThen the sum.\n\nThe answer is (C).", None, random.Random(0))

    paragraphs = enacted.split("\n\n")
    assert (paragraphs[0], paragraphs[2]) == ("First the data.", "The answer is (C).")
    assert "frim" in paragraphs[1].lower()


def test_enact_makes_the_part_where_there_is_none():
    rule = Part(of="paragraph", which=3, rule=FRIM)

    enacted = rule.enact("First the data. Then the sum. The answer is (C).", None, random.Random(0))

    assert rule.judge(Text(enacted)).complies
    assert len(Text(enacted).paragraphs) == 3


def test_a_last_line_that_opens_in_some_way_follows_the_answer():
    rule = Part(of="line", which="last", rule=Boundary(at="start", characters=("P.S.",)))

    enacted = rule.enact("It is 7. The answer is (C).", None, random.Random(0))

    assert enacted.startswith("It is 7. The answer is (C).\n\nP.S. ")


def test_every_sentence_gets_its_closer_before_its_stop():
    rule = Part(of="sentence", rule=Boundary(at="end", words=("plok",)))

    enacted = rule.enact("First the data. It is 7! The answer is (C).", None, random.Random(0))

    assert len(Text(enacted).sentences) == 3
    assert ".." not in enacted


def test_what_cannot_be_enacted_says_so():
    with pytest.raises(CannotEnactError, match="no small edit"):
        Part(of="word", rule=FRIM).enact("It is 7. (C)", None, random.Random(0))


def test_parts_are_counted_from_one():
    with pytest.raises(ValidationError):
        Part(of="line", which=0, rule=FRIM)
    with pytest.raises(ValidationError):
        ADAPTER.validate_python({"kind": "part", "of": "line", "which": "second", "rule": FRIM.model_dump()})
