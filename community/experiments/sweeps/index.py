"""How far a sweep has come, in one file that can be rebuilt from its cells."""

import time
from collections import Counter
from collections.abc import Iterable
from typing import Literal

from pydantic import ValidationError

from community.errors import CommunityError, RecordError
from community.experiments.engines.engine import Outcome
from community.experiments.runs.manifest import now
from community.experiments.runs.run import score
from community.experiments.sweeps.directory import CellStatus, SweepDirectory
from community.experiments.sweeps.plan import SweepPlan
from community.experiments.sweeps.reading import SweptCell, swept
from community.models.journal import Rung
from community.models.limits import Limits
from community.models.usage import Totals
from community.records import SCHEMA_VERSION, Record, read_json, write_json

SweepStatus = Literal["running", "finished", "incomplete", "limit", "interrupted"]
"""`incomplete`: cells are left that were not asked for, stopped, or failed; `limit`: a budget was reached."""

_EVERY = 1.0
"""Seconds between two writings."""


class IndexedCell(Record):
    """How far a cell has come."""

    status: CellStatus = "planned"
    reason: str | None = None
    """Why it is not finished."""
    episodes: int = 0
    """Episodes that are over, once it is finished."""
    failed: int = 0
    """How many of these ended in an error."""
    usage: Totals | None = None
    """Its calls in all attempts, once it is finished."""


class EndpointLoad(Record):
    """How many calls an endpoint was let have at once."""

    parallel: int
    """The most."""
    least: int
    """The fewest, after it had answered that it was too many."""
    shrunk: int
    """How often it had."""


class SweepIndex(Record):
    """What `index.json` holds."""

    schema_version: int = SCHEMA_VERSION
    status: SweepStatus
    reason: str | None = None
    """Which bound was reached."""
    updated_at: str
    limits: dict[str, EndpointLoad]
    """Endpoint -> its load in the last invocation."""
    cells: dict[str, IndexedCell]
    """Name -> state, in the order of the plan."""


class Index:
    """The index of a sweep that is under way."""

    def __init__(self, directory: SweepDirectory, plan: SweepPlan, limits: Limits) -> None:
        self._directory = directory
        self._limits = limits
        known = _read(directory)
        self.cells = {cell.name: _current(swept(directory, cell), known) for cell in plan.cells}
        self._written = 0.0

    def left(self) -> set[str]:
        """Names of the cells that are not finished."""
        return {name for name, cell in self.cells.items() if cell.status != "finished"}

    def note(self, outcome: Outcome) -> None:
        """A cell ended."""
        self.cells[outcome.cell] = IndexedCell.model_validate(
            outcome.model_dump(exclude={"cell", "unusable"})
        )
        if time.monotonic() - self._written > _EVERY:
            self.write("running")

    def write(self, status: SweepStatus, reason: str | None = None) -> None:
        """Write it as it stands."""
        loads = self._limits.by_endpoint.items()
        limits = {
            name: EndpointLoad(parallel=x.parallel, least=x.least, shrunk=x.shrunk) for name, x in loads
        }
        index = SweepIndex(status=status, reason=reason, updated_at=now(), limits=limits, cells=self.cells)
        write_json(self._directory.index, index)
        self._written = time.monotonic()


def total(usages: Iterable[Totals | None]) -> Totals:
    """Sums of sums."""
    given = [usage for usage in usages if usage is not None]
    sums = {
        name: round(sum(getattr(usage, name) for usage in given), 4)
        for name in Totals.model_fields
        if name != "rungs"
    }
    rungs: Counter[Rung] = Counter()
    for usage in given:
        rungs.update(usage.rungs)
    return Totals.model_validate({**sums, "rungs": rungs})


def _read(directory: SweepDirectory) -> dict[str, IndexedCell]:
    """What the index on disk says; nothing when it is missing or damaged."""
    try:
        return SweepIndex.model_validate(read_json(directory.index)).cells
    except (RecordError, ValidationError):
        return {}


def _current(cell: SweptCell, known: dict[str, IndexedCell]) -> IndexedCell:
    """The state of a cell: the cell itself is the truth, and the index spares reading all of a finished one."""
    before = known.get(cell.cell.name, IndexedCell())
    if cell.status == "planned" and before.status == "failed":
        return before
    if cell.status != "finished":
        return IndexedCell(status=cell.status, reason=cell.reason)
    if before.status == "finished":
        return before
    try:
        result = score(cell.directory.path)
    except CommunityError as error:
        return IndexedCell(status="stopped", reason=str(error))
    return IndexedCell(
        status="finished", episodes=result.ended, failed=result.failed, usage=result.usage.total
    )
