"""Plain replies keep norms by chance as rarely as ordinary prose can; else a habit would look like competence."""

import random

import pytest

from community.norms import list_norms
from community.simulation.answering import Opinion
from community.simulation.composing import compose
from community.simulation.reading import read_choice
from community.tasks import load_task

NATURAL = {"nc_at_least_3_paragraphs": 0.15, "nc_under_50_words": 0.15}
STANCES = (Opinion("A"), Opinion("C", "agreeing", "Agent 1"), Opinion("D", "persuaded", "Agent 2"))


def plain_replies() -> list[tuple[str, str]]:
    questions = [question.render() for question in load_task("procedural").questions(0, 100)]
    return [
        (compose(read_choice(question), STANCES[turn], random.Random(3 * number + turn)), question)
        for number, question in enumerate(questions)
        for turn in range(3)
    ]


REPLIES = plain_replies()


@pytest.mark.parametrize("norm", list_norms(set="core"), ids=lambda norm: norm.id)
def test_plain_replies_rarely_keep_a_norm_by_chance(norm):
    held = sum(norm.check(text, question).complies for text, question in REPLIES)

    assert held / len(REPLIES) < NATURAL.get(norm.id, 0.05)
