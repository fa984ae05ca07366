"""Labels that people gave to replies, from a CSV file with the columns `scenario_id`, `reply` and `complies`.

`reply` is the text of the reply, or the number of one of the scenario's labelled replies, counted from 1.
"""

import csv
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from community.config import nearest
from community.errors import Fault, FileFaultsError, UserError
from community.scenarios.scenario import Scenario

_COLUMNS = ("scenario_id", "reply", "complies")
_WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class HumanLabel(NamedTuple):
    """One row: a reply to a scenario, and whether somebody finds that it complies."""

    scenario: str
    reply: str
    complies: bool


def read_human_labels(path: Path, scenarios: Mapping[str, Scenario]) -> tuple[HumanLabel, ...]:
    """The labels of a file.

    Args:
        path: of the CSV file.
        scenarios: by id; the file may name no other.

    Raises:
        UserError: the file cannot be read.
        FileFaultsError: a column is missing or a row is wrong; every fault with its line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    try:
        return _read_table(csv.DictReader(StringIO(text, newline="")), str(path), scenarios)
    except csv.Error as error:
        raise UserError(f"{path} is no CSV file: {error}") from error


def _read_table(
    reader: "csv.DictReader[str]", file: str, scenarios: Mapping[str, Scenario]
) -> tuple[HumanLabel, ...]:
    missing = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise FileFaultsError(file, [Fault(", ".join(missing), "no such column in the first line", 1)])
    found = [_read(row, reader.line_num, scenarios) for row in reader]
    faults = [item for item in found if isinstance(item, Fault)]
    faults += _contradictions(found)
    if faults:
        raise FileFaultsError(file, faults)
    return tuple(dict.fromkeys(item for item in found if isinstance(item, HumanLabel)))


def _read(row: Mapping[str, str | None], line: int, scenarios: Mapping[str, Scenario]) -> HumanLabel | Fault:
    name, reply, said = ((row[column] or "").strip() for column in _COLUMNS)
    if name not in scenarios:
        return Fault("scenario_id", f"unknown scenario {name!r}; {nearest(name, [*scenarios])}", line)
    if said.lower() not in _WORDS:
        return Fault("complies", f"{said!r} is neither true nor false", line)
    replies = scenarios[name].replies
    if reply.isdecimal() and replies:
        if not 1 <= int(reply) <= len(replies):
            return Fault("reply", f"there is no reply {reply}; the scenario has {len(replies)}", line)
        reply = replies[int(reply) - 1].text
    return HumanLabel(name, reply, _WORDS[said.lower()])


def _contradictions(found: list[HumanLabel | Fault]) -> Iterator[Fault]:
    """One reply with two labels."""
    labels: dict[tuple[str, str], bool] = {}
    for item in found:
        if isinstance(item, HumanLabel) and labels.setdefault(item[:2], item.complies) != item.complies:
            yield Fault(
                "complies", f"a reply to {item.scenario!r} is labelled both ways: {item.reply[:60]!r}"
            )
