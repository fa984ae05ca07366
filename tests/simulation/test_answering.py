import random
from collections import Counter
from collections.abc import Sequence

import pytest

from community.modules.observation import Utterance
from community.simulation.answering import Opinion, Opinions, letter_of
from community.simulation.people import Abilities
from community.simulation.reading import read_choice
from tests.simulation.written import QUESTIONS

QUESTION = read_choice(QUESTIONS[0])
REASONED = "I divided the rolls by the hours and multiplied by nine, which leads straight to (C)."


def opinions(answers: dict[str, str] | None = None, **knobs: float) -> Opinions:
    return Opinions(Abilities.model_validate(knobs), {QUESTION.rendered: "C"} if answers is None else answers)


def test_alone_is_right_with_its_chance_and_wrong_in_every_way():
    found = [opinions(alone=0.3).alone(QUESTION, random.Random(seed)) for seed in range(2000)]

    assert 0.26 < found.count("C") / 2000 < 0.34
    assert set(found) == set("ABCDE")


def test_alone_guesses_when_the_answer_is_not_known_to_it():
    found = [opinions(answers={}, alone=1.0).alone(QUESTION, random.Random(seed)) for seed in range(100)]

    assert set(found) == set("ABCDE")


def test_alone_has_no_letter_for_an_open_question():
    assert opinions().alone(read_choice("What now?"), random.Random(0)) is None


def after(previous: str, heard: Sequence[str], count: int = 400, **knobs: float) -> Counter[Opinion]:
    said = [Utterance(f"Agent {number}", text) for number, text in enumerate(heard, start=1)]
    person = opinions(None, **knobs)
    return Counter(person.after(QUESTION, previous, said, random.Random(seed)) for seed in range(count))


def share(found: Counter[Opinion], letter: str) -> float:
    return sum(count for opinion, count in found.items() if opinion.letter == letter) / found.total()


def test_after_is_persuaded_by_reasons_with_its_chance_and_half_as_often_without():
    reasons = after("I hold (B).", [REASONED, REASONED], persuaded=0.8)
    letters = after("I hold (B).", ["It is (C).", "It is (C)."], persuaded=0.8)

    assert 0.74 < share(reasons, "C") < 0.86
    assert 0.33 < share(letters, "C") < 0.47
    assert share(reasons, "B") == pytest.approx(1 - share(reasons, "C"))


def test_after_weighs_reasons_more_than_a_bare_letter():
    found = after("I hold (A).", [REASONED, "It is (D)."], persuaded=1.0)

    assert share(found, "C") == 1


def test_after_keeps_its_own_letter_when_nothing_with_a_letter_is_heard():
    found = after("I hold (B).", ["No response.", ""], persuaded=1.0)

    assert found == {Opinion("B"): 400}


def test_after_agrees_by_name_with_those_who_share_its_letter():
    found = after("I hold (C).", [REASONED, "It is (D)."], persuaded=1.0)

    assert found == {Opinion("C", "agreeing", "Agent 1"): 400}


def test_letter_of_a_message_without_a_letter_is_none():
    assert letter_of("no letter at all", QUESTION) is None
    assert letter_of("", QUESTION) is None
