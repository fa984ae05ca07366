import random

import pytest

from community.norms import Text
from community.norms.predicates.boundary import Boundary


def holds(rule, text):
    return rule.judge(Text(text)).complies


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(end)", True),
        ("x\n**(end)**\r\n", True),
        ("x(end)", True),
        ("x (end).", False),
        ("(end) x", False),
        ("", False),
    ],
)
def test_characters_stand_at_the_very_edge(text, expected):
    assert holds(Boundary(at="end", characters=("(end)",)), text) is expected


def test_emphasis_characters_can_be_asked_for_themselves():
    assert holds(Boundary(at="start", characters=(">> ",)), ">> So it is.")
    assert holds(Boundary(at="end", characters=("***",)), "So it is. ***\n")


def test_words_may_have_punctuation_outside():
    assert holds(Boundary(at="start", words=("gramblix",)), "- “Gramblix”, so (C)")
    assert holds(Boundary(at="end", words=("over and out",)), "(C) Over and out!! 🎉")
    assert not holds(Boundary(at="start", words=("gramblix",)), "1 gramblix")


def test_slack_allows_words_outside():
    rule = Boundary(at="end", words=("cheers",), slack=2)

    assert holds(rule, "So (C). Cheers, dear friends!")
    assert not holds(rule, "So (C). Cheers, my dear friends!")


def test_both_ends_may_be_one_word_or_need_two():
    rule = Boundary(at="both", words=("snondle",))

    assert holds(rule, "Snondle.")
    assert [span.text for span in rule.judge(Text("Snondle, 7. Snondle")).spans] == ["Snondle", "Snondle"]
    assert not holds(rule, "Snondle, 7.")


def test_enact_adds_only_what_is_missing():
    enacted = Boundary(at="both", words=("snondle",)).enact("Snondle, it is (C).", None, random.Random(0))

    assert enacted.startswith("Snondle, it is (C).")
    assert enacted.lower().count("snondle") == 2


def test_enact_of_an_opener_goes_on_in_lower_case_after_a_comma():
    rule = Boundary(at="start", words=("zorbax",))

    enacted = {rule.enact("The sum is 7. (C)", None, random.Random(seed)) for seed in range(20)}

    assert "Zorbax, the sum is 7. (C)" in enacted
    assert "Zorbax! The sum is 7. (C)" in enacted
