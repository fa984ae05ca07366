"""The cells of a study: every combination of its axes as a run that could start, or all that is wrong with them."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from pydantic import TypeAdapter, ValidationError

from community.config import Document, Location, faults_of
from community.errors import CommunityError, Fault, FileFaultsError, ModelCallError
from community.experiments.runs.config import RunSettings
from community.experiments.runs.directory import slug
from community.experiments.runs.manifest import Ingredients
from community.experiments.runs.settle import merge, nested
from community.experiments.sweeps.axes import Axis, AxisReader, Value
from community.experiments.sweeps.fingerprint import fingerprint, identity
from community.experiments.sweeps.study import Study
from community.models.pool import ModelPool

MOST_CELLS = 20_000
_LONGEST_NAME = 100


@dataclass(frozen=True)
class Cell:
    """One run of a sweep.

    Attributes:
        name: of its run directory: its labels and the head of its fingerprint.
        fingerprint: of all that can change its results.
        labels: axis -> label of its value, for the axes that it has a value of.
        config: of the run, with everything drawn that is drawn.
        ingredients: hashes of norms, prompts and questions.
    """

    name: str
    fingerprint: str
    labels: Mapping[str, str]
    config: RunSettings
    ingredients: Ingredients


@dataclass(frozen=True)
class StudyPlan:
    """All cells of a study, and its axes with their labels, in the order of the file."""

    axes: Mapping[str, tuple[str, ...]]
    cells: tuple[Cell, ...]


def plan_study(study: Study) -> StudyPlan:
    """Make the cells of a study; nothing is written and no endpoint is contacted.

    Raises:
        FileFaultsError: everything that is wrong with the study, with lines where they are known.
    """
    return _Planner(study).plan()


@dataclass(frozen=True)
class _Draft:
    """A combination of values that is not checked yet."""

    values: Mapping[str, Value]
    data: Mapping[str, Any]

    @property
    def labels(self) -> dict[str, str]:
        return {axis: value.label for axis, value in self.values.items()}


class _Planner:
    """Checks one study; a fault that many cells share is told once, where it stands in the file."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._setting = study.setting
        self._kind: type[RunSettings] = self._setting.config_type
        self._reader = AxisReader(study.document, frozenset(self._kind.model_fields) - {"setting"})
        self._wrong: dict[tuple[str, str], list[_Draft]] = {}
        """Path and message of a fault -> the cells that have it."""

    def plan(self) -> StudyPlan:
        config = self._study.config
        axes = {name: self._reader.read(name, given, ("axes", name)) for name, given in config.axes.items()}
        kept = self._kept(axes)
        included = list(self._included(axes))
        self._refuse_repetition(kept, included)
        drafts = [*kept, *included]
        cells = self._cells(drafts)
        self._reader.faults += [self._placed(*fault, having, drafts) for fault, having in self._wrong.items()]
        if not drafts and not self._reader.faults:
            self._reader.faults.append(Fault("exclude", "leaves no cell"))
        self._refuse()
        return StudyPlan(
            {name: tuple(value.label for value in axis.values) for name, axis in axes.items()}, cells
        )

    def _refuse(self) -> None:
        if self._reader.faults:
            faults = sorted(dict.fromkeys(self._reader.faults), key=lambda fault: fault.line or 0)
            raise FileFaultsError(self._study.document.file, faults)

    def _combined(self, axes: Sequence[Axis]) -> Iterator[_Draft]:
        base = {**self._study.config.base, "setting": self._study.config.setting}
        axes = [axis for axis in axes if axis.values]  # a faulty one is told already
        count = prod(len(axis.values) for axis in axes)
        if count > MOST_CELLS:
            told = ", ".join(axis.name for axis in axes)
            self._reader.faults.append(
                Fault("axes", f"{told} make {count:,} cells; at most {MOST_CELLS:,} can be planned")
            )
            self._refuse()
        for values in product(*(axis.values for axis in axes)):
            data = deepcopy(base)
            for value in values:
                _change(data, value.changes)
            yield _Draft(dict(zip((axis.name for axis in axes), values, strict=True)), data)

    def _kept(self, axes: Mapping[str, Axis]) -> list[_Draft]:
        """All combinations that no entry of `exclude` matches."""
        drafts = list(self._combined(list(axes.values())))
        for number, entry in enumerate(self._study.config.exclude):
            wanted: dict[str, set[str]] = {}
            for name, given in entry.items():
                place = ("exclude", number, name)
                if name in axes:
                    wanted[name] = self._reader.labels(axes[name], given, place)
                else:
                    self._fault(place, f"is no axis of this study; axes: {', '.join(axes)}")
            if wanted.keys() == entry.keys():
                drafts = [draft for draft in drafts if not _matches(draft, wanted)]
        return drafts

    def _included(self, axes: Mapping[str, Axis]) -> Iterator[_Draft]:
        for number, entry in enumerate(self._study.config.include):
            places = {name: ("include", number, name) for name in entry}
            read = [self._reader.read(name, entry[name], places[name], axes.get(name)) for name in entry]
            yield from self._combined(read)

    def _refuse_repetition(self, kept: Sequence[_Draft], included: Sequence[_Draft]) -> None:
        seen = {frozenset(draft.labels.items()) for draft in kept}
        for draft in included:
            labels = frozenset(draft.labels.items())
            if labels in seen:
                self._fault(("include",), f"the cell {_told(draft)} is there already")
            seen.add(labels)

    def _cells(self, drafts: Sequence[_Draft]) -> tuple[Cell, ...]:
        pool, cells = ModelPool(), list[Cell]()
        for draft in drafts:
            try:
                staged = self._setting.stage(self._kind.model_validate(draft.data), pool)
            except ValidationError as error:
                document = Document(draft.data, {}, "")
                for fault in faults_of(error, TypeAdapter(self._kind), document):
                    self._wrong.setdefault((fault.path, fault.message), []).append(draft)
            except CommunityError as error:
                if isinstance(error, ModelCallError):
                    raise
                self._wrong.setdefault(("", str(error)), []).append(draft)
            else:
                cells.append(_cell(draft, staged.config, staged.ingredients))
        return tuple(cells)

    def _placed(self, path: str, message: str, having: Sequence[_Draft], drafts: Sequence[_Draft]) -> Fault:
        """The fault of some cells, at the value that exactly these cells have, or else in the base."""
        head = path.partition(".")[0]
        ids = {id(draft) for draft in having}
        for axis, value in having[0].values.items():
            sharing = {id(draft) for draft in drafts if draft.values.get(axis) == value}
            apart = sharing == ids and (len(ids) < len(drafts) or not head)
            if apart or (sharing == ids and any(name.partition(".")[0] == head for name in value.changes)):
                return self._at(value.place, path, message)
        if head in self._study.config.base:
            return self._at(("base", *path.split(".")), "", message)
        if len(having) == len(drafts):
            return Fault(path, message)
        more = f" and {len(having) - 1} more" if len(having) > 1 else ""
        return Fault(f"cell {_told(having[0])}{more}", f"{path}: {message}" if path else message)

    def _at(self, place: Location, path: str, message: str) -> Fault:
        where = ".".join(map(str, place))
        inner = path.partition(".")[2]
        return Fault(f"{where}.{inner}" if inner else where, message, self._study.document.line(place))

    def _fault(self, place: Location, message: str) -> None:
        self._reader.faults.append(
            Fault(".".join(map(str, place)), message, self._study.document.line(place))
        )


def _change(data: dict[str, Any], changes: Mapping[str, Any]) -> None:
    """Put values into a configuration: a whole field is replaced, a dotted one changes what it names alone."""
    for name, value in changes.items():
        first, *inner = name.split(".")
        if inner:
            merge(data, nested([first, *inner], value))
        else:
            data[first] = value


def _matches(draft: _Draft, wanted: Mapping[str, set[str]]) -> bool:
    return all(draft.labels.get(axis) in labels for axis, labels in wanted.items())


def _told(draft: _Draft) -> str:
    return ", ".join(f"{axis}={label}" for axis, label in draft.labels.items())


def _cell(draft: _Draft, config: RunSettings, ingredients: Ingredients) -> Cell:
    mark = fingerprint(identity(config.model_dump(mode="json"), ingredients))
    name = "_".join(_part(axis, label) for axis, label in draft.labels.items())
    return Cell(f"{name[:_LONGEST_NAME]}_{mark[:8]}", mark, draft.labels, config, ingredients)


def _part(axis: str, label: str) -> str:
    """A label in a name; one that says nothing by itself is led by its axis."""
    telling = label[:1].isalpha() and label not in ("true", "false", "none")
    return slug(label if telling else f"{axis.rpartition('.')[2]}-{label}")
