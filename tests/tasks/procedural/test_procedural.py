"""What holds for generated questions of every kind."""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter

import pytest

from community.tasks import Question, load_task

PROGRAM = """
import json
from community.tasks import load_task
print(json.dumps([question.render() + question.answer for question in load_task("procedural").questions(5, 70)]))
"""


def test_procedural_gives_ten_different_options_and_one_answer(questions: list[Question]):
    for question in questions:
        assert len(set(question.options)) == len(question.options) == 10
        assert question.answer in set("ABCDEFGHIJ")
        assert question.text.endswith("?")
        assert all(option == option.strip() != "" for option in question.options)


def test_procedural_spreads_answers_evenly_over_the_letters(questions: list[Question]):
    counts = Counter(question.answer for question in questions)
    expected = len(questions) / 10

    chi_square = sum((counts[letter] - expected) ** 2 / expected for letter in "ABCDEFGHIJ")

    assert chi_square < 27.9, "beyond the 99.9th percentile at nine degrees of freedom"


def test_procedural_does_not_give_answers_away_by_their_rank(questions: list[Question]):
    ranks: Counter[int] = Counter()
    for question in questions:
        if all(option.isdigit() for option in question.options):
            right = int(question.options["ABCDEFGHIJ".index(question.answer)])
            ranks[sum(int(option) < right for option in question.options)] += 1

    assert max(ranks.values()) < 0.3 * sum(ranks.values())


def test_procedural_repeats_nothing_within_thousands():
    made = load_task("procedural").questions(3, 2100)

    assert len({question.text for question in made}) == len({question.id for question in made}) == 2100
    assert set(Counter(question.category for question in made).values()) == {300}


def test_procedural_only_adds_when_more_are_asked_for():
    task = load_task("procedural")

    assert task.questions(4, 60)[:25] == task.questions(4, 25)
    assert task.questions(4, 0) == []


def test_procedural_differs_between_seeds():
    task = load_task("procedural")

    assert not {question.text for question in task.questions(0, 50)} & {
        question.text for question in task.questions(1, 50)
    }


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_procedural_is_the_same_in_another_process(hash_seed: str):
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}

    output = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, env=environment
    )

    here = [question.render() + question.answer for question in load_task("procedural").questions(5, 70)]
    assert json.loads(output.stdout) == here


def test_procedural_keeps_its_questions_between_versions():
    text = "\n".join(
        f"{question.id} {question.render()} {question.answer}"
        for question in load_task("procedural").questions(0, 200)
    )

    digest = hashlib.sha256(text.encode()).hexdigest()[:16]

    assert digest == "3b6de3df62fc76bb", "other questions change results: mark it so in CHANGELOG.md"
