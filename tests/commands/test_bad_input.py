import re
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.commands.conftest import Command, Outcome

pytestmark = pytest.mark.usefixtures("no_runs")
ANSWERED = '{"question": "1+1?", "options": ["1", "2"], "answer": "B"}\n'
STAR = ("run", "--norm", "sy_star")


def assert_refused(outcome: Outcome, code: int, *words: str) -> None:
    assert outcome.code == code, outcome.err
    assert outcome.out == ""
    assert outcome.err.startswith("error: ")
    assert outcome.err.count("\n") == 1
    for word in words:
        assert word in outcome.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "--norm", "sy_str"), ("norm 'sy_str'", "did you mean 'sy_star'")),
        ((*STAR, "--module", "tmo"), ("module 'tmo'", "did you mean 'tom'")),
        ((*STAR, "--newcomer", "olama:x"), ("'olama'", "did you mean 'ollama'?")),
        ((*STAR, "--module-model", "sim:modul"), ("'modul'", "did you mean 'module'")),
        ((*STAR, "--background", "sim:exprt*2"), ("'exprt'", "did you mean 'expert'")),
        ((*STAR, "--task", "procedual"), ("task 'procedual'", "did you mean 'procedural'")),
        ((*STAR, "--module", "tom", "-o", "second=true"), ("'second'", "did you mean 'second_order'")),
        ((*STAR, "--set", "newcomr=x"), ("newcomr", "did you mean 'newcomer'")),
        ((*STAR, "--set", "newcomer_options.num_cx=9"), ("num_cx", "did you mean 'num_ctx'")),
        ((*STAR, "--condition", "closed"), ("condition", "'gated', 'open', 'alone' or 'told'", "'closed'")),
        (("scenarios", "run", "--condition", "naiv"), ("(got 'naiv'); did you mean 'naive'?\n",)),
        (("scenarios", "run", "--norm", "sy_star"), ("'sy_star' is a norm of debates and chats", "scenarios list")),
        (("scenarios", "show", "nix"), ("(44 in all); `community scenarios list` lists them",)),
        ((*STAR, "--seed", "zwei"), ("'--seed': must be a whole number; see `community run --help`",)),
        ((*STAR, "--seed", "-1"), ("seed: input should be greater than or equal to 0 (got -1)",)),
        (("export", "none", "--csv"), ("see `community export --help`",)),
        ((*STAR, "--questions", "0"), ("questions", "greater than or equal to 1")),
        ((*STAR, "--background", "sim:expert*many"), ("sim:expert*many", "a number from 1 to 64")),
        ((*STAR, "--background", "sim:expert*\N{SUPERSCRIPT TWO}"), ("a number from 1 to 64",)),
        ((*STAR, "--questions", "1000000000000"), ("questions", "less than or equal to 100000")),
        ((*STAR, "--norm", "sy_star"), ("norms", "'sy_star' is given twice")),
        ((*STAR, "--module", "no.such.package:Mine"), ("'no.such.package:Mine'", "cannot be loaded")),
        ((*STAR, "--module", "json:loads"), ("'json:loads'", "not a subclass")),
        ((*STAR, "--idiosyncratic", "-1"), ("-1 habits for 2 background agents",)),
        ((*STAR, "--idiosyncratic", "\N{SUPERSCRIPT TWO}"), ("unknown norm",)),
        ((*STAR, "--idiosyncratic", "3"), ("3 habits for 2 background agents",)),
        ((*STAR, "--idiosyncratic", "sy_star"), ("'sy_star'", "is an enforced norm")),
        ((*STAR, "--prompts", "nowhere"), ("'nowhere'", "does not exist")),
        ((*STAR, "--config", "nowhere.yaml"), ("nowhere.yaml", "cannot be read")),
        ((*STAR, "--set", "seed"), ("--set takes KEY=VALUE", "'seed'")),
        ((*STAR, "--set", "seed=[1"), ("--set seed", "is not a YAML value")),
        ((*STAR, "--assert", "follow_rat>=1"), ("'follow_rat'", "did you mean 'follow_rate'")),
        ((*STAR, "--assert", "follow_rate"), ("NAME>=NUMBER",)),
        (("run",), ("no norm is given", "--norm sy_star")),
        (("resume", "nowhere"), ("'nowhere' is not a run directory",)),
        (("score", "latest"), ("no run in 'runs'",)),
        (("models", "check", "olama:x"), ("did you mean 'ollama'?",)),
        (("models", "check", "ollama:x", "--set", "num_cx=1"), ("num_cx", "num_ctx")),
        (("norms", "show", "sy_str"), ("did you mean 'sy_star'",)),
        (("norms", "list", "--set", "cor"), ("set 'cor'", "did you mean 'core'")),
        (("norms", "try", "sy_star"), ("TEXT", "--file", "standard input")),
    ],
)  # fmt: skip
def test_what_is_not_known_or_allowed(
    community: Command, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    assert_refused(community(*arguments), 2, *words)


def test_a_broken_configuration_file(community: Command, tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text("norms: [sy_star]\nquestions: [3\n", encoding="utf-8")

    assert_refused(community("run", "--config", str(file)), 2, str(file), "line 2")


def test_every_fault_of_a_configuration_file(community: Command, tmp_path: Path) -> None:
    file = tmp_path / "community.yaml"
    file.write_text("norms: sy_star\nquestions: none\n\nsanction:\n  stile: silence\n", encoding="utf-8")

    assert_refused(
        community("run"),
        2,
        "community.yaml",
        "line 2: questions",
        "line 5: sanction.stile",
        "did you mean 'style'?",
    )


def test_a_broken_norm_file(community: Command, tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(
        "id: own\ntitle: My own\ninstruction: Be kind.\ncheck:\n  kind: contain\n", encoding="utf-8"
    )

    assert_refused(community("run", "--norm", str(file)), 2, str(file), "line 4: check", "'contain'")


def test_an_endpoint_that_is_dead(community: Command) -> None:
    began = time.monotonic()
    outcome = community(*STAR, "--newcomer", "openai:x@http://127.0.0.1:9/v1")

    waited = re.sub("^reaching .*\n", "", outcome.err)
    assert_refused(replace(outcome, err=waited), 3, "http://127.0.0.1:9/v1", "is the server running")
    assert time.monotonic() - began < 10


def test_an_extra_that_is_not_installed(
    community: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "x.gguf").write_bytes(b"GGUF")
    monkeypatch.setitem(sys.modules, "xllamacpp", None)

    outcome = community(*STAR, "--newcomer", f"local:{tmp_path / 'x.gguf'}")

    assert_refused(outcome, 2, "needs 'xllamacpp'", "pip install 'community[local]'")


def test_a_folder_that_cannot_be_written(community: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    assert_refused(community(*STAR, "--out", str(tmp_path / "file" / "runs")), 2, "cannot be written", "file")


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("q.jsonl", ANSWERED + '{"question": "2+2?", "options": ["3", "4"]}\n', "line 2"),
        ("q.csv", "question,A,B,answer\n1+1?,1,2,B\n2+2?,3,4,\n", "line 3"),
    ],
)  # fmt: skip
def test_a_question_without_an_answer(
    community: Command, tmp_path: Path, name: str, text: str, place: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")

    assert_refused(
        community(*STAR, "--task", f"file:{tmp_path / name}", "--questions", "2"), 2, name, place, "answer"
    )
