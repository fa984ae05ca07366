from pathlib import Path

import pytest
from rich.console import Console

from community.experiments.analysis.comparison import compare
from community.experiments.analysis.comparison_table import comparison_table
from community.experiments.analysis.observations import observe
from tests.commands.conftest import Command
from tests.experiments.analysis.test_comparison import arms


@pytest.fixture(autouse=True)
def _runs(tmp_path: Path) -> None:
    arms(tmp_path, seeds=2)


def test_two_folders_are_compared_in_a_table(community: Command) -> None:
    outcome = community("compare", "none", "tom", "--measure", "follow_rate")

    assert outcome.code == 0
    line = next(line for line in outcome.out.splitlines() if line.startswith("follow_rate"))
    assert line.split()[:4] == ["follow_rate", "0.00", "1.00", "+1.00"]
    assert line.split()[-2:] == ["8", "4"]
    assert "differing: module: none against tom" in outcome.out
    assert "simulated: scripted people took part" in outcome.out


def test_a_file_has_every_word_and_number_in_one_line(community: Command) -> None:
    lines = community("compare", "none", "tom", "--by", "norm").out.splitlines()

    assert lines[0].split() == [
        "norm",
        "measure",
        "first",
        "second",
        "diff.",
        "95",
        "%",
        "interval",
        "p",
        "Holm",
        "pairs",
        "runs",
    ]
    assert any(line.startswith("tk_side_at_least_1 admission_rate") for line in lines)
    assert "…" not in "".join(lines)


def test_means_of_what_has_no_partner_are_told_from_the_difference(
    community: Command, tmp_path: Path
) -> None:
    whole = community("compare", "none", "tom").out
    next((tmp_path / "tom").iterdir()).rename(tmp_path / "aside")

    assert "of the pairs alone" not in whole
    assert "of the pairs alone" in community("compare", "none", "tom").out


def test_an_axis_is_not_told_beside_the_column_that_it_sets() -> None:
    report = compare(observe(Path("none")), observe(Path("tom")), names=("none", "tom"))
    told = report.model_copy(update={"paired_by": ("norms", "norm", "seed")})
    console = Console(width=200, color_system=None)

    with console.capture() as capture:
        console.print(comparison_table(told))

    assert "paired by norm, seed and all other options" in capture.get()


def test_two_arms_of_one_folder_are_compared_in_json(community: Command, tmp_path: Path) -> None:
    for module in ("none", "tom"):
        for path in (tmp_path / module).iterdir():
            path.rename(tmp_path / f"{module}_{path.name}")

    document = community("compare", ".", "--arms", "module=none", "module=tom", "--by", "norm", "--json").json

    assert (document["schema_version"], document["simulated"]) == (1, True)
    assert document["second"]["name"] == "module=tom"
    assert {each["levels"]["norm"] for each in document["comparisons"]} == {"sy_star", "tk_side_at_least_1"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none"], "--arms"),
        (["none", "tom", "--arms", "module=none", "module=tom"], "--arms"),
        (["none", "nowhere"], "no run in"),
        (["none", "tom", "--measure", "folow_rate"], "unknown measure 'folow_rate'"),
        (["none", "tom", "--by", "modle"], "unknown column 'modle'"),
        (["none", "--arms", "module=none", "module=tim"], "no run has 'module=tim'"),
    ],
)
def test_what_cannot_be_compared_is_said_in_a_line(
    community: Command, arguments: list[str], message: str
) -> None:
    outcome = community("compare", *arguments)

    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
