"""A reply that follows a norm still shows its answer: whatever a norm adds, the letter is read as before."""

from random import Random

import pytest

from community.norms import list_norms, load_norm
from community.tasks import load_task
from community.tasks.extraction import extract_letter

REPLIES = [
    "The sum comes to 42 once the toll is added, so the answer is ({}).",
    "Adding first and halving after gives it. Agent 1 forgot the toll, and so came to (B).\n\nMy choice is ({})",
    "Let me see. Each of the three parts is a third of the whole, and the rest follows. I settle on ({}).",
    "I checked both steps; the unit is right. **({})**",
]


@pytest.mark.parametrize("norm_id", [norm.id for norm in list_norms()])
def test_extract_letter_reads_replies_that_follow_the_norm(norm_id: str):
    norm = load_norm(norm_id)
    for number, question in enumerate(load_task("procedural").questions(0, 6)):
        letter = "ACDEFGHIJ"[number]
        for reply in REPLIES:
            enacted = norm.enact(reply.format(letter), question.render(), Random(number))

            assert extract_letter(enacted, 10) == letter, enacted
