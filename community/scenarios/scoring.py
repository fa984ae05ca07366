"""Every number of runs of scenarios, from their events alone (definitions in `docs/scenarios.md`)."""

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

ONE_REPLY = "one reply cannot disagree with itself; it takes k of 2 or more"
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
    """Share of scenarios in which all k replies have the same verdict, be it a breach; null at k = 1."""
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
    """The numbers of one run of scenarios, or of several of the same treatment."""

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


def score_scenarios(*runs: Sequence[Event]) -> ScenarioMetrics:
    """All metrics of a run, finished or not; no model, norm or scenario is needed.

    Args:
        runs: the events of one run; or of several, whose cases of one scenario hang together.
    """
    events = [event for run in runs for event in run]
    arms = _arms(runs)
    return ScenarioMetrics(
        scenarios=len({event.scenario for event in events}),
        trials=max(map(_trials, runs), default=1),
        conditions=tuple(_score(arm) for arm in arms),
        comparisons=tuple(_compare(arm, arms[0]) for arm in arms[1:] if arms[0].condition == BASELINE),
        by_norm=_diagnose(arms, lambda event: event.norm),
        by_event=_diagnose(arms, lambda event: event.event),
        judge_and_rule=_judge_and_rule(events),
    )


@dataclass(frozen=True)
class _Case:
    """The replies of one run to one scenario under one condition."""

    scenario: str
    trials: int
    replies: Sequence[ReplyEvent]

    @property
    def labels(self) -> list[bool | None]:
        """One verdict a trial; None also for a trial that has not been played."""
        found = {event.trial: event.complies for event in self.replies}
        return [found.get(trial) for trial in range(self.trials)]


@dataclass(frozen=True)
class _Arm:
    """All cases under one condition, by the place of their run and their scenario."""

    condition: Condition
    cases: Mapping[tuple[int, str], _Case]

    def observed(
        self, value: Callable[[list[bool | None]], bool | None]
    ) -> dict[tuple[int, str], Observation]:
        """One observation a case; those of a scenario are one cluster."""
        return {key: _observation(value(case.labels), case.scenario) for key, case in self.cases.items()}


def _arms(runs: Sequence[Sequence[ReplyEvent]]) -> list[_Arm]:
    replies: dict[Condition, dict[tuple[int, str], list[ReplyEvent]]] = defaultdict(lambda: defaultdict(list))
    for place, run in enumerate(runs):
        for event in sorted(run, key=lambda event: event.ends):
            replies[event.condition][place, event.scenario].append(event)
    trials = [_trials(run) for run in runs]
    return [
        _Arm(
            condition,
            {key: _Case(key[1], trials[key[0]], events) for key, events in replies[condition].items()},
        )
        for condition in CONDITIONS
        if condition in replies
    ]


def _trials(run: Sequence[ReplyEvent]) -> int:
    return 1 + max((event.trial for event in run), default=0)


def _observation(label: bool | None, scenario: str, *, failed: bool = False) -> Observation:
    return Observation(None if label is None else float(label), scenario, failed=failed)


def _score(arm: _Arm) -> ConditionScore:
    events = [event for case in arm.cases.values() for event in case.replies]
    written = [event for event in events if not event.failed]
    labels = [_observation(event.complies, event.scenario, failed=event.failed) for event in events]
    unplayed = sum(case.trials for case in arm.cases.values()) - len(events)
    return ConditionScore(
        condition=arm.condition,
        accuracy=_bootstrapped(list(arm.observed(majority).values())),
        compliance=_bootstrapped([*labels, *[_observation(None, "")] * unplayed]),
        consistency=_consistency(arm),
        replies=len(written),
        failed=len(events) - len(written),
        no_verdict=sum(event.complies is None for event in written),
        faults=dict(sorted(Counter(fault for event in written for fault in event.faults).items())),
    )


def _consistency(arm: _Arm) -> ClusteredMean:
    """Of cases that can disagree with themselves."""
    found = _bootstrapped(
        list(arm.observed(lambda labels: unanimous(labels) if len(labels) > 1 else None).values())
    )
    alone = all(case.trials == 1 for case in arm.cases.values())
    return found.model_copy(update={"reason": ONE_REPLY}) if alone else found


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
        groups: dict[str, list[_Case]] = defaultdict(list)
        for case in arm.cases.values():
            groups[group_of(case.replies[0])].append(case)
        found += [_diagnostic(arm.condition, group, cases) for group, cases in groups.items()]
    return tuple(sorted(found, key=lambda item: (item.group, CONDITIONS.index(item.condition))))


def _diagnostic(condition: Condition, group: str, cases: Sequence[_Case]) -> Diagnostic:
    labels = [case.labels for case in cases]
    every = [label for each in labels for label in each]
    return Diagnostic(
        group=group,
        condition=condition,
        scenarios=len({case.scenario for case in cases}),
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
