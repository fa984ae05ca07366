"""Questions of many seeds, and a check of each against an independent solver that reads only its text."""

import re
from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from community.tasks import Question, load_task

Solver = Callable[..., str]
Verify = Callable[[str, Mapping[str, Solver]], None]


@pytest.fixture(scope="session")
def questions() -> list[Question]:
    task = load_task("procedural")
    return [question for seed in range(300) for question in task.questions(seed, 14)]


@pytest.fixture
def verify(questions: list[Question]) -> Verify:
    """Solve every question of a category; its solvers take the groups of the pattern that matches the text."""

    def check(category: str, solvers: Mapping[str, Solver]) -> None:
        solved: Counter[str] = Counter()
        for question in questions:
            if question.category == category:
                found = [(pattern, re.fullmatch(pattern, question.text)) for pattern in solvers]
                ((pattern, match),) = [(pattern, match) for pattern, match in found if match]
                right = question.options["ABCDEFGHIJ".index(question.answer)]
                assert right == solvers[pattern](*match.groups()), question.render()
                solved[pattern] += 1
        assert set(solved) == set(solvers)
        assert min(solved.values()) > 50

    return check
