"""Questions of one's own, in JSON lines or CSV."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from community.errors import Fault, UserError
from community.tasks.bank.bank import Bank, check_rows
from community.tasks.bank.row import Row, check_options, check_text
from community.tasks.bank.source import read_csv, read_json_lines
from community.tasks.task import LETTERS, Question, TaskConfig

_READERS = {".jsonl": read_json_lines, ".csv": read_csv}


class FileConfig(TaskConfig):
    """Where the questions lie."""

    path: Path
    """A .jsonl or .csv file with the columns question, options and answer, and perhaps id and category.

    In CSV the options are a JSON list, or texts separated by "|", or columns A, B, C, ..."""


class FileTask(Bank):
    """Questions from a JSON-lines or CSV file; the answer is an option's letter or its text."""

    Config: ClassVar[type[TaskConfig]] = FileConfig

    def __init__(self, config: FileConfig) -> None:
        super().__init__(config)
        self.path = config.path.expanduser()

    def load(self) -> list[Question]:
        """All questions in the order of the file."""
        reader = _READERS.get(self.path.suffix.lower())
        if reader is None:
            raise UserError(f"{self.path}: the name of a question file ends in {' or '.join(_READERS)}")
        return check_rows(str(self.path), lambda faults: reader(self.path, faults), _parse)


def _parse(row: Row, faults: list[Fault]) -> Question | None:
    known = len(faults)
    text = check_text(row, "question", faults)
    options = check_options(row, "options", _options(row.fields), faults)
    answer = check_text(row, "answer", faults)
    if options and len(set(options)) < len(options):
        faults.append(row.fault("options", "must differ from each other"))
    elif options and answer:
        answer = _letter(row, answer, options, faults)
    if len(faults) > known or options is None:
        return None
    return Question(row.name("id"), text, options, answer, row.text("category"))


def _options(fields: Mapping[str, object]) -> object:
    """The options as a list, from whichever column holds them; whatever is there when it is no list."""
    given = fields.get("options")
    if isinstance(given, str) and given.strip():
        return _split(given.strip())
    columns = [letter for letter in LETTERS if letter in fields]
    if given or not columns:
        return given
    cells = [str(fields[letter] or "") for letter in columns]
    while cells and not cells[-1].strip():
        cells.pop()
    return cells


def _split(cell: str) -> Sequence[object] | str:
    if not cell.startswith("["):
        return cell.split("|")
    try:
        return json.loads(cell)
    except ValueError:
        return cell


def _letter(row: Row, answer: str, options: Sequence[str], faults: list[Fault]) -> str:
    """The letter of the right option, given by its letter or by its text."""
    bare = re.fullmatch(r"\(?([A-Za-z])[).]?", answer)
    letter = bare[1].upper() if bare and bare[1].upper() in LETTERS[: len(options)] else None
    of_text = LETTERS[options.index(answer)] if answer in options else None
    if letter and of_text and letter != of_text:
        message = (
            f"{answer!r} is the letter of one option and the text of another; write ({letter}) or ({of_text})"
        )
        faults.append(row.fault("answer", message))
    elif not letter and not of_text:
        last = LETTERS[len(options) - 1]
        message = f"{answer!r} is neither a letter from A to {last} nor the text of an option"
        faults.append(row.fault("answer", message))
    return letter or of_text or ""
