import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from community.agents.beliefs import BeliefVerdict
from community.debate import BeliefEvent, Event
from community.debate.scoring import score_debates
from community.errors import RecordError, UnknownIdError, UserError
from community.experiments.analysis.debates import RowOfDebate, RowOfRound
from community.experiments.analysis.observations import observe, observe_rounds
from community.experiments.analysis.rows import Row
from community.statistics.estimate import estimate
from tests.experiments.staged import STAR, end, question, run, steps, write_run

FAILED: list[list[Event]] = [[question(1)], [end(1, None, "the server is gone")]]
TWO = run(
    steps(0, "refused", follow_rate=0.5, texts=("no", "no (B)", f"{STAR} yes (B)"), belief="a star"),
    steps(1, "shared", belief="a star"),
)


def of_debates(rows: Sequence[Row]) -> list[RowOfDebate]:
    assert all(isinstance(row, RowOfDebate) for row in rows)
    return [row for row in rows if isinstance(row, RowOfDebate)]


def test_a_debate_is_a_row_with_its_run_its_treatment_and_its_numbers(tmp_path: Path) -> None:
    options = {"id": "tom", "options": {"second_order": True}}
    path = write_run(tmp_path / "one", TWO, module=options, background=["a:x", "a:x", "b:y"], seed=7)

    first, second = of_debates(observe(path))

    assert (first.run_dir, first.seed, first.index, first.question) == (str(path), 7, 1, "sum-0")
    assert (first.norm, first.family, first.set) == ("sy_star", "local_edit", "core")
    assert (first.module, first.module_options) == ("tom", "second_order=True")
    assert (first.background, first.condition, first.schedule) == ("a:x*2, b:y", "gated", "exponential")
    assert (first.follow_rate, first.admission_rate, first.accuracy) == (0.5, 0.0, 1.0)
    assert (second.index, second.follow_rate, second.admission_rate) == (2, 1.0, 1.0)
    assert first.simulated


@pytest.mark.parametrize("habits", [(), ("tk_side_at_least_1",)])
def test_rows_average_to_the_numbers_of_the_run(tmp_path: Path, habits: tuple[str, ...]) -> None:
    rows = observe(write_run(tmp_path / "one", TWO, idiosyncratic=habits))
    metrics = score_debates(TWO, habits=bool(habits))

    for name in set(RowOfDebate.measures) & set(type(metrics).model_fields):
        assert estimate([row.value(name) for row in rows]).value == getattr(metrics, name).value, name


def test_every_null_has_a_reason_and_nothing_else_has(tmp_path: Path) -> None:
    for row in observe(write_run(tmp_path / "one", [*TWO[:13], *run(FAILED)], idiosyncratic=("a",))):
        assert row.missing.keys() == {name for name in row.measures if row.value(name) is None}


def test_a_failed_debate_is_a_row_that_says_why(tmp_path: Path) -> None:
    _, row = of_debates(observe(write_run(tmp_path / "one", run(steps(0), FAILED))))

    assert (row.status, row.reason, row.follow_rate) == ("failed", "the server is gone", None)
    assert row.missing["follow_rate"] == "the debate failed"


def test_a_run_that_goes_on_has_rows_and_says_so(tmp_path: Path) -> None:
    rows = of_debates(
        observe(write_run(tmp_path / "one", [*run(steps(0)), question(1)], status="interrupted"))
    )

    assert [row.status for row in rows] == ["finished", "unfinished"]
    assert {row.run_status for row in rows} == {"interrupted"}
    assert rows[1].missing["accuracy"] == "the debate is not over"


def test_a_run_without_a_manifest_is_running(tmp_path: Path) -> None:
    path = write_run(tmp_path / "one", TWO)
    (path / "manifest.json").unlink()

    assert {row.run_status for row in observe(path)} == {"running"}


def test_a_belief_brings_its_agreement_and_rating(tmp_path: Path) -> None:
    verdict = BeliefVerdict(rule="a star", agreement=0.9, rating=6)
    events: list[Event] = [event for event in run(steps(0)) if not isinstance(event, BeliefEvent)]
    events.insert(-1, BeliefEvent(debate=0, belief="Use a star.", verdict=verdict))

    (row,) = of_debates(observe(write_run(tmp_path / "one", events)))

    assert (row.belief, row.belief_agreement, row.belief_rating) == ("Use a star.", 0.9, 6)


def test_options_without_a_column_of_their_own_are_told_when_they_are_not_the_default(tmp_path: Path) -> None:
    path = write_run(tmp_path / "one", TWO, word_cap=40, schedule={"kind": "constant", "epsilon": 0.2})

    assert {row.level("other") for row in observe(path)} == {"schedule.epsilon=0.2,word_cap=40"}


def test_a_norm_that_is_gone_keeps_its_name(tmp_path: Path) -> None:
    (row, _) = of_debates(observe(write_run(tmp_path / "one", TWO, norms="norms/mine.yaml")))

    assert (row.norm, row.family, row.set) == ("mine", None, None)


def test_rounds_say_whether_the_norm_was_followed_in_each(tmp_path: Path) -> None:
    rows = observe_rounds(write_run(tmp_path / "one", run(steps(0, "observed"), FAILED)))

    assert all(isinstance(row, RowOfRound) for row in rows)
    told = [(row.level("round"), row.value("follow_rate"), row.level("participates")) for row in rows]
    assert told == [(0, 0.0, None), (1, 1.0, False), (2, 1.0, True)]
    assert {row.value("insider_follow_rate") for row in rows} == {1.0}


def test_a_folder_has_its_runs_and_the_cells_of_its_sweeps_with_their_labels(tmp_path: Path) -> None:
    write_run(tmp_path / "single", TWO)
    write_run(tmp_path / "study" / "cells" / "x", TWO)
    plan = {"cells": [{"name": "x", "labels": {"module": "tom"}}, {"name": "later", "labels": {}}]}
    (tmp_path / "study" / "plan.json").write_text(json.dumps(plan), encoding="utf-8")

    rows = observe(tmp_path)

    study = tmp_path / "study"
    assert {row.run_dir for row in rows} == {str(tmp_path / "single"), str(study / "cells" / "x")}
    assert [row.level("module") for row in observe(study)] == ["tom", "tom"]
    assert {row.sweep for row in rows} == {None, str(study)}


def test_where_no_run_is_nothing_is_observed(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no run in"):
        observe(tmp_path)


def test_damaged_records_are_named(tmp_path: Path) -> None:
    path = write_run(tmp_path / "one", TWO)
    (path / "events.jsonl").write_text("{}\n", encoding="utf-8")

    with pytest.raises(RecordError, match=r"events\.jsonl: line 1"):
        observe(path)


def test_an_unknown_column_or_measure_is_named_with_the_nearest(tmp_path: Path) -> None:
    row = observe(write_run(tmp_path / "one", TWO))[0]

    with pytest.raises(UnknownIdError, match="did you mean 'module'"):
        row.level("modul")
    with pytest.raises(UnknownIdError, match="'follow_rate'"):
        row.value("follow_rat")
