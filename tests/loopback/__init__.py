"""A real HTTP server on 127.0.0.1 that speaks the OpenAI and Ollama chat protocols truthfully, with scripted faults.

Use the fixture `loopback` of `tests/conftest.py`, or `with Loopback() as server:`. Give `replies` a function of the
messages, put faults in `faults` (one per chat request, None for a good one), read what was sent in `requests`.
"""

from tests.loopback.script import (
    BROKEN_JSON,
    HANG,
    RESET,
    SCHEMA_IGNORED,
    THINKING_ONLY,
    TRUNCATED,
    Fault,
    Json,
    Replies,
    Script,
    Seen,
    Served,
    example,
    failed,
    plain,
    rate_limited,
    tokens,
)
from tests.loopback.server import Loopback

__all__ = [
    "BROKEN_JSON",
    "HANG",
    "RESET",
    "SCHEMA_IGNORED",
    "THINKING_ONLY",
    "TRUNCATED",
    "Fault",
    "Json",
    "Loopback",
    "Replies",
    "Script",
    "Seen",
    "Served",
    "example",
    "failed",
    "plain",
    "rate_limited",
    "tokens",
]
