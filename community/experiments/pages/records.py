"""The data of pages: of a run, of many runs, and of what is new on either."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field, SerializeAsAny

from community.experiments.runs.manifest import Manifest
from community.models.usage import UsageReport
from community.records import Record
from community.statistics.estimate import Estimate


class Headline(Record):
    """A number, what it is called, and what it means."""

    name: str
    label: str
    meaning: str
    number: SerializeAsAny[Estimate]


def headlines(metrics: Record, told: Mapping[str, tuple[str, str]]) -> list[Headline]:
    """Numbers of a record, by name, each with what it is called and what it means."""
    return [
        Headline(name=name, label=label, meaning=meaning, number=getattr(metrics, name))
        for name, (label, meaning) in told.items()
    ]


class RunOfPage(Record):
    """What is known of a run of any setting but for its transcripts; each setting adds its own."""

    name: str
    heading: str
    planned: int
    """Episodes that the run is made of."""
    manifest: Manifest
    config: dict[str, Any]
    headlines: tuple[Headline, ...]
    usage: UsageReport | None
    """None while the run goes on."""


class RunEntry(Record):
    """One run in a row."""

    name: str
    link: str | None = None
    """Address of its page; None where it has none."""
    sweep: str | None = None
    """Name of the sweep that it is a cell of."""
    status: str
    problem: str | None = None
    """Why nothing more is known of it."""
    repeats: str | None = None
    """Name of the run that counts in its place; None for a run that is in the means."""
    setting: str | None = None
    simulated: bool = False
    title: str = ""
    """What its setting tells it by first, such as the norm."""
    treatment: dict[str, str] = Field(default_factory=dict)
    """Everything else that makes it the run it is, but the seed."""
    seed: int | None = None
    planned: int = 0
    """Episodes that it is made of."""
    ended: int = 0
    """How many are over."""
    failed: int = 0
    """How many of these ended in an error."""
    numbers: Mapping[str, SerializeAsAny[Estimate]] = Field(default_factory=dict)
    curve: tuple[float | None, ...] = ()
    """How it went along the run; empty where nothing is learned from episode to episode."""


class GroupOfRuns(Record):
    """Runs that differ in nothing but their seeds."""

    place: str
    """The norm; or what else its setting puts side by side."""
    variant: str
    """What tells it apart from other groups at the same place."""
    simulated: bool
    runs: int
    open_runs: int
    """How many of these did not finish."""
    over: str
    """What the means and their errors are over: runs, or something within them."""
    numbers: Mapping[str, SerializeAsAny[Estimate]]


class SettingOfPage(Record):
    """The runs of one setting among many."""

    setting: str
    nouns: str
    """What its episodes are called."""
    titles: str
    """What the titles of its runs are."""
    places: str
    """What its groups are put side by side by."""
    note: str
    """What the means are over."""
    measures: Mapping[str, str]
    """Name of each number that there is a mean of -> what it is called."""
    columns: Mapping[str, str]
    """Name of each number that has a column in the table of runs -> its heading."""
    varying: tuple[str, ...]
    """The columns in which the runs differ, the place and the seed apart."""
    groups: tuple[GroupOfRuns, ...]
    """Empty until the episodes of every run have been read."""
    unread: int
    """Runs whose episodes have not been read yet."""


class OverviewOfPage(Record):
    """A folder of runs, or a sweep."""

    title: str
    looked_in: str | None
    """Where there is no run yet; None once there is one."""
    left_out: str
    """How many runs are in no mean, and why; empty where none is left out."""
    entries: tuple[RunEntry, ...]
    settings: tuple[SettingOfPage, ...]
