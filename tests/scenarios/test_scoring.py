"""The numbers of a run, worked out by hand."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.scenarios.config import CONDITIONS, Condition
from community.scenarios.labels import majority, unanimous
from community.scenarios.records import JudgeVerdict, ReplyEvent, RuleVerdict
from community.scenarios.scoring import ONE_REPLY, score_scenarios
from tests.scenarios.staging import played, simulated, some_scenarios

LABELS = st.lists(st.sampled_from([True, False, None]), min_size=1, max_size=7)


def event(
    scenario: str, condition: Condition, trial: int, complies: bool | None, **fields: Any
) -> ReplyEvent:
    values: dict[str, Any] = {
        "event": "standup",
        "norm": "binary_answer_norm",
        "module": "none",
        "status": "finished",
        "reply": "Right.",
        "judge": JudgeVerdict(complies=complies),
        **fields,
    }
    return ReplyEvent(scenario=scenario, condition=condition, trial=trial, **values)


def events_of(table: dict[Condition, dict[str, str]]) -> list[ReplyEvent]:
    """Events from strings of y, n and ? (no verdict), one letter a trial; x is a failed reply."""
    meaning = {"y": True, "n": False, "?": None}
    failed: dict[str, Any] = {"status": "failed", "reason": "no", "reply": None, "judge": None}
    return [
        event(scenario, condition, trial, None, **failed)
        if letter == "x"
        else event(scenario, condition, trial, meaning[letter])
        for condition, scenarios in table.items()
        for scenario, letters in scenarios.items()
        for trial, letter in enumerate(letters)
    ]


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("yyn", True),
        ("ynn", False),
        ("y", True),
        ("yn", True),
        ("nn", False),
        ("yynn", True),
        ("ynnn", False),
        ("yy?", True),
        ("nn?", False),
        ("yn?", None),
        ("y??", None),
        ("n??", None),
        ("???", None),
    ],
)
def test_majority_is_at_least_half(letters: str, expected: bool | None) -> None:
    assert majority([{"y": True, "n": False, "?": None}[letter] for letter in letters]) is expected


@given(LABELS)
def test_what_is_unknown_settles_nothing_that_it_could_turn(labels: list[bool | None]) -> None:
    for decide in (majority, unanimous):
        best, worst = (decide([fill if each is None else each for each in labels]) for fill in (True, False))
        settled = decide(labels)
        if settled is not None and None in labels:
            assert settled is best is worst
        if None not in labels:
            assert settled is best is worst


@pytest.mark.parametrize(
    ("letters", "expected"),
    [("yyy", True), ("nnn", True), ("yyn", False), ("yn?", False), ("yy?", None), ("?", None), ("y", True)],
)
def test_consistency_is_one_verdict_for_all(letters: str, expected: bool | None) -> None:
    assert unanimous([{"y": True, "n": False, "?": None}[letter] for letter in letters]) is expected


def test_worked_example_of_four_scenarios() -> None:
    table: dict[Condition, dict[str, str]] = {
        "naive": {"a": "yyn", "b": "nnn", "c": "ynn", "d": "yyy"},
        "norm_informed": {"a": "ynn", "b": "yyy", "c": "yyn", "d": "yyy"},
    }
    metrics = score_scenarios(events_of(table))
    naive, informed = metrics.conditions

    assert (metrics.scenarios, metrics.trials) == (4, 3)
    assert naive.accuracy.value == 2 / 4
    assert naive.compliance.value == 6 / 12
    assert naive.consistency.value == 2 / 4
    assert informed.accuracy.value == 3 / 4
    assert informed.compliance.value == 9 / 12
    assert (naive.accuracy.n, naive.compliance.observations, naive.compliance.n) == (4, 12, 4)
    (change,) = metrics.comparisons
    assert (change.condition, change.baseline) == ("norm_informed", "naive")
    assert change.delta.value == 1 / 4
    assert (change.recovered, change.failures) == (2, 2)
    assert (change.regressed, change.successes) == (1, 2)


@pytest.mark.parametrize(
    ("good", "low", "high"), [(9, 10.5, 36.8), (18, 31.6, 63.2), (31, 68.4, 92.1), (32, 71.1, 94.7)]
)
def test_interval_is_the_percentile_bootstrap_over_scenarios(good: int, low: float, high: float) -> None:
    """Of 38 scenarios; these are rows of Table 1 of the paper."""
    letters = {f"s{number}": "yyy" if number < good else "nnn" for number in range(38)}
    (score,) = score_scenarios(events_of({"naive": letters})).conditions

    assert score.accuracy.value == good / 38
    assert score.accuracy.interval is not None
    assert round(100 * score.accuracy.interval.low, 1) == low
    assert round(100 * score.accuracy.interval.high, 1) == high
    assert score.compliance.interval == score.accuracy.interval


def test_missing_verdicts_stand_beside_every_number() -> None:
    table: dict[Condition, dict[str, str]] = {
        "naive": {"a": "yy?", "b": "yn?", "c": "nnx", "d": "nnn"},
        "oracle": {"a": "yyy", "b": "yyy", "c": "yyy", "d": "y"},
    }
    metrics = score_scenarios(events_of(table))
    naive, oracle = metrics.conditions

    assert (naive.accuracy.value, naive.accuracy.n, naive.accuracy.missing) == (1 / 3, 3, 1)
    assert (naive.compliance.value, naive.compliance.missing, naive.compliance.failed) == (3 / 9, 2, 1)
    assert (naive.consistency.value, naive.consistency.missing) == (1 / 2, 2)
    assert (naive.replies, naive.failed, naive.no_verdict) == (11, 1, 2)
    assert (oracle.accuracy.value, oracle.accuracy.missing) == (1.0, 1)
    assert oracle.compliance.missing == 2
    (change,) = metrics.comparisons
    assert (change.delta.value, change.delta.n, change.delta.missing) == (1 / 2, 2, 2)
    assert (change.recovered, change.failures, change.regressed, change.successes) == (1, 1, 0, 1)


def test_without_the_baseline_nothing_is_compared() -> None:
    metrics = score_scenarios(events_of({"elicitor_only": {"a": "y"}, "oracle": {"a": "n"}}))

    assert metrics.comparisons == ()
    assert [score.condition for score in metrics.conditions] == ["elicitor_only", "oracle"]


def test_one_reply_is_not_consistent_with_anything() -> None:
    (score,) = score_scenarios(events_of({"naive": {"a": "y", "b": "n"}})).conditions

    assert (score.consistency.value, score.consistency.missing) == (None, 2)
    assert score.consistency.reason == ONE_REPLY
    assert score.accuracy.value == 1 / 2


def test_runs_of_one_treatment_are_scored_together_over_scenarios() -> None:
    runs = [events_of({"naive": {"a": letters, "b": "nn"}}) for letters in ("yy", "yn", "nn")]

    (score,) = score_scenarios(*runs).conditions

    assert (score.accuracy.value, score.accuracy.n, score.accuracy.observations) == (2 / 6, 2, 6)
    assert (score.compliance.value, score.consistency.value) == (3 / 12, 5 / 6)


def test_nothing_played_is_no_number() -> None:
    metrics = score_scenarios([])

    assert (metrics.scenarios, metrics.conditions, metrics.comparisons) == (0, (), ())
    assert metrics.judge_and_rule.accuracy is None


def test_only_failures_are_no_number_and_no_crash() -> None:
    (score,) = score_scenarios(events_of({"naive": {"a": "xx", "b": "xx"}})).conditions

    assert (score.accuracy.value, score.accuracy.reason) == (None, "nothing was scored")
    assert (score.replies, score.failed, score.compliance.failed) == (0, 4, 4)


def test_norms_and_events_are_broken_down() -> None:
    events = [
        event("a", "naive", 0, complies=True, norm="n1", event="e1"),
        event("b", "naive", 0, complies=False, norm="n1", event="e2"),
        event("c", "naive", 0, complies=None, norm="n2", event="e2"),
    ]
    metrics = score_scenarios(events)

    by_norm = [(item.group, item.scenarios, item.accuracy, item.missing) for item in metrics.by_norm]
    by_event = [(item.group, item.scenarios, item.compliance, item.missing) for item in metrics.by_event]
    assert by_norm == [("n1", 2, 0.5, 0), ("n2", 1, None, 1)]
    assert by_event == [("e1", 1, 1.0, 0), ("e2", 2, 0.0, 1)]


def test_judge_is_compared_with_the_rule_where_both_decided() -> None:
    def pair(trial: int, judge: bool | None, rule: bool | None, reply: str = "Right.") -> ReplyEvent:
        verdict = None if rule is None else RuleVerdict(complies=rule, detail="")
        return event("a", "naive", trial, complies=judge, rule=verdict, reply=reply)

    found = score_scenarios(
        [
            pair(0, judge=True, rule=True),
            pair(1, judge=True, rule=False),
            pair(2, judge=False, rule=False),
            pair(3, judge=None, rule=True),
            pair(4, judge=True, rule=None),
            pair(5, judge=False, rule=False, reply=""),
        ]
    ).judge_and_rule

    assert (found.n, found.missing_first) == (3, 1)
    assert found.accuracy == pytest.approx(2 / 3)
    assert found.confusion == {
        "breaches": {"breaches": 1, "complies": 0},
        "complies": {"breaches": 1, "complies": 1},
    }


def test_faults_of_form_are_counted_by_condition() -> None:
    events: Sequence[ReplyEvent] = [
        event("a", "naive", 0, complies=False, faults=("truncated", "empty")),
        event("a", "naive", 1, complies=True, faults=("truncated",)),
        event("a", "oracle", 0, complies=True),
    ]
    naive, oracle = score_scenarios(events).conditions

    assert naive.faults == {"empty": 1, "truncated": 2}
    assert oracle.faults == {}


async def test_scores_do_not_depend_on_the_order_of_events() -> None:
    events = await played(simulated(some_scenarios(5), conditions=CONDITIONS, trials=3))

    assert score_scenarios(events) == score_scenarios(events[::-1])
