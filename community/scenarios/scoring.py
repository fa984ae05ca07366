"""Every number of a run of scenarios, from its events alone (definitions in `docs/scenarios.md`)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from community.records import Record
from community.scenarios.config import BASELINE, CONDITIONS, Condition
from community.scenarios.labels import label_of, majority, unanimous
from community.scenarios.records import Event, ReplyEvent
from community.statistics.agreement import Agreement, agreement
from community.statistics.bootstrap import bootstrap_mean
from community.statistics.clustered import ClusteredMean
from community.statistics.estimate import share
from community.statistics.observations import Observation
from community.statistics.paired import differences

_SEED = 0
"""Of the bootstrap: the same events always give the same intervals."""


class ConditionScore(Record):
    """How a subject did under one condition; intervals are by a percentile bootstrap over scenarios."""

    condition: Condition
    accuracy: ClusteredMean
    """Share of scenarios in which at least half of the k replies comply; one that verdicts are lacking to settle is
    missing."""
    compliance: ClusteredMean
    """Share of replies that comply."""
    consistency: ClusteredMean
    """Share of scenarios in which all k replies have the same verdict, be it a breach."""
    replies: int
    """Replies that were written; a failed one was not."""
    failed: int
    no_verdict: int
    """Replies that no judge could decide; they are in no share."""
    faults: dict[str, int]
    """How many replies had which fault of form."""


class Comparison(Record):
    """What a condition changes in accuracy, scenario by scenario, over those that both conditions settle."""

    condition: Condition
    baseline: Condition
    delta: ClusteredMean
    """Mean difference in accuracy, with a percentile bootstrap over scenarios."""
    recovered: int
    """Scenarios that fail under the baseline and succeed under the condition."""
    failures: int
    """Scenarios that fail under the baseline: as many could recover."""
    regressed: int
    """Scenarios that succeed under the baseline and fail under the condition."""
    successes: int
    """Scenarios that succeed under the baseline: as many could regress."""


class Diagnostic(Record):
    """The scenarios of one norm, or of one event, under one condition: too few for a claim, good for a look."""

    group: str
    condition: Condition
    scenarios: int
    accuracy: float | None
    compliance: float | None
    missing: int
    """Replies without a verdict, for whatever reason."""


class ScenarioMetrics(Record):
    """The numbers of one run of scenarios."""

    scenarios: int
    trials: int
    """k, the replies asked for to each scenario under each condition."""
    conditions: tuple[ConditionScore, ...]
    comparisons: tuple[Comparison, ...]
    """Of each other condition with `naive`; empty without it."""
    by_norm: tuple[Diagnostic, ...]
    """Diagnostic only."""
    by_event: tuple[Diagnostic, ...]
    """Diagnostic only."""
    judge_and_rule: Agreement
    """The judge against the norms' own rules, on the replies that both have decided and that are not empty."""


def score_scenarios(events: Sequence[Event]) -> ScenarioMetrics:
    """All metrics of a run, finished or not; no model, norm or scenario is needed."""
    trials = 1 + max((event.trial for event in events), default=0)
    arms = _arms(events, trials)
    return ScenarioMetrics(
        scenarios=len({event.scenario for event in events}),
        trials=trials,
        conditions=tuple(_score(arm) for arm in arms),
        comparisons=tuple(_compare(arm, arms[0]) for arm in arms[1:] if arms[0].condition == BASELINE),
        by_norm=_diagnose(arms, lambda event: event.norm),
        by_event=_diagnose(arms, lambda event: event.event),
        judge_and_rule=_judge_and_rule(events),
    )


@dataclass(frozen=True)
class _Arm:
    """The replies under one condition."""

    condition: Condition
    trials: int
    cases: Mapping[str, Sequence[ReplyEvent]]
    """By scenario."""

    def labels(self, scenario: str) -> list[bool | None]:
        """One verdict a trial; None also for a trial that has not been played."""
        found = {event.trial: event.complies for event in self.cases[scenario]}
        return [found.get(trial) for trial in range(self.trials)]

    def observed(self, value: Callable[[list[bool | None]], bool | None]) -> dict[str, Observation]:
        """One observation a scenario."""
        return {name: _observation(value(self.labels(name)), name) for name in self.cases}


def _arms(replies: Sequence[ReplyEvent], trials: int) -> list[_Arm]:
    cases: dict[Condition, dict[str, list[ReplyEvent]]] = defaultdict(lambda: defaultdict(list))
    for event in sorted(replies, key=lambda event: event.ends):
        cases[event.condition][event.scenario].append(event)
    return [_Arm(condition, trials, cases[condition]) for condition in CONDITIONS if condition in cases]


def _observation(label: bool | None, scenario: str, *, failed: bool = False) -> Observation:
    return Observation(None if label is None else float(label), scenario, failed=failed)


def _score(arm: _Arm) -> ConditionScore:
    events = [event for events in arm.cases.values() for event in events]
    written = [event for event in events if not event.failed]
    labels = [_observation(event.complies, event.scenario, failed=event.failed) for event in events]
    unplayed = len(arm.cases) * arm.trials - len(events)
    return ConditionScore(
        condition=arm.condition,
        accuracy=_bootstrapped(list(arm.observed(majority).values())),
        compliance=_bootstrapped([*labels, *[_observation(None, "")] * unplayed]),
        consistency=_bootstrapped(list(arm.observed(unanimous).values())),
        replies=len(written),
        failed=len(events) - len(written),
        no_verdict=sum(event.complies is None for event in written),
        faults=dict(sorted(Counter(fault for event in written for fault in event.faults).items())),
    )


def _compare(arm: _Arm, baseline: _Arm) -> Comparison:
    first, second = baseline.observed(majority), arm.observed(majority)
    moves = Counter((before.value, second[name].value) for name, before in first.items() if name in second)
    return Comparison(
        condition=arm.condition,
        baseline=baseline.condition,
        delta=_bootstrapped(differences(first, second).observations),
        recovered=moves[0.0, 1.0],
        failures=moves[0.0, 0.0] + moves[0.0, 1.0],
        regressed=moves[1.0, 0.0],
        successes=moves[1.0, 0.0] + moves[1.0, 1.0],
    )


def _bootstrapped(observations: Sequence[Observation]) -> ClusteredMean:
    return bootstrap_mean(observations, seed=_SEED)


def _diagnose(arms: Sequence[_Arm], group_of: Callable[[ReplyEvent], str]) -> tuple[Diagnostic, ...]:
    found: list[Diagnostic] = []
    for arm in arms:
        groups: dict[str, list[str]] = defaultdict(list)
        for name, events in arm.cases.items():
            groups[group_of(events[0])].append(name)
        found += [_diagnostic(arm, group, names) for group, names in groups.items()]
    return tuple(sorted(found, key=lambda item: (item.group, CONDITIONS.index(item.condition))))


def _diagnostic(arm: _Arm, group: str, scenarios: Sequence[str]) -> Diagnostic:
    labels = [arm.labels(name) for name in scenarios]
    every = [label for each in labels for label in each]
    return Diagnostic(
        group=group,
        condition=arm.condition,
        scenarios=len(scenarios),
        accuracy=share([majority(each) for each in labels]),
        compliance=share(every),
        missing=every.count(None),
    )


def _judge_and_rule(replies: Sequence[ReplyEvent]) -> Agreement:
    both = [event for event in replies if event.rule and event.reply and event.reply.strip()]
    return agreement(
        [label_of(event.complies) for event in both],
        [label_of(event.rule.complies if event.rule else None) for event in both],
    )
