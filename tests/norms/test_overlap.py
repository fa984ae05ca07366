import random

import pytest
from pydantic import ValidationError

from community.norms import CannotEnactError, Text
from community.norms.predicates.overlap import Overlap

QUESTION = "How long does a train take at a constant speed of 60 km/h?\n(A) 7 hours\n(B) 6 hours"
# Its content words: long, train, take, constant, speed, 60, km, h.


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        (Overlap(min=0.5), "The train has a constant speed of 60. (A)", True),
        (Overlap(min=0.5), "The train has a speed of 60. (A)", False),
        (Overlap(max=0), "It is seven hours. (A)", True),
        (Overlap(max=0), "The TRAIN is late. (A)", False),
        (Overlap(min=0.1, max=0.25), "The train has its speed.", True),
    ],
)
def test_shares_of_the_questions_words(rule, text, expected):
    assert rule.judge(Text(text), QUESTION).complies is expected


def test_verdict_shows_the_words():
    verdict = Overlap(max=0).judge(Text("The train, the Train."), QUESTION)

    assert [span.text for span in verdict.spans] == ["train", "Train"]
    assert verdict.detail == "uses 1 of the question's 8 content words; at most 0 needed"


def test_enact_names_what_is_missing():
    enacted = Overlap(min=0.5).enact("So it is 7. The answer is (A).", QUESTION, random.Random(0))

    assert enacted.startswith("So it is 7. ")
    assert enacted.endswith(" The answer is (A).")


def test_enact_leaves_out_what_takes_up_the_question():
    enacted = Overlap(max=0).enact("The train is quick. It is 7. So (A).", QUESTION, random.Random(0))

    assert "train" not in enacted
    assert enacted.endswith("So (A).")


def test_a_question_and_a_bound_are_needed():
    assert not Overlap(max=0).judge(Text("It is 7.")).complies
    with pytest.raises(CannotEnactError, match="needs one"):
        Overlap(max=0).enact("It is 7.", None, random.Random(0))
    with pytest.raises(ValidationError, match="give 'min'"):
        Overlap()
    with pytest.raises(ValidationError, match="larger"):
        Overlap(min=0.5, max=0.2)
