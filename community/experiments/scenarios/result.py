"""The result of a run of scenarios."""

from collections.abc import Iterator

from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import read_events
from community.experiments.runs.manifest import read_manifest
from community.experiments.runs.result import RunResult, on_record, write_metrics
from community.experiments.scenarios.config import ScenarioRunConfig
from community.scenarios.config import BASELINE, CONDITIONS
from community.scenarios.records import read_event
from community.scenarios.scoring import ScenarioMetrics, score_scenarios

_SHARES = ("accuracy", "compliance", "consistency")


def _numbers() -> Iterator[str]:
    for condition in CONDITIONS:
        yield from (f"{share}_{condition}" for share in _SHARES)
        if condition != BASELINE:
            yield f"delta_{condition}"
    yield from ("judge_and_rule", "failed", "no_verdict")


NUMBERS = tuple(_numbers())
"""Numbers that can be demanded: a share or the change in accuracy under a condition, and a few of the whole run."""


class JudgedMetrics(ScenarioMetrics):
    """What `metrics.json` holds: the numbers, and whose verdicts they rest on."""

    judge: str
    """The model that decided."""
    replies_from: str | None
    """The run whose replies were judged anew; None where the replies are the run's own."""


class ScenarioResult(RunResult):
    """What `community scenarios run --json` prints: the headline numbers, then everything behind them."""

    subject: str
    judge: str
    accuracy: dict[str, float | None]
    """Condition -> share of scenarios in which at least half of the replies comply."""
    compliance: dict[str, float | None]
    """Condition -> share of replies that comply."""
    consistency: dict[str, float | None]
    """Condition -> share of scenarios whose replies all have the same verdict."""
    skipped: tuple[str, ...]
    """What the data set holds besides that could not be used, and why."""
    metrics: JudgedMetrics

    @property
    def ended(self) -> int:
        return sum(score.replies + score.failed for score in self.metrics.conditions)

    @property
    def failed(self) -> int:
        return sum(score.failed for score in self.metrics.conditions)

    def number(self, name: str) -> float | None:
        if name == "failed":
            return self.failed
        if name == "no_verdict":
            return sum(score.no_verdict for score in self.metrics.conditions)
        if name == "judge_and_rule":
            return self.metrics.judge_and_rule.accuracy
        kind, _, condition = name.partition("_")
        if kind == "delta":
            deltas = {each.condition: each.delta.value for each in self.metrics.comparisons}
            return next((value for key, value in deltas.items() if key == condition), None)
        shares: dict[str, float | None] = getattr(self, kind)
        return shares.get(condition)


def score_run(directory: RunDirectory, config: ScenarioRunConfig) -> ScenarioResult:
    """Fold the events into metrics and the journal into usage, and write `metrics.json`."""
    manifest = read_manifest(directory.manifest)
    scored = score_scenarios(read_events(directory.events, read_event))
    whose = {"judge": config.judge, "replies_from": config.replies_from}
    metrics = JudgedMetrics.model_validate({**dict(scored), **whose})
    write_metrics(directory, manifest, metrics)
    return ScenarioResult(
        **on_record(directory, manifest, config),
        subject=config.subject,
        judge=config.judge,
        accuracy={score.condition: score.accuracy.value for score in metrics.conditions},
        compliance={score.condition: score.compliance.value for score in metrics.conditions},
        consistency={score.condition: score.consistency.value for score in metrics.conditions},
        skipped=manifest.skipped,
        metrics=metrics,
    )
