import random

import pytest
from pydantic import ValidationError

from community.norms import Text
from community.norms.predicates.contains import Contains


def holds(rule, text):
    return rule.judge(Text(text)).complies


def test_several_items_are_counted_together():
    rule = Contains(words=("sum", "total"), exactly=2)

    assert holds(rule, "The sum is the total.")
    assert not holds(rule, "The sum, the total, the sum.")


def test_matches_inside_one_another_count_once():
    assert holds(Contains(words=("good", "good morning"), exactly=1), "Good morning.")


def test_characters_are_taken_as_they_stand():
    assert holds(Contains(characters=("z", "Z"), min=3), "Zigzag z")
    assert not holds(Contains(characters=("z",), min=3), "Zigzag z")


def test_signs_with_letters_must_stand_free():
    rule = Contains(characters=(":D",))

    assert holds(rule, "Done :D.")
    assert not holds(rule, "Answer:D")


def test_a_part_of_a_joined_emoji_is_not_the_sign():
    assert not holds(Contains(characters=("🔥",)), "❤\ufe0f\u200d🔥")
    assert holds(Contains(characters=("❤\ufe0f",)), "❤")


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        ("first_sentence", True),
        ("last_sentence", False),
        ("first_paragraph", True),
        ("last_paragraph", False),
        ("first_line", True),
        ("last_line", False),
    ],
)
def test_a_scope_confines_the_search(scope, expected):
    assert (
        holds(Contains(words=("frim",), within=scope), "So frim it is. Yes.\n\nThe answer is (C).")
        is expected
    )


def test_detail_tells_count_and_need():
    verdict = Contains(words=("frim",), min=3).judge(Text("frim, frim"))

    assert verdict.detail == 'found the word "frim" 2 times; at least 3 needed'


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"words": ["a"], "characters": ["b"]},
        {"words": ["⭐"]},
        {"characters": [" "]},
        {"one_of": "greetin"},
        {"words": ["a"], "exactly": 1, "min": 1},
        {"words": ["a"], "min": 3, "max": 2},
    ],
)
def test_contradictory_fields_are_refused(fields):
    with pytest.raises(ValidationError):
        Contains.model_validate(fields)


def test_unknown_kind_of_words_gets_a_hint():
    with pytest.raises(ValidationError, match="did you mean 'greeting'"):
        Contains(one_of="greetin")


def test_enact_takes_out_what_is_too_much():
    rule = Contains(words=("line",), exactly=1)
    rng = random.Random(0)

    fewer = rule.enact("A line, one more line, the LINE. (C)", None, rng)

    assert holds(rule, fewer)
    assert "row" in fewer.lower()
    assert fewer.endswith("(C)")


def test_enact_can_forbid_words_and_signs():
    assert (
        Contains(characters=(",",), exactly=0).enact("So, it is, well, 7.", None, random.Random(0))
        == "So it is well 7."
    )
    assert "and" not in Contains(words=("and",), exactly=0).enact("3 and 4", None, random.Random(0))


@pytest.mark.parametrize(
    "scope", ["first_sentence", "last_sentence", "first_paragraph", "last_paragraph", "last_line"]
)
@pytest.mark.parametrize("item", [{"words": ("frim",)}, {"characters": ("⭐",)}, {"one_of": "hedge"}])
def test_enact_reaches_every_scope(scope, item):
    rule = Contains(**item, within=scope, min=2)

    enacted = rule.enact(
        "First the data. Then the sum.\n\nIt is 7. The answer is (C).", None, random.Random(1)
    )

    assert holds(rule, enacted)


def test_enact_uses_a_phrase_it_has_no_sentence_for():
    rule = Contains(words=("beyond all doubt",), exactly=2)

    assert holds(rule, rule.enact("It is 7. The answer is (C).", None, random.Random(2)))
