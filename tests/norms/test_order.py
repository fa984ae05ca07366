import random

import pytest
from pydantic import ValidationError

from community.norms import Text
from community.norms.predicates.order import Order

RULE = Order(words=("frim", "plok"))


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("Frim, then plok.", '"frim", "plok" come in this order'),
        ("Frim, plok, frim.", '"frim", "plok" come in this order'),
        ("Plok, frim, plok.", '"plok" comes before "frim"'),
        ("Frim only.", '"plok" not found'),
        ("Neither.", '"frim" and "plok" not found'),
    ],
)
def test_first_uses_are_compared(text, detail):
    verdict = RULE.judge(Text(text))

    assert verdict.detail == detail
    assert verdict.complies is detail.endswith("order")


@pytest.mark.parametrize("text", ["It is 7.", "Plok it is.", "So frim.", "First it is. Plok, frim, so."])
def test_enact_brings_in_what_is_missing_ahead(text):
    for seed in range(10):
        enacted = RULE.enact(f"{text} The answer is (C).", None, random.Random(seed))
        assert RULE.judge(Text(enacted)).complies
        assert enacted.endswith("The answer is (C).")


def test_three_words_can_be_ordered():
    rule = Order(words=("first", "then", "at last"))

    assert rule.judge(Text(rule.enact("At last it is 7. (C)", None, random.Random(0)))).complies


def test_words_are_words_each_once():
    for words in (("a",), ("a", "A"), ("a", "…")):
        with pytest.raises(ValidationError):
            Order(words=words)
