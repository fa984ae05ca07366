"""The plan of a sweep as it stands on disk, and the refusal to go on under another one."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from community.config import Document, in_one_line, validate
from community.errors import RecordError, UserError
from community.experiments.runs.config import differing_fields
from community.experiments.runs.manifest import Ingredients
from community.experiments.runs.setting import setting_named
from community.experiments.sweeps import fingerprint
from community.experiments.sweeps.cells import Cell, StudyPlan
from community.experiments.sweeps.study import Study
from community.records import SCHEMA_VERSION, Record, read_json


class PlannedIngredients(Record):
    """What a cell is made of besides its configuration, by hash."""

    norms: dict[str, str]
    prompts: dict[str, str]
    questions: str


class PlannedCell(Record):
    """One cell of the plan."""

    name: str
    """Of its run directory, in `cells/`."""
    fingerprint: str
    """Of all that can change its results."""
    labels: dict[str, str]
    """Axis -> label of its value."""
    simulated: bool
    """Scripted people take part: its numbers are no result about any model."""
    config: dict[str, Any]
    """The resolved configuration of the run."""
    ingredients: PlannedIngredients

    @classmethod
    def of(cls, cell: Cell) -> "PlannedCell":
        """A cell as it is written."""
        return cls(
            name=cell.name,
            fingerprint=cell.fingerprint,
            labels=dict(cell.labels),
            simulated=cell.config.simulated,
            config=cell.config.model_dump(mode="json"),
            ingredients=PlannedIngredients.model_validate(asdict(cell.ingredients)),
        )

    def cell(self, setting: str) -> Cell:
        """The cell as it was planned.

        Raises:
            FileFaultsError: its configuration is none.
        """
        kind = setting_named(setting).config_type
        config = validate(Document(self.config, {}, f"plan of cell {self.name}"), kind)
        ingredients = Ingredients(**self.ingredients.model_dump())
        return Cell(self.name, self.fingerprint, self.labels, config, ingredients)


class SweepPlan(Record):
    """What `plan.json` holds: all cells of a sweep, in the order of the study."""

    schema_version: int = SCHEMA_VERSION
    fingerprint_version: int
    title: str
    setting: str
    axes: dict[str, tuple[str, ...]]
    """Axis -> the labels of its values, in the order of the study."""
    cells: tuple[PlannedCell, ...]

    @classmethod
    def of(cls, study: Study, plan: StudyPlan) -> "SweepPlan":
        """A plan as it is written."""
        return cls(
            fingerprint_version=fingerprint.VERSION,
            title=study.config.title,
            setting=study.config.setting,
            axes=dict(plan.axes),
            cells=tuple(map(PlannedCell.of, plan.cells)),
        )

    @property
    def simulated(self) -> bool:
        """Whether scripted people take part in some cell."""
        return any(cell.simulated for cell in self.cells)


def read_plan(path: Path) -> SweepPlan:
    """The plan on disk.

    Raises:
        RecordError: it is missing or no plan.
    """
    try:
        return SweepPlan.model_validate(read_json(path))
    except ValidationError as error:
        raise RecordError(f"{path} is not the plan of a sweep: {in_one_line(error)}") from error


def refuse_changes(before: SweepPlan, after: SweepPlan, started: Iterable[str], out: str) -> None:
    """Refuse a study under which cells that have begun would be others; cells may be added, or dropped unbegun.

    Args:
        before: the plan under which the cells began.
        after: the plan of the study as it is now.
        started: names of the cells that have a run directory.
        out: the sweep's directory, for the message.

    Raises:
        UserError: names the first such cell, how it differs, and the way to go on.
    """
    way_on = f"go on with the study as it was ({out}/study.yaml), or sweep into another directory with --out"
    if before.fingerprint_version != after.fingerprint_version:
        versions = f"{before.fingerprint_version}, now {after.fingerprint_version}"
        raise UserError(f"{out} was planned with fingerprints of version {versions}; {way_on}")
    now = {cell.name for cell in after.cells}
    changed = [cell for cell in before.cells if cell.name in set(started) and cell.name not in now]
    if changed:
        more = f" (and {len(changed) - 1} more)" if len(changed) > 1 else ""
        told = _difference(changed[0], after)
        raise UserError(
            f"cell {changed[0].name}{more} has begun in {out} and the study has changed: {told}; {way_on}"
        )


def _difference(cell: PlannedCell, plan: SweepPlan) -> str:
    other = next((one for one in plan.cells if one.labels == cell.labels), None)
    if other is None:
        return "it is no longer one of its cells"
    return f"differing: {', '.join(differing_fields(_identity(cell), _identity(other))) or 'prompts'}"


def _identity(cell: PlannedCell) -> Mapping[str, Any]:
    return fingerprint.identity(cell.config, Ingredients(**cell.ingredients.model_dump()))
