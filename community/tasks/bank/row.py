"""One record of a question file: fields read with what is wrong noted, and where it stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from community.errors import Fault
from community.tasks.task import LETTERS


@dataclass(frozen=True, slots=True)
class Row:
    """A record.

    Attributes:
        fields: by column name; values as the format gives them.
        source: name of the file, for records without an id.
        number: of the record, counted from 1.
        line: of the file on which it starts, counted from 1; None in a format without lines.
    """

    fields: Mapping[str, object]
    source: str
    number: int
    line: int | None = None

    def fault(self, field: str, message: str) -> Fault:
        """What is wrong with a field, with the place."""
        return Fault(field if self.line else f"row {self.number}, {field}", message, self.line)

    def name(self, field: str) -> str:
        """The id in a field; without one, the source and the number of the record."""
        return self.text(field) or f"{self.source}-{self.number}"

    def text(self, field: str) -> str:
        """A field as text without outer white space; a number is written out, all else is ""."""
        return as_text(self.fields.get(field))


def as_text(value: object) -> str:
    """A text or a number as text; anything else is ""."""
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def check_options(row: Row, field: str, value: object, faults: list[Fault]) -> tuple[str, ...] | None:
    """The options of a record: a list of 2 to 26 texts, none of them empty.

    Args:
        row: the record, for messages.
        field: the name in messages.
        value: what stands there.
        faults: what is wrong is added here; the result is then None.
    """
    if value is None or value == "":
        faults.append(_missing(row, field))
    elif isinstance(value, str) or not isinstance(value, Sequence):
        faults.append(row.fault(field, f"must be a list of texts (got {value!r})"))
    else:
        options = tuple(as_text(option) for option in cast(Sequence[object], value))
        empty = [f"({letter})" for letter, option in zip(LETTERS, options, strict=False) if not option]
        if not 2 <= len(options) <= len(LETTERS):
            faults.append(row.fault(field, f"must be 2 to {len(LETTERS)} texts (got {len(options)})"))
        elif empty:
            faults.append(row.fault(field, f"must not be empty, but {', '.join(empty)} is"))
        else:
            return options
    return None


def check_text(row: Row, field: str, faults: list[Fault]) -> str:
    """A field that must not be empty; "" when it is, with the fault noted."""
    text = row.text(field)
    given = row.fields.get(field)
    if not text and (given is None or isinstance(given, str)):
        faults.append(_missing(row, field))
    elif not text:
        faults.append(row.fault(field, f"must be a text (got {given!r})"))
    return text


def _missing(row: Row, field: str) -> Fault:
    there = "" if field in row.fields else f"; this row has {', '.join(row.fields) or 'nothing'}"
    return row.fault(field, f"is missing{there}")
