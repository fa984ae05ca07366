import random

import pytest

from community.norms import CannotEnactError, Text
from community.norms.predicates.case import Case

UPPER, LOWER, TITLE = Case(style="upper"), Case(style="lower"), Case(style="title")


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        (UPPER, "IT IS 7 KM, SO (C).", True),
        (UPPER, "IT IS A 7 km RIDE.", False),
        (UPPER, "7. (3)", False),
        (LOWER, "it is 7 km, so option C.", True),
        (LOWER, "i say (I)", True),
        (LOWER, "I say (C)", False),
        (LOWER, "A ride of 7 km. (C)", False),
        (TITLE, "It Is 7 Km, So (C).", True),
        (TITLE, "It is 7.", False),
        (TITLE, "STRASSE UND Öl", True),
        (Case(style="upper", min=2), "I THINK it is NOW (C).", True),
        (Case(style="upper", min=2), "I think it is NOW (C).", False),
        (Case(style="upper", exactly=0), "I say (C).", True),
        (Case(style="lower", max=1), "It is SO.", True),
    ],
)
def test_words_are_judged_by_their_letters(rule, text, expected):
    assert rule.judge(Text(text)).complies is expected


def test_verdict_shows_the_stretches_that_break_it():
    verdict = UPPER.judge(Text("SO it is THE sum (C)"))

    assert [span.text for span in verdict.spans] == ["it is", "sum"]
    assert verdict.detail == '3 of 5 words are not written in capital letters; the first: "it"'


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (UPPER, "SO THE ARTICLE IS A, AND THE ANSWER IS (C)."),
        (LOWER, "so the article is A, and the answer is (C)."),
        (TITLE, "So The Article Is A, And The Answer Is (C)."),
    ],
)
def test_enact_changes_letters_only(rule, expected):
    assert rule.enact("So the article is A, and the answer is (C).", None, random.Random(0)) == expected


def test_enact_raises_and_lowers_words():
    text = "So it is NOW TIME. The answer is (C)."

    more = Case(style="upper", exactly=4).enact(text, None, random.Random(0))
    fewer = Case(style="upper", max=1).enact(text, None, random.Random(0))

    assert more.lower() == fewer.lower() == text.lower()
    assert more.endswith("(C).")


def test_enact_adds_words_where_there_are_too_few():
    rule = Case(style="upper", min=5)

    assert rule.judge(Text(rule.enact("(C)", None, random.Random(0)))).complies


def test_letters_without_cases_cannot_be_capitals():
    with pytest.raises(CannotEnactError, match="capital letters"):
        UPPER.enact("答案", None, random.Random(0))
