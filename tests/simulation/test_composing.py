import random
from collections import Counter

import pytest

from community.seeds import derive
from community.simulation.answering import Opinion, letter_of
from community.simulation.composing import compose
from community.simulation.reading import read_choice
from tests.simulation.written import QUESTIONS as PRACTICE

PLAIN = Opinion("C")


def replies(count: int, opinion: Opinion = PLAIN) -> list[str]:
    return [
        compose(read_choice(PRACTICE[seed % len(PRACTICE)]), opinion, random.Random(derive(seed, "reply")))
        for seed in range(count)
    ]


def test_compose_writes_30_to_120_words_that_end_with_the_letter():
    for text in replies(300):
        assert 28 <= len(text.split()) <= 120
        assert text.rstrip(".").endswith("(C)")


@pytest.mark.parametrize("letter", "ABCDE")
@pytest.mark.parametrize("bank", ["openings", "agreeing", "persuaded", "standing"])
def test_compose_is_read_as_the_letter_it_was_written_for(letter: str, bank: str):
    name = "" if bank == "openings" else "Agent 1"
    texts = replies(150, Opinion(letter, bank, name))

    assert {letter_of(text, read_choice(PRACTICE[0])) for text in texts} == {letter}


def test_compose_varies_its_wording():
    texts = replies(600)
    openings = {" ".join(text.split()[:3]) for text in texts}
    sentences = Counter(sentence for text in texts for sentence in set(text.replace("\n", " ").split(". ")))

    assert len(set(texts)) == len(texts)
    assert len(openings) >= 150
    assert max(sentences.values()) < 0.1 * len(texts)


def test_compose_takes_its_reasons_from_the_question():
    text = " ".join(replies(300))

    assert all(word in text for word in ("rolls", "photosynthesis", "cyclist", "1200"))


def test_compose_answers_an_open_question_without_a_letter():
    texts = [compose(read_choice("What now?"), Opinion(None), random.Random(seed)) for seed in range(30)]

    assert all(text and "(" not in text for text in texts)
