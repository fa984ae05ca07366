"""What tests read from the pages of the documentation."""

import re
from typing import Any

from pydantic import BaseModel


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
