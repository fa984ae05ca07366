"""One fault, one error, whoever the provider is."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from community.errors import (
    CommunityError,
    ContextOverflowError,
    EndpointError,
    RejectedError,
    TransientError,
)
from community.models.faults import from_status, garbled, retry_after, unreachable


@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        (401, "bad key", EndpointError),
        (402, "Insufficient credits", EndpointError),
        (403, "no access", EndpointError),
        (404, "no such model", EndpointError),
        (408, "too slow", TransientError),
        (429, "rate limit reached", TransientError),
        (429, "rate limit: context length tokens per minute", TransientError),
        (429, "You exceeded your current quota insufficient_quota", EndpointError),
        (500, "oops", TransientError),
        (500, "model requires more system memory (9 GiB) than is available", EndpointError),
        (500, "the input length exceeds the context length", ContextOverflowError),
        (503, "overloaded", TransientError),
        (400, "This model's maximum context length is 8192 tokens.", ContextOverflowError),
        (400, "request (900 tokens) exceeds the available context size (512 tokens)", ContextOverflowError),
        (400, "prompt is too long: 9 tokens > 8 maximum", ContextOverflowError),
        (400, "unknown field", RejectedError),
        (422, "response_format is not supported", RejectedError),
    ],
)
def test_status_decides_who_has_to_act(status: int, message: str, kind: type[CommunityError]):
    error = from_status(status, message, spec="openai:m")

    assert type(error) is kind
    assert "openai:m" in str(error)
    assert str(status) in str(error)


def test_message_is_one_short_line_without_keys():
    error = from_status(400, "bad sk-abc*****xyz and\nhunter2 " + "x" * 999, spec="m", secret="hunter2")

    assert "sk-abc" not in str(error)
    assert "hunter2" not in str(error)
    assert "\n" not in str(error)
    assert len(str(error)) < 400


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_retry_after_in_seconds(headers: dict[str, str], seconds: float | None):
    assert retry_after(headers) == seconds


def test_retry_after_as_a_date():
    future = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    past = format_datetime(datetime.now(UTC) - timedelta(seconds=30), usegmt=True)

    assert 25 < (retry_after({"retry-after": future}) or 0) <= 30
    assert retry_after({"retry-after": past}) == 0


def test_words_of_a_server_can_be_written_down():
    assert str(garbled("openai:tiny", "half \ud83d of it")).endswith("half ? of it")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ConnectionRefusedError(111, "Connect call failed ('127.0.0.1', 9)"), "connection refused"),
        (
            OSError("Multiple exceptions: [Errno 111] Connect call failed, [Errno 111] Connect call failed"),
            "refused",
        ),
        (OSError(-2, "Name or service not known"), "Name or service not known"),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_a_connection_that_fails_has_one_plain_reason(error: Exception, reason: str) -> None:
    said = str(unreachable("openai:x", "http://here", error))

    assert said.startswith("openai:x: no answer from http://here: ")
    assert said.endswith(reason)
    assert "Connect call" not in said
