"""Fixtures for every room."""

import os
from collections.abc import Iterator

import pytest

from tests.loopback import Loopback


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    """A model server on 127.0.0.1 that speaks the OpenAI and Ollama protocols."""
    with Loopback() as server:
        yield server


@pytest.fixture(autouse=True)
def _no_ambient_endpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys, addresses and settings of the person who runs the tests stay out of them."""
    for name in list(os.environ):
        if name.startswith(("OPENAI_", "OLLAMA_", "LANGSMITH_", "LANGCHAIN_")):
            monkeypatch.delenv(name)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
