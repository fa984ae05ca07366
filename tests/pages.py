"""What tests read from the pages of the documentation, and how they run the commands of these."""

import re
import shlex
from typing import Any

import pytest
from pydantic import BaseModel

from community.cli import main

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NEEDS_A_MODEL = re.compile(r"ollama|openai|OPENAI|vllm|llama-server|/path/")


def blocks(text: str, *languages: str) -> list[str]:
    """The blocks of code that name one of the languages; "" is named where none is."""
    return [block for language, block in _BLOCK.findall(text) if language in languages]


def commands(text: str) -> list[str]:
    """Commands of the shell blocks that need no model, as one types them, continued lines joined."""
    found = [block.replace("\\\n", " ") for block in blocks(text, "", "sh", "console")]
    lines = [line.removeprefix(".venv/bin/") for block in found for line in block.splitlines()]
    return [line for line in lines if line.startswith("community ") and not _NEEDS_A_MODEL.search(line)]


def run(command: str) -> int:
    """Run a command in this process; returns its exit code."""
    with pytest.raises(SystemExit) as left:
        main(shlex.split(command)[1:])
    return int(left.value.code or 0)


def rows(text: str) -> dict[str, list[str]]:
    """The rows of all tables of a text, by the names in their first cell."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("| `"):
            first, *others = line.strip("| ").split(" | ")
            found |= dict.fromkeys(re.findall(r"`([^`]+)`", first), others)
    return found


def coded(text: str) -> set[str]:
    """All that stands in a text as code, within a line."""
    return set(re.findall(r"`([^`\n]+)`", text))


def leaves(config: BaseModel, prefix: str = "") -> dict[str, Any]:
    """Dotted name -> default."""
    found: dict[str, Any] = {}
    for name in type(config).model_fields:
        value = getattr(config, name)
        found |= leaves(value, f"{name}.") if isinstance(value, BaseModel) else {prefix + name: value}
    return found
