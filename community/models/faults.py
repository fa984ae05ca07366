"""What went wrong with a call, decided once for every provider: passing, endpoint, too long, or refused."""

import errno
import os
import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from community.errors import (
    ContextOverflowError,
    EndpointError,
    ModelCallError,
    RejectedError,
    TransientError,
)

_OVERFLOW = re.compile(
    r"context[ _](length|window|size)|(exceed|max)\w* .{0,30}context|prompt is too long|too many (input )?tokens",
    re.IGNORECASE,
)
_NO_CREDIT = re.compile(
    r"insufficient_quota|exceeded your current quota|insufficient credit|billing", re.IGNORECASE
)
_NO_MEMORY = re.compile(r"more system memory|out of memory|insufficient memory", re.IGNORECASE)
_KEY = re.compile(r"\bsk-[\w*.-]{4,}|\bBearer\s+\S+", re.IGNORECASE)
_ERRNO = re.compile(r"\[Errno (\d+)\]")
_TRANSIENT = frozenset({408, 409, 425, 429})


def from_status(
    status: int,
    message: str,
    *,
    spec: str,
    headers: Mapping[str, str] | None = None,
    secret: str = "",
    fix: str = "",
) -> ModelCallError:
    """The error behind an HTTP status of 400 or more.

    Args:
        status: the status.
        message: what the server said about it, with its error code.
        spec: the model that was called.
        headers: of the answer, names in lower case; for Retry-After.
        secret: a key that may be echoed in the message, and is taken out.
        fix: what to do when the model is missing.
    """
    said = f"{spec}: status {status}: {tidy(message, secret)}"
    advice = _unusable(status, message, fix)
    if advice:
        return EndpointError(f"{said}; {advice}")
    if status != 429 and _OVERFLOW.search(message):
        return ContextOverflowError(
            f"{said}; enlarge the context or shorten the prompt (memory window, word cap)"
        )
    if status in _TRANSIENT or status >= 500:
        return TransientError(said, retry_after=retry_after(headers or {}), status=status)
    return RejectedError(said)


def _unusable(status: int, message: str, fix: str) -> str:
    """What to do when the endpoint cannot be used at all; "" when it can."""
    if status in (401, 403):
        return "check the key (OPENAI_API_KEY, or the variable named in api_key_env)"
    if status == 402 or _NO_CREDIT.search(message):
        return "the account has no credit left"
    if status == 404:
        return fix or "check the name of the model and the address"
    return "take a smaller model or context (num_ctx)" if _NO_MEMORY.search(message) else ""


def unreachable(spec: str, address: str, error: BaseException, *, secret: str = "") -> TransientError:
    """A connection that could not be made, or broke, or took too long."""
    reason = _system_reason(error) or tidy(str(error), secret) or type(error).__name__
    return TransientError(f"{spec}: no answer from {address}: {reason}")


def _system_reason(error: BaseException | None) -> str:
    """What the operating system says of a connection, without what clients put around it; "" when it says nothing."""
    while error is not None:
        found = _ERRNO.search(str(error))
        number = getattr(error, "errno", None) or (int(found[1]) if found else 0)
        if isinstance(number, int) and number in errno.errorcode:
            return os.strerror(number).lower()
        error = error.__cause__
    return ""


def garbled(spec: str, error: Exception | str, *, secret: str = "") -> TransientError:
    """Status 200 with a body that is not what the protocol says."""
    return TransientError(f"{spec}: the answer is not what the protocol says: {tidy(str(error), secret)}")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait by `retry-after-ms` or Retry-After (seconds or an HTTP date); None when not given."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        value = headers.get("retry-after", "").strip()
        if re.fullmatch(r"\d+(\.\d+)?", value):
            return float(value)
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


def tidy(message: str, secret: str = "") -> str:
    """A server's words on one line, at most 300 characters, with keys and halves of characters taken out."""
    message = message.encode(errors="replace").decode()
    if secret:
        message = message.replace(secret, "[key]")
    line = " ".join(_KEY.sub("[key]", message).split())
    return line if len(line) <= 300 else line[:297] + "..."
