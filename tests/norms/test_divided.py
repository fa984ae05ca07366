import random

import pytest
from pydantic import ValidationError

from community.norms import Text
from community.norms.predicates.divided import Divided

THREE = Divided(by="***", exactly=3)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("One.\n***\nTwo.\n\n***\n\nThree. (C)", 3),
        ("One.\n***\n***\nTwo.\n***", 2),
        ("One *** two *** three", 1),
        ("One.\n******\nTwo.\n***\nThree.", 2),
        ("The same.\n***\nThe *same*!\n***\nOther.", 2),
    ],
)
def test_different_parts_between_divider_lines_are_counted(text, number):
    verdict = THREE.judge(Text(text))

    assert verdict.complies is (number == 3)
    assert verdict.detail.startswith(f"found {number} different part")


def test_enact_puts_dividers_between_sentences():
    assert Divided(by="***", min=2).enact("One thing. And two. (C)", None, random.Random(0)) in {
        "One thing.\n\n***\n\nAnd two. (C)",
        "One thing. And two.\n\n***\n\n(C)",
    }


def test_enact_takes_dividers_out():
    assert Divided(by="***", exactly=2).enact("A b.\n***\nC d.\n\n***\n\n(C)", None, random.Random(0)) == (
        "A b.\n***\nC d.\n\n(C)"
    )


def test_a_divider_is_one_line_and_divides():
    for fields in (
        {"by": "a\nb", "min": 2},
        {"by": "", "min": 2},
        {"by": "***"},
        {"by": "***", "exactly": 1},
    ):
        with pytest.raises(ValidationError):
            Divided.model_validate(fields)
