import random

import pytest

from community.norms import CannotEnactError, Text
from community.norms.predicates.echo import Echo

QUESTION = "If x + 3 = 10, what is the value of x?\n(A) 7\n(B) 6"


@pytest.mark.parametrize(
    ("at", "text", "expected"),
    [
        ("start", "**If x + 3 = 10, what is the value of x?** It is 7. (A)", True),
        ("start", "You ask: if x + 3 = 10, what is the value of x? (A)", False),
        ("anywhere", "You ask: if x + 3 = 10, what is the value of x? (A)", True),
        ("end", "(A) If x + 3 = 10, what is the value of x?", True),
        ("end", "If x + 3 = 10, what is the value of x? (A)", False),
        ("start", "If x + 4 = 10, what is the value of x? (A)", False),
        ("start", "If", False),
    ],
)
def test_the_question_stands_word_for_word(at, text, expected):
    assert Echo(at=at).judge(Text(text), QUESTION).complies is expected


def test_verdict_shows_the_repetition():
    (span,) = Echo().judge(Text("If x + 3 = 10, what is the value of x? 7."), QUESTION).spans

    assert span.text == "If x + 3 = 10, what is the value of x"


def test_enact_leaves_the_options_out():
    enacted = Echo().enact("It is 7. (A)", QUESTION, random.Random(0))

    assert " ".join(enacted.split()) == "If x + 3 = 10, what is the value of x? It is 7. (A)"


def test_a_question_is_needed():
    assert not Echo().judge(Text("It is 7.")).complies
    with pytest.raises(CannotEnactError, match="needs the question"):
        Echo().enact("It is 7.", None, random.Random(0))
