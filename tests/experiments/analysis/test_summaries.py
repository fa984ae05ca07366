import math
from pathlib import Path
from typing import Any

import pytest

from community.errors import UnknownIdError
from community.experiments.analysis.observations import observe, observe_rounds
from community.experiments.analysis.rows import Row
from community.experiments.analysis.summaries import curves, mean, summarize
from tests.experiments.staged import STAR, end, question, run, steps, write_run

KEPT = ("no", f"{STAR} yes (B)", f"{STAR} yes (B)")
BROKEN = ("no", "no (B)", "no (B)")


def play(folder: Path, name: str, *texts: tuple[str, str, str], **fields: Any) -> None:
    """A run whose debates have these newcomer messages."""
    write_run(folder / name, run(*(steps(at, texts=words) for at, words in enumerate(texts))), **fields)


@pytest.fixture
def rows(tmp_path: Path) -> list[Row]:
    """Two norms, the first with two runs; modules of each; and one run of models that are not simulated."""
    play(tmp_path, "a1", KEPT, KEPT, seed=1)
    play(tmp_path, "a2", KEPT, KEPT, seed=2)
    play(tmp_path, "b1", BROKEN, BROKEN, seed=1, norms="tk_side_at_least_1")
    models = dict.fromkeys(("newcomer", "background", "module_model"), "ollama:x")
    play(tmp_path, "real", BROKEN, KEPT, seed=1, module="tom", **models)
    return observe(tmp_path)


def test_a_mean_is_over_runs_and_counts_what_it_pools(rows: list[Row]) -> None:
    average = next(each for each in summarize(rows, ["follow_rate"]) if each.simulated)

    assert average.mean.value == pytest.approx(4 / 6)
    assert (average.mean.n, average.episodes, average.runs) == (3, 6, 3)
    assert average.pooled == {"norm": 2, "seed": 2}


def test_norms_count_alike_where_this_is_asked_for(rows: list[Row]) -> None:
    average = next(each for each in summarize(rows, ["follow_rate"], weighting="norms") if each.simulated)

    assert (average.mean.value, average.mean.n, average.episodes) == (0.5, 2, 6)
    assert average.weighting == "norms"


@pytest.mark.parametrize("by", [[], ["norm"], ["module"], ["seed"]])
def test_simulated_and_real_rows_are_never_averaged_together(rows: list[Row], by: list[str]) -> None:
    averages = summarize(rows, ["follow_rate"], by=by)

    assert sum(each.episodes for each in averages if each.simulated) == 6
    assert sum(each.episodes for each in averages if not each.simulated) == 2
    assert len(curves(rows, "follow_rate", by=by)) == len(averages)


def test_groups_have_the_levels_they_were_made_by(rows: list[Row]) -> None:
    averages = summarize(rows, ["follow_rate", "accuracy"], by=["norm", "module"])

    assert [(each.measure, *each.levels.values()) for each in averages][:3] == [
        ("follow_rate", "sy_star", "tom"),
        ("follow_rate", "sy_star", "none"),
        ("follow_rate", "tk_side_at_least_1", "none"),
    ]


def test_a_mean_of_one_run_has_no_error_and_says_why(rows: list[Row]) -> None:
    (average,) = [each for each in summarize(rows, ["follow_rate"]) if not each.simulated]

    assert (average.mean.value, average.mean.se) == (0.5, None)
    assert average.mean.reason is not None and "one cluster" in average.mean.reason


def test_errors_are_over_questions_too_where_runs_share_them(rows: list[Row]) -> None:
    simulated = [row for row in rows if row.simulated]

    assert mean(simulated, "follow_rate").crossed == 2
    assert mean([row for row in simulated if row.index == 1], "follow_rate").crossed is None


def test_what_failed_or_is_missing_is_counted_beside_the_mean(tmp_path: Path) -> None:
    events = [*run(steps(0), [[question(1)], [end(1, None, "broke")]]), question(2)]
    write_run(tmp_path / "one", events, status="interrupted")

    (average,) = summarize(observe(tmp_path), ["over_imitation"])
    (following,) = summarize(observe(tmp_path), ["follow_rate"])

    assert (average.episodes, average.missing, average.failed, average.open_runs) == (0, 2, 1, 1)
    assert (following.episodes, following.missing, following.failed) == (1, 1, 1)
    assert average.mean.value is None


def test_a_curve_goes_along_debates_or_rounds(tmp_path: Path, rows: list[Row]) -> None:
    (real,) = [each for each in curves(rows, "follow_rate") if not each.simulated]
    (by_round,) = [
        each for each in curves(observe_rounds(tmp_path), "follow_rate", along="round") if each.simulated
    ]

    assert [(point.index, point.mean.value) for point in real.points] == [(1, 0.0), (2, 1.0)]
    values = [point.mean.value for point in by_round.points]
    assert [point.index for point in by_round.points] == [0, 1, 2]
    assert all(
        value is not None and math.isclose(value, x)
        for value, x in zip(values, (0, 2 / 3, 2 / 3), strict=True)
    )


def test_an_unknown_column_is_refused(rows: list[Row]) -> None:
    with pytest.raises(UnknownIdError, match="unknown column 'modle'"):
        summarize(rows, ["follow_rate"], by=["modle"])
