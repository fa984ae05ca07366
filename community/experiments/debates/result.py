"""The result of a debate run."""

from community.debate import read_event
from community.debate.integrity import DebateIntegrity
from community.debate.scoring import DebateMetrics, score_debates
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import read_events
from community.experiments.runs.manifest import read_manifest
from community.experiments.runs.result import RunResult, on_record, write_metrics

NUMBERS = (
    "follow_rate",
    "initial_follow_rate",
    "accuracy",
    "initial_accuracy",
    "community_accuracy",
    "admission_rate",
    "over_imitation",
    "belief_agreement",
    "first_admission",
    "failed",
    "insider_compliance",
    "unaided_compliance",
    "violations_refused",
    "false_refusals",
)
"""Numbers that can be demanded: metrics and treatment integrity."""


class DebateResult(RunResult):
    """What `community run --json` prints: the headline numbers, then everything behind them."""

    follow_rate: float | None
    accuracy: float | None
    admission_rate: float | None
    over_imitation: float | None
    belief: str | None
    integrity: DebateIntegrity
    metrics: DebateMetrics

    @property
    def ended(self) -> int:
        return self.metrics.debates

    @property
    def failed(self) -> int:
        return self.metrics.failed

    def number(self, name: str) -> float | None:
        found = getattr(self.metrics, name, getattr(self.integrity, name, None))
        return getattr(found, "value", found)


def score_run(directory: RunDirectory, config: DebateRunConfig) -> DebateResult:
    """Fold the events into metrics and the journal into usage, and write `metrics.json`."""
    manifest = read_manifest(directory.manifest)
    metrics = score_debates(read_events(directory.events, read_event), habits=bool(config.idiosyncratic))
    write_metrics(directory, manifest, metrics)
    return DebateResult(
        **on_record(directory, manifest, config),
        follow_rate=metrics.follow_rate.value,
        accuracy=metrics.accuracy.value,
        admission_rate=metrics.admission_rate.value,
        over_imitation=metrics.over_imitation.value,
        belief=metrics.belief,
        integrity=metrics.integrity,
        metrics=metrics,
    )
