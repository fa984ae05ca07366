"""Every command shows how it is used, and stands on the page of commands."""

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from community.cli import app
from community.commands.examples import EXAMPLES
from community.commands.help import EXIT_CODES
from tests.commands.conftest import ROOT, Command

PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def leaves(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command by its words."""
    inner = getattr(command, "commands", None)
    if inner is None:
        yield " ".join(path), command
    else:
        for name, each in inner.items():
            yield from leaves(each, (*path, name))


TREE = dict(leaves(typer.main.get_command(app)))


def examples(command: Any) -> list[str]:
    _, _, shown = (command.epilog or "").partition("Examples:\n")
    return [
        line.strip() for line in shown.partition("\n\n")[0].splitlines() if line.startswith("  community ")
    ]


def test_every_command_has_an_example_of_itself() -> None:
    for name, command in TREE.items():
        assert examples(command), name
        assert all(line.startswith(f"community {name}") for line in examples(command)), name


def test_every_example_is_of_a_command() -> None:
    assert EXAMPLES.keys() <= TREE.keys()


@pytest.mark.parametrize(("name", "line"), [(name, line) for name in TREE for line in examples(TREE[name])])
def test_an_example_can_be_parsed(name: str, line: str) -> None:
    words = shlex.split(line)[1 + len(name.split()) :]

    with TREE[name].make_context(name, words) as context:
        assert not context.args


@pytest.mark.parametrize("name", TREE)
def test_help_of_a_command_ends_with_its_examples(community: Command, name: str) -> None:
    outcome = community(*name.split(), "--help")

    assert outcome.code == 0
    assert outcome.out.isascii()
    assert max(map(len, outcome.out.splitlines())) <= 110
    assert all(f"    {line}\n" in outcome.out for line in examples(TREE[name]))


def test_page_of_commands_is_complete() -> None:
    table = PAGE.partition("## Exit codes")[0]

    assert set(re.findall(r"^\| `([a-z -]+)` \|", table, re.MULTILINE)) == TREE.keys()


def test_page_of_commands_has_every_exit_code() -> None:
    told = re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)

    assert told == re.findall(r"^  (\d+) ", EXIT_CODES, re.MULTILINE)
