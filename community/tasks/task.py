"""The contract of a task: what the community talks about, and how an answer is read from prose and graded."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from community.config import Config
from community.tasks.extraction import extract_letter

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Question:
    """One multiple-choice question.

    Attributes:
        id: stable across runs.
        text: the question without its options.
        options: up to 26, in order; option i has letter `LETTERS[i]`.
        answer: the letter of the right option.
        category: subject, for grouping.
    """

    id: str
    text: str
    options: tuple[str, ...]
    answer: str
    category: str = ""

    def render(self) -> str:
        """The question as every agent reads it: text, then one option a line as "(A) ..."."""
        options = "\n".join(
            f"({letter}) {option}" for letter, option in zip(LETTERS, self.options, strict=False)
        )
        return f"{self.text}\n{options}"


class TaskConfig(Config):
    """Options every task has; a task's own options extend this class."""


class Task(ABC):
    """Where questions come from."""

    Config: ClassVar[type[TaskConfig]] = TaskConfig

    def __init__(self, config: TaskConfig) -> None:
        self.config = config

    @abstractmethod
    def questions(self, seed: int, n: int) -> list[Question]:
        """`n` questions; the same seed gives the same questions in the same order.

        Raises:
            UserError: fewer than `n` exist, or the source cannot be read.
        """

    def extract(self, reply: str, question: Question) -> str | None:
        """The letter that a reply settles on, or None when there is none."""
        return extract_letter(reply, len(question.options))

    def grade(self, letter: str | None, question: Question) -> bool:
        """Whether the letter is right; a missing letter is wrong."""
        return letter == question.answer
