"""What a setting brings, so that its runs have pages; a page knows no setting by name."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import ValidationError

from community.errors import UserError
from community.experiments.analysis.repeats import Experiment
from community.experiments.analysis.rows import FoundRun, Row
from community.experiments.pages.records import GroupOfRuns, Headline, RunEntry, RunOfPage
from community.experiments.pages.texts import encodable
from community.experiments.runs.config import RunSettings
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.manifest import Manifest
from community.experiments.runs.setting import read_config
from community.models.journal import read_calls
from community.models.usage import summarize
from community.plugins import load_object
from community.records import Record, read_json

C = TypeVar("C", bound=RunSettings)
R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class ReadRun:
    """A run as it is read for a page of many.

    Attributes:
        entry: its row of the table.
        rows: of its episodes; None before these have been read.
        experiment: what it is a run of; None where nothing is known of it.
    """

    entry: RunEntry
    rows: Sequence[Row] | None
    experiment: Experiment | None = None


class RunPages(ABC, Generic[C]):
    """One run, as its pages are made from its events again and again while it goes on."""

    scripts: ClassVar[tuple[str, ...]]
    """What shows it, in `assets`; a script of these defines `SETTING`, see `assets/run.js`."""

    def __init__(self, directory: RunDirectory, config: C) -> None:
        self.directory = directory
        self.config = config

    @property
    def planned(self) -> int:
        """Episodes that the run is made of."""
        return self.config.episodes

    @property
    def heading(self) -> str:
        """What the page is called, until its setting knows better."""
        return " · ".join(self.config.title[:2])

    @abstractmethod
    def page(self, manifest: Manifest, events: Sequence[Any]) -> RunOfPage:
        """The run, from the events so far, with a line about each thing that has a transcript."""

    @abstractmethod
    def transcripts(self, events: Sequence[Any], start: int = 0) -> Sequence[Record]:
        """What there is to read, from the line at `start` on."""

    def common(self, manifest: Manifest, headlines: Iterable[Headline]) -> dict[str, Any]:
        """What the pages of all settings have."""
        over = manifest.status != "running"
        return {
            "name": encodable(self.directory.path.resolve().name),
            "heading": self.heading,
            "planned": self.planned,
            "manifest": manifest,
            "config": self.config.model_dump(mode="json"),
            "headlines": tuple(headlines),
            "usage": summarize(read_calls(self.directory.calls)) if over else None,
        }


class SettingPages(ABC, Generic[C]):
    """One kind of run on pages, alone and among others."""

    run_type: type[RunPages[C]]
    titles: ClassVar[str]
    """What runs are told by first: the norm, or something else."""
    places: ClassVar[str]
    """What means are put side by side by."""
    note: ClassVar[str]
    """What the means are over, in a sentence or two."""
    measures: ClassVar[Mapping[str, str]]
    """Name of each number between 0 and 1 that there is a mean of -> what it is called."""
    columns: ClassVar[Mapping[str, str]]
    """Name of each number of an entry that has a column in the table of runs -> its heading."""
    constant: ClassVar[tuple[str, ...]]
    """Columns of the rows of episodes that do not tell runs apart."""

    @abstractmethod
    def entry(self, run: FoundRun[C]) -> Mapping[str, Any]:
        """What a row of the table of runs says of a run, without its rows of episodes.

        Raises:
            RecordError: the records are damaged.
        """

    @abstractmethod
    def groups(self, runs: Sequence[ReadRun], columns: Sequence[str]) -> Iterable[GroupOfRuns]:
        """Means over runs that are alike in these columns."""


def read_metrics(run: FoundRun[Any], kind: type[R]) -> R | None:
    """The numbers of a run as they were written at its end; None before that, and for those of another version."""
    if run.status == "finished" and run.directory.metrics.is_file():
        with suppress(ValidationError):
            return kind.model_validate(read_json(run.directory.metrics))
    return None


def treatment_of_page(
    treated: Mapping[str, Any], factors: Sequence[str], but: Sequence[str]
) -> dict[str, str]:
    """The columns of a treatment that have something in them, as they are read."""
    return {name: str(treated[name]) for name in factors if name not in but and treated[name]}


PAGES = {
    "debate": "community.experiments.pages.debates.setting:DebatePages",
    "scenarios": "community.experiments.pages.scenarios.setting:ScenarioPages",
    "chat": "community.experiments.pages.chats.setting:ChatPages",
}
"""Setting -> the class that makes pages of its runs."""


def pages_of(setting: str) -> SettingPages[Any]:
    """What a setting brings.

    Raises:
        UserError: its runs have no pages.
    """
    if setting not in PAGES:
        raise UserError(f"runs of setting {setting!r} have no pages")
    kind: Any = load_object(PAGES[setting], f"the pages of setting {setting!r}")
    pages: SettingPages[Any] = kind()
    return pages


def open_pages(directory: RunDirectory) -> RunPages[Any]:
    """A run whose pages can be made.

    Raises:
        UserError: its configuration is faulty, or its setting has no pages.
    """
    config = read_config(directory)
    return pages_of(config.setting).run_type(directory, config)
