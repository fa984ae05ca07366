"""Sections about replies to scenarios, from replies given by hand."""

from collections.abc import Mapping
from typing import Any

import pytest

from community.experiments.analysis.scenarios import RowOfReply
from community.experiments.reports.material import Material
from community.experiments.reports.number import Count, Number
from community.experiments.reports.sections import changes, diagnostics, scenarios
from community.experiments.reports.table import Cell, Cited, Table
from community.scenarios.config import Condition
from community.scenarios.records import JudgeVerdict, ReplyEvent, RuleVerdict

VERDICTS = {"y": True, "n": False, "?": None}
RELEASED: dict[str, Any] = {
    "dataset": "hf:Humalike-ai/LoSoNA",
    "subject": "ollama:gemma3:27b",
    "judge": "openai:google/gemini-3.1-pro-preview",
}
WHOLE = {f"s{number}": "yyn" for number in range(38)}


def replies(table: Mapping[Condition, Mapping[str, str]], **changes: Any) -> Material:
    """One run with the verdicts of y, n and ? (none), one letter a trial."""
    events = [
        ReplyEvent(
            scenario=scenario,
            event="standup",
            norm="binary_answer_norm",
            condition=condition,
            trial=trial,
            module="none",
            status="finished",
            reply="Yes.",
            judge=JudgeVerdict(complies=VERDICTS[letter]),
            rule=RuleVerdict(complies=True, detail=""),
        )
        for condition, cases in table.items()
        for scenario, letters in cases.items()
        for trial, letter in enumerate(letters)
    ]
    rows = tuple(row(event, **changes) for event in events)
    return Material(rows, (), False, {"run": events})


def row(event: ReplyEvent, **changes: Any) -> RowOfReply:
    values: dict[str, Any] = {
        "setting": "scenarios",
        "sweep": None,
        "run_dir": "run",
        "run_status": "finished",
        "simulated": False,
        "labels": {},
        "seed": 0,
        "index": event.trial + 1,
        "question": event.scenario,
        "status": "finished",
        "reason": None,
        "module": "none",
        "module_options": "",
        "subject": "ollama:qwen3:8b",
        "judge": "openai:gpt-5",
        "module_model": "sim:module",
        "dataset": "builtin",
        "replies_from": None,
        "other": "",
        "missing": {"complies": "unreadable"} if event.complies is None else {},
        **{name: getattr(event, name) for name in ("scenario", "norm", "event", "condition", "trial")},
        **changes,
    }
    return RowOfReply.model_validate(values)


def cells(table: Table, *first: str) -> dict[str, Cell]:
    """The row that begins so, by heading."""
    (found,) = (each for each in table.rows if each[: len(first)] == first)
    return dict(zip(table.columns, found, strict=True))


def value(cell: Cell) -> float | None:
    assert isinstance(cell, Number)
    return cell.value


def test_scores_stand_by_subject_and_condition_with_what_is_missing() -> None:
    given = replies({"naive": {"a": "yyn", "b": "nnn"}, "oracle": {"a": "yyy", "b": "yy?"}})
    (table,) = scenarios.build(given).tables

    naive, oracle = (cells(table, "qwen3:8b", name) for name in ("naive", "oracle"))

    shares = ("Accuracy at k", "Compliance", "Consistency")
    assert [value(naive[name]) for name in shares] == [1 / 2, 2 / 6, 1 / 2]
    assert [value(oracle[name]) for name in shares] == [1, 1, 1]
    assert oracle["no verdict"] == Count(part=1, whole=6, runs=("run",))
    assert isinstance(naive["Accuracy at k"], Number)
    assert naive["Accuracy at k"].ends == (0, 1)
    assert naive["Accuracy at k"].runs == ("run",)


@pytest.mark.parametrize(
    ("changed", "heading"),
    [
        ({}, "published"),
        ({"dataset": "builtin"}, "published, other scenarios"),
        ({"subject": "ollama:qwen3:8b"}, "published, other models"),
        ({"judge": "openai:gpt-5"}, "published, other judge"),
        ({"module": "tom"}, "published, other module"),
        (
            {"subject": "sim:novice", "judge": "sim:expert", "dataset": "builtin"},
            "published, other models, scenarios and judge",
        ),
    ],
)
def test_published_numbers_say_what_is_other(changed: dict[str, Any], heading: str) -> None:
    (table,) = scenarios.build(replies({"naive": WHOLE}, **{**RELEASED, **changed})).tables

    found = cells(table, "Gemma 3-27B", "norm_informed")

    assert found["numbers"] == heading
    assert found["Accuracy at k"] == Cited(0.316, None, (0.184, 0.474))
    assert len([each for each in table.rows if str(each[2]).startswith("published")]) == 32


def test_a_part_of_the_published_scenarios_is_not_the_published_set() -> None:
    (table,) = scenarios.build(replies({"naive": {"s0": "yyn"}}, **RELEASED)).tables

    assert cells(table, "Gemma 3-27B", "naive")["numbers"] == "published, other scenarios"


def test_changes_are_drawn_with_counts_and_the_published_change_of_the_same_subject() -> None:
    given = replies({"naive": {**WHOLE, "s0": "nnn"}, "norm_informed": {**WHOLE, "s1": "nnn"}}, **RELEASED)
    built = changes.build(given)

    (panel,) = built.charts[0].panels

    assert [point.label for point in panel.series[0].points] == ["norm_informed (+1 -1)"]
    assert [(each.label, each.value, each.ends) for each in panel.references] == [
        ("norm_informed (+1 -1)", 0.105, (-0.026, 0.237))
    ]
    ours = cells(built.tables[0], "gemma3:27b")
    assert ours["recovered"] == Count(part=1, whole=1, runs=("run",))
    assert ours["regressed"] == Count(part=1, whole=37, runs=("run",))


def test_without_naive_there_is_no_change() -> None:
    built = changes.build(replies({"elicitor_only": {"a": "y"}, "oracle": {"a": "y"}}))

    assert not built.charts and not built.tables and "naive" in built.text


def test_diagnostics_have_no_intervals_and_say_what_they_are() -> None:
    for table in diagnostics.build(replies({"naive": {"a": "yyn", "b": "nn?"}})).tables:
        (found,) = table.rows
        assert "diagnostic" in table.title and "Diagnostic" in table.note
        assert [value(cell) for cell in found[3:5]] == [1 / 2, 2 / 5]
        assert all(number.ends is None for number in table.numbers)
        assert found[-1] == Count(part=1, runs=("run",))


def test_the_judge_stands_against_the_rules_and_its_silence_is_counted() -> None:
    agree, lost = scenarios.judging(replies({"naive": {"a": "yn?"}})).tables

    found = cells(agree, "qwen3:8b")

    assert found["agree"] == Count(part=1, whole=2, runs=("run",))
    assert found["only the judge sees a breach"] == Count(part=1, whole=2, runs=("run",))
    assert found["no verdict"] == Count(part=1, whole=3, runs=("run",))
    assert "gpt-5" in agree.note
    assert [each[1:] for each in lost.rows] == [("unreadable", Count(part=1, whole=3, runs=("run",)))]
