"""The result of a run of chats."""

from community.chat.integrity import ChatIntegrity
from community.chat.records import read_event
from community.chat.scoring import ChatMetrics, score_chats
from community.experiments.chats.config import ChatRunConfig
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import read_events
from community.experiments.runs.manifest import read_manifest
from community.experiments.runs.result import RunResult, on_record, write_metrics

_MEANS = (
    "follow_rate",
    "first_compliance",
    "repair",
    "unsanctioned_repair",
    "change_after_own",
    "change_after_observed",
    "change_after_neither",
    "over_imitation",
    "relapse",
    "adaptation",
    "belief_agreement",
)
_COUNTS = ("failed", "messages", "never_complied", "uptakes", "fallbacks")
_ABILITIES = ("responsiveness", "first_opportunity")
NUMBERS = (*_MEANS, *_ABILITIES, *_COUNTS, *ChatIntegrity.model_fields)
"""Numbers that can be demanded: metrics, abilities and treatment integrity."""


class ChatResult(RunResult):
    """What `community chat --json` prints: the headline numbers, then everything behind them."""

    follow_rate: float | None
    repair: float | None
    relapse: float | None
    over_imitation: float | None
    beliefs: dict[str, str | None]
    """Newcomer -> what its module believed last."""
    integrity: ChatIntegrity
    metrics: ChatMetrics

    @property
    def ended(self) -> int:
        return self.metrics.chats

    @property
    def failed(self) -> int:
        return self.metrics.failed

    def number(self, name: str) -> float | None:
        holders = (self.metrics, self.metrics.scene, self.integrity)
        found = next(getattr(holder, name) for holder in holders if hasattr(holder, name))
        return getattr(found, "value", found)


def score_run(directory: RunDirectory, config: ChatRunConfig) -> ChatResult:
    """Fold the events into metrics and the journal into usage, and write `metrics.json`."""
    manifest = read_manifest(directory.manifest)
    metrics = score_chats(read_events(directory.events, read_event))
    write_metrics(directory, manifest, metrics)
    return ChatResult(
        **on_record(directory, manifest, config),
        follow_rate=metrics.follow_rate.value,
        repair=metrics.repair.value,
        relapse=metrics.relapse.value,
        over_imitation=metrics.over_imitation.value,
        beliefs=metrics.beliefs,
        integrity=metrics.integrity,
        metrics=metrics,
    )
