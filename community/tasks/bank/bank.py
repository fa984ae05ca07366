"""A fixed stock of questions: checked whole, shuffled by the seed, drawn without repetition."""

from abc import abstractmethod
from collections.abc import Callable, Iterable

from community.errors import Fault, FileFaultsError, UserError
from community.seeds import stream
from community.tasks.bank.row import Row
from community.tasks.task import Question, Task

_SHOWN_FAULTS = 20


class Bank(Task):
    """A task that holds all its questions; subclasses say where they lie."""

    @abstractmethod
    def load(self) -> list[Question]:
        """All questions, in an order that depends on nothing but the source.

        Raises:
            UserError: the source cannot be read.
            FileFaultsError: questions in it are faulty.
        """

    def questions(self, seed: int, n: int) -> list[Question]:
        """The first `n` of all questions in the order that the seed gives; a larger `n` only adds to them."""
        held = self.load()
        if n > len(held):
            raise UserError(
                f"{n} questions are asked for, but the task has {len(held)}; ask for at most {len(held)}"
            )
        stream(seed, "task", "order").shuffle(held)
        return held[:n]


def check_rows(
    file: str,
    read: Callable[[list[Fault]], Iterable[Row]],
    parse: Callable[[Row, list[Fault]], Question | None],
) -> list[Question]:
    """The questions of one file.

    Args:
        file: its name in messages.
        read: gives its records, and adds what is no record to the list of faults.
        parse: turns a record into a question, or adds what is wrong with it to the faults and gives None.

    Raises:
        FileFaultsError: with every fault (a long list is cut, and says so).
        UserError: there is no question at all.
    """
    faults: list[Fault] = []
    questions: dict[str, Question] = {}
    for row in read(faults):
        question = parse(row, faults)
        if question is not None and question.id in questions:
            faults.append(row.fault("id", f"{question.id!r} is given twice"))
        elif question is not None:
            questions[question.id] = question
    if faults:
        raise FileFaultsError(file, _cut(faults))
    if not questions:
        raise UserError(f"{file}: has no questions")
    return list(questions.values())


def _cut(faults: list[Fault]) -> list[Fault]:
    more = len(faults) - _SHOWN_FAULTS
    return [*faults[:_SHOWN_FAULTS], Fault("", f"and {more} more faults")] if more > 0 else faults
