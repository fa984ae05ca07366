from pathlib import Path

import pytest

from tests.commands.conftest import Command

BELL = r"""
id: bell
title: Rings a bell
instruction: Ring the bell in every message.
check:
  kind: regex
  pattern: \bding\b
  example: "It says ding."
examples:
  complies: [ding, "ding dong"]
  violates: [dong]
"""


def test_check_of_all_norms(community: Command) -> None:
    outcome = community("norms", "check")

    assert outcome.code == 0, outcome.err
    assert "as stated" in outcome.out


def test_check_names_each_example_that_is_judged_otherwise(community: Command, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "bell.yaml").write_text(BELL.replace("[dong]", "[dong, 'a ding']"), encoding="utf-8")

    outcome = community("norms", "check", str(folder))

    assert outcome.code == 1
    assert outcome.out == ""
    assert outcome.err.startswith(
        f"{folder / 'bell.yaml'}:11: examples.violates.1: 'a ding' is judged `complies`"
    )
    assert outcome.err.count("\n") == 1


def test_check_of_a_folder_without_norms(community: Command, tmp_path: Path) -> None:
    assert community("norms", "check", str(tmp_path)).code == 2


def test_check_reports_all_files_with_base_rates_and_warnings(community: Command, tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(BELL, encoding="utf-8")
    (tmp_path / "common.yaml").write_text(
        BELL.replace("id: bell", "id: common").replace("ding", "the"), encoding="utf-8"
    )

    outcome = community("norms", "check", "good.yaml", "common.yaml")
    files = community("norms", "check", "good.yaml", "common.yaml", "--json").json["files"]

    assert outcome.code == 0
    assert "good.yaml: 0.0% of ordinary replies follow it by chance" in outcome.out
    assert "common.yaml: warning: holds by chance in" in outcome.err
    assert [item["norm"] for item in files] == ["bell", "common"]
    assert files[1]["base_rate"] > 0.5 and files[1]["warnings"]


def test_check_finds_the_faults_of_all_files_at_once(community: Command, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        BELL.replace("title", "titel").replace("regex", "regexp"), encoding="utf-8"
    )
    (tmp_path / "b.yaml").write_text("id: [", encoding="utf-8")

    outcome = community("norms", "check", "a.yaml", "b.yaml", "missing.yaml")

    assert outcome.code == 1
    assert "a.yaml:3: titel: is not a known key; did you mean 'title'?" in outcome.err
    assert "'regex'" in outcome.err
    assert "b.yaml:" in outcome.err and "missing.yaml: cannot be read" in outcome.err


def test_check_without_paths_covers_own_and_broken_ones(community: Command, tmp_path: Path) -> None:
    (tmp_path / "norms").mkdir()
    (tmp_path / "norms" / "bell.yaml").write_text(BELL, encoding="utf-8")
    sound = community("norms", "check")
    (tmp_path / "norms" / "bell.yaml").write_text(BELL.replace("dong]", "ding]"), encoding="utf-8")
    broken = community("norms", "check")

    assert sound.code == 0, sound.err
    assert "norms/bell.yaml: 0.0%" in sound.out
    assert broken.code == 1


@pytest.mark.parametrize("name", ["sy_star", "nc_under_50_words"])
def test_base_rate(community: Command, name: str) -> None:
    document = community("norms", "base-rate", name, "--json").json
    (row,) = document["norms"]

    assert document["replies"] > 300
    assert row["id"] == name
    assert community("norms", "base-rate", name).out.strip() == f"{row['base_rate']:.1%}  {name}"


def test_base_rate_of_a_judged_norm_is_missing_with_a_reason(community: Command, tmp_path: Path) -> None:
    text = "id: kind\ntitle: x\ninstruction: x\ncheck: {kind: judged, rubric: It is kind.}\n"
    (tmp_path / "kind.yaml").write_text(text, encoding="utf-8")

    outcome = community("norms", "base-rate", "kind.yaml")

    assert "n/a  kind  (norm 'kind' is judged by a model" in outcome.out
