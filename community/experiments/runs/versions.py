"""Versions of the parts that results depend on."""

import platform
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from community import __version__

_PACKAGES = ("langgraph", "langchain-core", "openai", "ollama", "pydantic", "spacy", "regex", "xllamacpp")


@cache
def part_versions() -> Mapping[str, str]:
    """This package, Python, and those of the packages that are installed; looked up once in a process."""
    found = {"community": __version__, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
