import random

import pytest

from community.norms import Text
from community.norms.predicates.restatement import Restatement, measure, stem_of

STEM = "A train travels at a constant speed of 60 km/h. What distance does it cover in 2.5 hours?"
QUESTION = f"{STEM}\n(A) 120 km\n(B) 150 km"
LONG = (
    "A factory with 12 machines makes 480 bolts an hour, and each machine works at the same pace. After a repair, "
    "three machines stand still for two hours while the others go on. On the next day all machines run for eight "
    "hours, but the pace drops by a tenth because the supplier changed the steel. How many bolts does the factory "
    "make on the next day?\n(A) 3456\n(B) 3840"
)


def holds(text, question=QUESTION):
    return Restatement().judge(Text(text), question).complies


@pytest.mark.parametrize(
    "text",
    [
        "A train travels at a constant speed of 60 km/h; what distance does it cover in 2.5 hours? It is 150 km. (B)",
        "**Question:** the distance that a train covers in 2.5 hours, at a constant speed of 60 km/h.\r\n\r\n(B)",
        "We are asked for the distance a train travels when its speed is 60 km/h over 2.5 hours. So (B).",
    ],
)
def test_a_restated_question_is_recognised(text):
    assert holds(text)


@pytest.mark.parametrize(
    "text",
    [
        "(B)",
        "Multiply the two values: 150 km. So (B).",
        "The answer is (B), since a train at a constant speed of 60 km/h covers that distance in 2.5 hours.",
        "I agree with the others. 60 times 2.5 is 150, hence (B).",
        "",
    ],
)
def test_an_answer_alone_is_not(text):
    assert not holds(text)


def test_the_options_are_not_part_of_the_question():
    assert stem_of(QUESTION) == STEM
    assert stem_of("Which one?\nA. this\nB. that") == "Which one?"


def test_without_a_question_nothing_is_restated():
    verdict = Restatement().judge(Text("What is asked?"), None)

    assert not verdict.complies
    assert "no question" in verdict.detail


def test_spans_are_words_of_the_question():
    words = {word.text.lower() for word in measure(Text("The distance of a train (B)"), QUESTION).hits}

    assert words == {"distance", "train"}


@pytest.mark.parametrize("question", [QUESTION, LONG, "2 + 2?\n(A) 4", "Why?", "Is it?\n(A) yes\n(B) no"])
def test_enact_restates_any_question(question):
    for seed in range(10):
        enacted = Restatement().enact("It follows. (B)", question, random.Random(seed))
        assert holds(enacted, question)
        assert enacted.endswith("It follows. (B)")
