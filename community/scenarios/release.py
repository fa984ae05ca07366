"""Scenarios as LoSoNA publishes them: rows of a JSON-lines file or of the Hub; a faulty row is named, never hidden."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from community.errors import Fault, UserError
from community.scenarios.published import scenario_of
from community.scenarios.scenario import Scenario
from community.tasks.bank.row import Row
from community.tasks.bank.source import read_hub, read_json_lines

HUB_NAME = "Humalike-ai/LoSoNA"
HUB_REVISION = "88d0846588c967e990157de06477595224f427da"
"""The state of the published set that is read when no other is named."""
_HUB = "hf:"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A row that is no scenario, and all that is wrong with it.

    Attributes:
        row: its number, counted from 1; of what is not even JSON, the number of the line.
        id: of the scenario; "" when the row has none.
        faults: each with the field.
    """

    row: int
    id: str
    faults: tuple[Fault, ...]

    def __str__(self) -> str:
        name = f" ({self.id})" if self.id else ""
        return f"row {self.row}{name} is left out: {'; '.join(map(str, self.faults))}"


@dataclass(frozen=True, slots=True)
class Release:
    """What was read.

    Attributes:
        source: as it was named.
        scenarios: those that can be played, in the order of the rows.
        skipped: the other rows.
    """

    source: str
    scenarios: tuple[Scenario, ...]
    skipped: tuple[Skipped, ...]


def is_release(source: str) -> bool:
    """Whether a source names published rows, rather than a scenario by id or by its YAML file."""
    return source.startswith(_HUB) or source.endswith(".jsonl")


def read_release(source: str) -> Release:
    """The scenarios in a JSON-lines file, or of `hf:OWNER/NAME[@REVISION]`.

    Raises:
        MissingExtraError: the Hub is asked for and `datasets` is not installed.
        UserError: the source cannot be read, or no row of it is a scenario.
    """
    broken: list[Fault] = []
    scenarios: dict[str, Scenario] = {}
    skipped: list[Skipped] = []
    for row in _rows(source, broken):
        faults: list[Fault] = []
        scenario = scenario_of(row.fields, source, faults)
        if scenario is not None and scenario.id in scenarios:
            faults.append(Fault("scenario_id", "is given twice"))
        if scenario is None or faults:
            skipped.append(Skipped(row.number, row.text("scenario_id"), tuple(faults)))
        else:
            scenarios[scenario.id] = scenario
    skipped += [Skipped(fault.line or 0, "", (Fault("", fault.message),)) for fault in broken]
    skipped.sort(key=lambda item: item.row)
    if not scenarios:
        reason = f": {skipped[0]}" if skipped else ""
        raise UserError(f"{source}: has no row that can be used{reason}")
    return Release(source, tuple(scenarios.values()), tuple(skipped))


def _rows(source: str, broken: list[Fault]) -> Iterator[Row]:
    if not source.startswith(_HUB):
        return read_json_lines(Path(source).expanduser(), broken)
    name, _, revision = source.removeprefix(_HUB).partition("@")
    revision = revision or (HUB_REVISION if name == HUB_NAME else "main")
    instead = "a downloaded copy works as PATH.jsonl"
    return read_hub(name, purpose=f"reading {source}", instead=instead, revision=revision)
