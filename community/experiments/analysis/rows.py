"""A row of a table of observations: what every setting's rows share, and what a setting has to bring."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from community.errors import UnknownIdError
from community.experiments.runs.config import RunSettings
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.manifest import Manifest
from community.experiments.runs.manifest import Status as RunStatus
from community.records import Record
from community.statistics.interval import Span

Scale = Literal["share", "change", "count", "rating"]
"""`change`: of a share; `count`: of what it took until something happened, that included; `rating`: from 1 to 7."""
SPANS: Mapping[Scale, Span] = {
    "share": Span(0, 1),
    "change": Span(-1, 1),
    "count": Span(1, math.inf),
    "rating": Span(1, 7),
}
"""Where the values of a measure lie."""
Status = Literal["finished", "failed", "unfinished"]
_MAPPINGS = ("labels", "missing")
C = TypeVar("C", bound=RunSettings)


class Row(Record):
    """One episode, or a part of one: where it comes from, how it was treated, what was measured."""

    called: ClassVar[str]
    """What several of them are called."""
    measures: ClassVar[Mapping[str, Scale]]
    """The columns that are numbers to average."""
    headline: ClassVar[tuple[str, ...]]
    """Those of them that a comparison looks at unless others are named."""
    factors: ClassVar[tuple[str, ...]]
    """The columns that together are the treatment, the seed apart."""
    within: ClassVar[tuple[str, ...]] = ()
    """Those of them that differ from row to row of a run."""
    clustered_by: ClassVar[Literal["run", "question"]] = "run"
    """What makes rows hang together: what was learned in a run, or that they answer the same question."""

    setting: str
    """The kind of run."""
    sweep: str | None
    """The directory of the sweep that the run is a cell of."""
    run_dir: str
    """The run's directory; rows of one run are not independent of each other."""
    run_status: RunStatus
    """How far the run came; every row of a run that did not finish says so here."""
    simulated: bool
    """Scripted people took part: the numbers are no result about any model."""
    labels: dict[str, str]
    """Axis of the sweep -> label of its value in this cell; empty outside sweeps."""
    seed: int
    index: int
    """Which episode of its run, counted from 1."""
    question: str | None
    """Id of what it is about."""
    status: Status
    reason: str | None
    """Why it failed."""
    missing: dict[str, str]
    """Measure -> why it is null, for each that is."""

    @classmethod
    def columns(cls) -> tuple[str, ...]:
        """All columns in order, `labels` and `missing` as they are."""
        return tuple(cls.model_fields)

    @classmethod
    def scale(cls, measure: str) -> Scale:
        """What kind of number a measure is, and so where its values lie.

        Raises:
            UnknownIdError: there is no such measure.
        """
        if measure not in cls.measures:
            raise UnknownIdError("measure", measure, cls.measures)
        return cls.measures[measure]

    def value(self, measure: str) -> float | None:
        """A measure as a number.

        Raises:
            UnknownIdError: there is no such measure.
        """
        self.scale(measure)
        found: float | None = getattr(self, measure)
        return found

    def level(self, column: str) -> str | int | bool | None:
        """What a row is grouped by: the label of an axis of its sweep, or else a column of its own.

        Raises:
            UnknownIdError: there is neither.
        """
        if column in self.labels:
            return self.labels[column]
        if column not in type(self).model_fields or column in _MAPPINGS:
            known = [name for name in self.columns() if name not in _MAPPINGS]
            raise UnknownIdError("column", column, [*self.labels, *known])
        return getattr(self, column)


def measured(values: Mapping[str, float | None], why: Mapping[str, str]) -> dict[str, Any]:
    """The columns of measures, with the reason in `missing` for each that is null."""
    return {**values, "missing": {name: why[name] for name, value in values.items() if value is None}}


@dataclass(frozen=True)
class FoundRun(Generic[C]):
    """A run as it was found on disk.

    Attributes:
        directory: its files.
        config: its resolved configuration.
        manifest: what it was made of and how far it came; None before it has begun.
        sweep: the directory of the sweep that it is a cell of.
        labels: its labels there.
    """

    directory: RunDirectory
    config: C
    manifest: Manifest | None
    sweep: str | None
    labels: Mapping[str, str]

    @property
    def status(self) -> RunStatus:
        """How far it came."""
        return self.manifest.status if self.manifest else "running"

    @property
    def shared(self) -> dict[str, Any]:
        """The columns that all rows of the run have alike, whatever the setting."""
        return {
            "setting": self.config.setting,
            "sweep": self.sweep,
            "run_dir": str(self.directory.path),
            "run_status": self.status,
            "simulated": self.config.simulated,
            "labels": dict(self.labels),
            "seed": self.config.seed,
        }


class Observer(Protocol):
    """What a setting brings, so that its runs can be tabulated."""

    def episodes(self, run: FoundRun[Any]) -> Iterator[Row]:
        """One row for each episode that began, in order.

        Raises:
            RecordError: the records are damaged.
        """
        ...

    def rounds(self, run: FoundRun[Any]) -> Iterator[Row]:
        """One row for each round of a finished episode, in order.

        Raises:
            RecordError: the records are damaged.
        """
        ...
