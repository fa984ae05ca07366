import io
from pathlib import Path

import pytest
from rich.console import Console

from community.errors import UserError
from community.experiments.analysis.comparison import ComparisonReport, arm, compare
from community.experiments.analysis.comparison_table import comparison_table
from community.experiments.analysis.observations import observe
from community.statistics.holm import holm
from tests.experiments.analysis.test_summaries import BROKEN, KEPT, play
from tests.experiments.staged import end, question, run, steps, write_run

NORMS = ("sy_star", "tk_side_at_least_1")


def arms(folder: Path, *, seeds: int = 3, debates: int = 2) -> None:
    """A folder `none` in which nobody follows, and `tom` in which everybody does, for two norms."""
    for module, words in (("none", BROKEN), ("tom", KEPT)):
        for norm in NORMS:
            for seed in range(seeds):
                name = f"{module}/{norm}_{seed}"
                play(folder, name, *[words] * debates, norms=norm, module=module, seed=seed)


def compared(folder: Path, **options: object) -> ComparisonReport:
    first, second = observe(folder / "none"), observe(folder / "tom")
    return compare(first, second, names=("none", "tom"), **options)  # type: ignore[arg-type]


def test_runs_are_paired_by_all_in_which_the_arms_do_not_differ(tmp_path: Path) -> None:
    arms(tmp_path)

    report = compared(tmp_path, measures=["follow_rate"])

    (found,) = report.comparisons
    assert report.differing == {"module": (("none",), ("tom",))}
    assert report.paired_by == ("norm", "seed", "index", "question")
    assert (found.first.value, found.second.value, found.paired.difference.value) == (0.0, 1.0, 1.0)
    assert (found.paired.difference.n, found.paired.higher) == (6, 12)


def test_what_has_no_partner_is_counted(tmp_path: Path) -> None:
    arms(tmp_path)
    play(tmp_path, "none/more", BROKEN, seed=9)

    (found,) = compared(tmp_path, measures=["follow_rate"]).comparisons

    assert (found.paired.only_first, found.paired.only_second) == (1, 0)


def test_p_values_are_corrected_over_all_that_is_printed(tmp_path: Path) -> None:
    arms(tmp_path)

    report = compared(tmp_path, measures=["follow_rate", "accuracy"], by=["norm"])

    raw = [each.paired.p_value.value for each in report.comparisons if each.paired.p_value]
    known = {str(place): p for place, p in enumerate(raw)}
    assert report.tested == len(raw)
    assert [each.adjusted_p for each in report.comparisons if each.paired.p_value] == [*holm(known).values()]
    assert [each.levels["norm"] for each in report.comparisons] == [*NORMS, *NORMS]


def test_one_pair_of_runs_gives_a_difference_without_an_error(tmp_path: Path) -> None:
    play(tmp_path, "none", BROKEN, KEPT)
    play(tmp_path, "tom", KEPT, KEPT, module="tom")

    (found,) = compared(tmp_path, measures=["follow_rate"]).comparisons

    assert (found.paired.difference.value, found.paired.difference.se, found.paired.p_value) == (
        0.5,
        None,
        None,
    )
    assert found.adjusted_p is None


def test_a_pair_with_a_failed_half_is_failed(tmp_path: Path) -> None:
    play(tmp_path, "none", BROKEN, BROKEN)
    write_run(tmp_path / "tom", run(steps(0), [[question(1)], [end(1, None, "broke")]]), module="tom")

    report = compared(tmp_path, measures=["follow_rate"])

    assert (report.first.failed, report.second.failed) == (0, 1)
    assert report.comparisons[0].paired.difference.failed == 1


def test_the_arms_of_one_folder_are_named_by_a_column(tmp_path: Path) -> None:
    play(tmp_path, "a", BROKEN)
    play(tmp_path, "b", KEPT, module="tom", costly=True)
    rows = observe(tmp_path)

    assert {row.level("module") for row in arm(rows, "module=tom")} == {"tom"}
    assert {row.level("module") for row in arm(rows, "costly=true")} == {"tom"}
    with pytest.raises(UserError, match="levels of module: none, tom"):
        arm(rows, "module=tim")
    with pytest.raises(UserError, match="COLUMN=LEVEL"):
        arm(rows, "tom")


def test_runs_that_only_their_directories_tell_apart_are_refused(tmp_path: Path) -> None:
    arms(tmp_path, seeds=1)
    play(tmp_path, "none/again", BROKEN, norms=NORMS[0])

    with pytest.raises(UserError, match="same arm with the same options and seed"):
        compared(tmp_path)


def test_simulated_and_real_runs_are_not_compared(tmp_path: Path) -> None:
    play(tmp_path, "none", BROKEN)
    play(tmp_path, "tom", KEPT, newcomer="ollama:x", background="ollama:x", module_model="ollama:x")

    with pytest.raises(UserError, match="simulated"):
        compared(tmp_path)


def test_arms_are_grouped_by_what_both_have(tmp_path: Path) -> None:
    arms(tmp_path, seeds=1)

    with pytest.raises(UserError, match="no level of module in common"):
        compared(tmp_path, by=["module"])


@pytest.mark.parametrize("width", [66, 80, 200])
def test_numbers_are_never_cut_but_words_are_broken(tmp_path: Path, width: int) -> None:
    arms(tmp_path, seeds=2)
    report = compared(tmp_path, by=["norm"])
    file = io.StringIO()

    Console(file=file, width=width).print(comparison_table(report))

    text = file.getvalue()
    assert "…" not in text
    for each in report.comparisons:
        value = each.paired.difference.value
        assert value is None or f" {value:+.2f} " in text
