"""Versions of the parts that results depend on."""

import platform
from importlib.metadata import PackageNotFoundError, version

from community import __version__

_PACKAGES = ("langgraph", "langchain-core", "openai", "ollama", "pydantic", "spacy", "regex", "xllamacpp")


def part_versions() -> dict[str, str]:
    """This package, Python, and those of the packages that are installed."""
    found = {"community": __version__, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
