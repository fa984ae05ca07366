"""The result of a run, folded from what is on disk: metrics from the events, usage from the journal of calls."""

from abc import abstractmethod
from typing import Any

from community.experiments.runs.config import RunSettings
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.manifest import Manifest, Status
from community.models.journal import read_calls
from community.models.usage import UsageReport, summarize
from community.records import SCHEMA_VERSION, Record, write_json


class RunResult(Record):
    """What a command prints with `--json` when a run is over; each setting adds its headline numbers and metrics."""

    schema_version: int = SCHEMA_VERSION
    setting: str
    run_dir: str
    status: Status
    simulated: bool
    """Scripted people took part: the numbers are no result about any model."""
    usage: UsageReport

    @property
    @abstractmethod
    def ended(self) -> int:
        """How many episodes are over."""

    @property
    @abstractmethod
    def failed(self) -> int:
        """How many of them ended in an error."""

    @abstractmethod
    def number(self, name: str) -> float | None:
        """One of the setting's `numbers` by name; None when there is nothing to compute it from."""

    @property
    def failed_share(self) -> float:
        """Share of episodes that ended in an error."""
        return self.failed / self.ended if self.ended else 0.0


def on_record(directory: RunDirectory, manifest: Manifest, config: RunSettings) -> dict[str, Any]:
    """The fields that the result of every run has."""
    return {
        "setting": config.setting,
        "run_dir": str(directory.path),
        "status": manifest.status,
        "simulated": manifest.simulated,
        "usage": summarize(read_calls(directory.calls)),
    }


def write_metrics(directory: RunDirectory, manifest: Manifest, metrics: Record) -> None:
    """Write `metrics.json`, which says of itself whether it is simulated."""
    stamp = {"schema_version": SCHEMA_VERSION, "simulated": manifest.simulated}
    write_json(directory.metrics, {**stamp, **metrics.model_dump(mode="json")})
