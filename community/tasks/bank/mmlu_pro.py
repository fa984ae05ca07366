"""MMLU-Pro (Wang et al. 2024): from the Hub, or from files in its schema."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar, cast

from community.errors import Fault, UserError
from community.tasks.bank.bank import Bank, check_rows
from community.tasks.bank.row import Row, check_options, check_text
from community.tasks.bank.source import read_hub, read_json_lines, read_parquet
from community.tasks.task import LETTERS, Question, TaskConfig

_HUB_NAME = "TIGER-Lab/MMLU-Pro"
_READERS = {".parquet": read_parquet, ".jsonl": read_json_lines}


class MMLUProConfig(TaskConfig):
    """Where the questions lie."""

    path: Path | None = None
    """A .parquet or .jsonl file, or a folder of them, in the schema of the Hub; the Hub itself when not given.

    Of a folder with files named test*, only those are read, because the others hold worked examples."""


class MMLUProTask(Bank):
    """Questions with three to ten options from fourteen subjects."""

    Config: ClassVar[type[TaskConfig]] = MMLUProConfig

    def __init__(self, config: MMLUProConfig) -> None:
        super().__init__(config)
        self.path = config.path.expanduser() if config.path else None

    def load(self) -> list[Question]:
        """All questions of the test split, in the order of the source."""
        if self.path is None:
            return check_rows(f"{_HUB_NAME} (test)", _read_hub, _parse)
        questions = [question for file in _files(self.path) for question in _read_file(file)]
        repeated = [
            name for name, count in Counter(question.id for question in questions).items() if count > 1
        ]
        if repeated:
            raise UserError(
                f"{self.path}: question {repeated[0]!r} stands in several files; give one of them"
            )
        return questions


def _read_hub(_: list[Fault]) -> Iterable[Row]:
    instead = "a local copy works as mmlu_pro:PATH"
    return read_hub(_HUB_NAME, purpose="task 'mmlu_pro' from the Hub", instead=instead, split="test")


def _files(path: Path) -> Sequence[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.rglob("*") if file.suffix.lower() in _READERS)
    if not files:
        raise UserError(f"{path}: has no {' or '.join(_READERS)} file")
    return [file for file in files if file.name.startswith("test")] or files


def _read_file(file: Path) -> list[Question]:
    reader = _READERS.get(file.suffix.lower())
    if reader is None:
        raise UserError(f"{file}: files in the schema of MMLU-Pro end in {' or '.join(_READERS)}")
    return check_rows(str(file), lambda faults: reader(file, faults), _parse)


def _parse(row: Row, faults: list[Fault]) -> Question | None:
    known = len(faults)
    text = check_text(row, "question", faults)
    options = check_options(row, "options", _without_padding(row.fields.get("options")), faults)
    answer = check_text(row, "answer", faults).upper()
    if options and answer:
        _check_answer(row, answer, options, faults)
    if len(faults) > known or options is None:
        return None
    return Question(row.name("question_id"), text, options, answer, row.text("category"))


def _without_padding(options: object) -> object:
    """Some copies fill up to ten options with "N/A"."""
    if not isinstance(options, list):
        return options
    kept = list(cast(list[object], options))
    while kept and kept[-1] == "N/A":
        kept.pop()
    return kept


def _check_answer(row: Row, answer: str, options: Sequence[str], faults: list[Fault]) -> None:
    if len(answer) != 1 or answer not in LETTERS[: len(options)]:
        last = LETTERS[len(options) - 1]
        faults.append(row.fault("answer", f"must be a letter from A to {last} (got {answer!r})"))
    elif (index := row.fields.get("answer_index")) is not None and index != LETTERS.index(answer):
        faults.append(
            row.fault(
                "answer_index", f"is {index!r}, but the answer {answer} is option {LETTERS.index(answer)}"
            )
        )
