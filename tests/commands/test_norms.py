import io
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import Command

BELL = """
id: bell
title: Rings a bell
instruction: Ring the bell in every message.
check:
  kind: regex
  pattern: ding
examples:
  complies: [ding, "ding dong"]
  violates: [dong]
"""


def test_list_has_all_norms(community: Command) -> None:
    rows = community("norms", "list", "--json").json["norms"]
    table = community("norms", "list").out

    assert sum(row["set"] == "core" for row in rows) == 48
    assert set(rows[0]) == {"id", "title", "family", "set"}
    for row in rows:
        assert row["id"] in table


def test_list_of_a_set_and_a_family(community: Command) -> None:
    rows = community("norms", "list", "--set", "core", "--family", "boundary", "--json").json["norms"]

    assert {(row["set"], row["family"]) for row in rows} == {("core", "boundary")}


def test_list_names_what_is_broken(community: Command, tmp_path: Path) -> None:
    (tmp_path / "norms").mkdir()
    (tmp_path / "norms" / "bell.yaml").write_text(BELL, encoding="utf-8")
    (tmp_path / "norms" / "dull.yaml").write_text("id: dull", encoding="utf-8")

    table = community("norms", "list", "--set", "own")
    document = community("norms", "list", "--json").json

    assert table.code == 0
    assert "Rings a bell" in table.out
    assert "broken: norms/dull.yaml" in table.err
    assert [item["source"] for item in document["broken"]] == ["norms/dull.yaml"]


def test_show_has_the_instruction_the_rule_and_the_examples(community: Command) -> None:
    text = community("norms", "show", "sy_star").out
    norm = community("norms", "show", "sy_star", "--json").json

    assert norm["instruction"] in text
    assert norm["check"]["kind"]
    assert all(repr(example["text"]) in text for example in norm["examples"]["violates"])


@pytest.mark.parametrize(("text", "complies"), [("a ★ b", True), ("a b", False)])
def test_try_judges_a_text_wherever_it_comes_from(
    community: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, complies: bool
) -> None:
    file = tmp_path / "message.txt"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    outcomes = [
        community("norms", "try", "sy_star", text, "--json"),
        community("norms", "try", "sy_star", "--file", str(file), "--json"),
        community("norms", "try", "sy_star", "-", "--json"),
    ]

    spans = [{"start": 2, "end": 3, "text": "★"}] if complies else []
    for outcome in outcomes:
        assert outcome.code == 0
        assert outcome.json["schema_version"] == 1
        assert outcome.json["complies"] is complies
        assert outcome.json["spans"] == spans


def test_try_with_a_question(community: Command) -> None:
    question = "How many apples are left in the basket after three were eaten?"
    restated = f"You ask: {question} Two are left. (B)"

    assert community("norms", "try", "restate-question", restated, "--question", question).out.startswith(
        "complies"
    )
    assert community("norms", "try", "restate-question", "Two. (B)", "--question", question).out.startswith(
        "violates"
    )


def test_try_takes_a_norm_file_and_any_text(community: Command, tmp_path: Path) -> None:
    (tmp_path / "bell.yaml").write_text(BELL, encoding="utf-8")

    assert community("norms", "try", "bell.yaml", "[bold]ding[/bold]").out.startswith("complies")
    assert community("norms", "try", "bell.yaml", "--", "--file").out.startswith("violates")
    assert community("norms", "try", "bell.yaml", "").out.startswith("violates")


def test_try_refuses_what_is_not_text(community: Command, tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")

    outcome = community("norms", "try", "sy_star", "--file", "bytes")

    assert outcome.code == 2
    assert "bytes: cannot be read" in outcome.err
