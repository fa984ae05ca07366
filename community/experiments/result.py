"""The result of a run, folded from what is on disk: metrics from the events, usage from the journal of calls."""

from community.debate.integrity import Integrity
from community.debate.scoring import DebateMetrics, score_run
from community.experiments.config import RunConfig
from community.experiments.directory import RunDirectory
from community.experiments.log import read_events
from community.experiments.manifest import Status, read_manifest
from community.models.journal import read_calls
from community.models.usage import UsageReport, summarize
from community.records import SCHEMA_VERSION, Record, write_json


class RunResult(Record):
    """What `community run --json` prints: the headline numbers, then everything behind them."""

    schema_version: int = SCHEMA_VERSION
    run_dir: str
    status: Status
    simulated: bool
    """Scripted people took part: the numbers are no result about any model."""
    follow_rate: float | None
    accuracy: float | None
    admission_rate: float | None
    over_imitation: float | None
    belief: str | None
    integrity: Integrity
    usage: UsageReport
    metrics: DebateMetrics

    @property
    def failed_share(self) -> float:
        """Share of debates that ended in an error."""
        return self.metrics.failed / self.metrics.debates if self.metrics.debates else 0.0


def score(directory: RunDirectory, config: RunConfig) -> RunResult:
    """Recompute every metric from the records, finished run or not, write `metrics.json`, and give the result.

    No model is called and no norm is needed.
    """
    manifest = read_manifest(directory.manifest)
    metrics = score_run(read_events(directory.events), habits=bool(config.idiosyncratic))
    stamp = {"schema_version": SCHEMA_VERSION, "simulated": manifest.simulated}
    write_json(directory.metrics, {**stamp, **metrics.model_dump(mode="json")})
    return RunResult(
        run_dir=str(directory.path),
        status=manifest.status,
        simulated=manifest.simulated,
        follow_rate=metrics.follow_rate.value,
        accuracy=metrics.accuracy.value,
        admission_rate=metrics.admission_rate.value,
        over_imitation=metrics.over_imitation.value,
        belief=metrics.belief,
        integrity=metrics.integrity,
        usage=summarize(read_calls(directory.calls)),
        metrics=metrics,
    )
