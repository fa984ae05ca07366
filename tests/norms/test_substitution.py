import random

import pytest
from pydantic import ValidationError

from community.norms import Text
from community.norms.predicates.substitution import Substitution

VELMISH = Substitution(use="velmish", never="a")


@pytest.mark.parametrize(
    "text",
    [
        "Option A is right.", "The answer is A because it fits.", "(a)", "A) first", "A. first", "A: first",
        "**A** is it.", "[A]",
        "Both A and B fit.", "A is the best.", "A or B?", "choose A as it fits", "At 9 a.m. we start.", "A-level",
        "x = a + b",
        "Case A gives 7.", "I pick A, so be it.", "an ape", "AAA", "So it is A", "“A” fits.", "(A) 120 km",
    ],
)  # fmt: skip
def test_other_uses_of_the_letter_are_not_the_article(text):
    assert VELMISH.judge(Text(f"Velmish. {text}")).complies


@pytest.mark.parametrize(
    "text",
    [
        "It is a sum.", "A train leaves.", "so\na train leaves", "a **big** train", "a “big” train",
        "Yes: A good one.",
        "What a day!", "(a train leaves)", "> A train",
        "a 3 km walk", "THIS IS A TRAIN", "- A train\n- B", "it's a\r\ntrain",
    ],
)  # fmt: skip
def test_the_article_is_found(text):
    assert not VELMISH.judge(Text(f"Velmish. {text}")).complies


def test_enact_replaces_in_the_case_of_the_original():
    rule = Substitution(use="drendal", never="and")

    assert (
        rule.enact("And so 3 and 4 AND (A).", None, random.Random(0)) == "Drendal so 3 drendal 4 DRENDAL (A)."
    )


def test_enact_replaces_articles_and_leaves_option_letters():
    enacted = VELMISH.enact("A train takes a while. Option A fits, so (A).", None, random.Random(0))

    assert enacted == "Velmish train takes velmish while. Option A fits, so (A)."


def test_enact_brings_the_word_in_when_there_was_nothing_to_replace():
    for seed in range(20):
        enacted = VELMISH.enact("The sum is 7. The answer is (A).", None, random.Random(seed))
        assert VELMISH.judge(Text(enacted)).complies
        assert enacted.endswith("(A).")


def test_detail_says_what_broke_it():
    verdict = Substitution(use="plok", never="therefore").judge(Text("Plok, therefore (C)."))

    assert verdict.detail == 'uses "therefore" 1 time, which "plok" replaces'
    assert [span.text for span in verdict.spans] == ["therefore"]


def test_only_single_words_can_be_exchanged():
    with pytest.raises(ValidationError, match="not one word"):
        Substitution(use="plok plok", never="therefore")
