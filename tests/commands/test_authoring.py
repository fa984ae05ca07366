import json
import sys
from pathlib import Path

import pytest
import typer

from tests.commands.conftest import Command

NEW = (
    "norms",
    "new",
    "bell",
    "--title",
    "Rings",
    "--instruction",
    "Ding.",
    "--kind",
    "contains",
    "-p",
    "words=[ding]",
)


def test_new_norm_is_written_and_can_be_used_at_once(community: Command) -> None:
    outcome = community(*NEW)

    assert outcome.code == 0, outcome.err
    assert outcome.out == "norms/bell.yaml\n"
    assert community("norms", "try", "bell", "Ding dong.").out.startswith("complies")
    assert community("norms", "check", "norms").code == 0


def test_new_norm_overwrites_nothing(community: Command) -> None:
    community(*NEW)

    outcome = community(*NEW)

    assert outcome.code == 2
    assert "norms/bell.yaml exists" in outcome.err


def test_new_norm_that_holds_by_chance_is_warned_of(community: Command) -> None:
    outcome = community(*NEW[:-1], "words=[the]")

    assert outcome.code == 0
    assert "warning: holds by chance" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bell",), "give --title, --instruction, --kind; there is no terminal to ask at"),
        ((*NEW[2:7], "--kind", "contans"), "did you mean 'contains'"),
        ((*NEW[2:-1], "word=[x]"), "check.word: is not a known key; did you mean 'words'?"),
        ((*NEW[2:-2],), "check: give exactly one of 'words'"),
        (("a/b", *NEW[3:]), "id: "),
    ],
)
def test_new_norm_with_wrong_input(
    community: Command, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    outcome = community("norms", "new", *arguments)

    assert outcome.code == 2
    assert message in outcome.err
    assert not list(tmp_path.rglob("*.yaml"))


def test_new_norm_asks_at_a_terminal_for_what_is_missing(
    community: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["Rings", "Ding.", "contains", "words=[ding]", "min=2", ""])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(typer, "prompt", lambda *_, **__: next(answers))

    outcome = community("norms", "new", "bell")

    assert outcome.code == 0, outcome.err
    assert "words: list of texts" in outcome.err
    assert community("norms", "show", "bell", "--json").json["check"]["min"] == 2


def test_schema_goes_to_standard_output_or_to_a_file(community: Command, tmp_path: Path) -> None:
    printed = community("norms", "schema").json
    silent = community("norms", "schema", "--out", "norm.schema.json")

    assert printed["title"] == "Norm"
    assert silent.out == ""
    assert json.loads((tmp_path / "norm.schema.json").read_text(encoding="utf-8")) == printed
    assert community("norms", "schema", "--out", "no/such/folder.json").code == 2


def test_predicates_are_listed_with_fields_and_examples(community: Command) -> None:
    rows = community("norms", "predicates", "--json").json["predicates"]
    text = community("norms", "predicates").out

    assert {"contains", "all", "python", "judged"} <= {row["kind"] for row in rows}
    for row in rows:
        assert f"{row['kind']}: {row['summary']}\n  check: {row['example']}" in text
