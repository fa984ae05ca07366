"""What the loopback server is told to do, and what it saw."""

import json
import math
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Json = dict[str, Any]
Replies = Callable[[Sequence[Json]], str]

OPENAI_CHAT = "/v1/chat/completions"
OLLAMA_CHAT = "/api/chat"


@dataclass(frozen=True)
class Seen:
    """One request as it came in."""

    method: str
    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    raw: bytes
    body: Json


@dataclass(frozen=True)
class Fault:
    """What goes wrong with one chat request."""

    kind: Literal["status", "reset", "hang", "broken_json", "thinking_only", "schema_ignored", "truncated"]
    status: int = 500
    message: str = "scripted fault"
    headers: Mapping[str, str] = field(default_factory=dict)
    code: str | None = None


RESET = Fault("reset")
"""The connection is reset before a byte of the answer."""
HANG = Fault("hang")
"""No answer until the client or the server goes away."""
BROKEN_JSON = Fault("broken_json")
"""Status 200 and a body that is cut in the middle."""
THINKING_ONLY = Fault("thinking_only")
"""Empty content; all the words are in the thinking field."""
SCHEMA_IGNORED = Fault("schema_ignored")
"""Prose although a schema was asked for."""
TRUNCATED = Fault("truncated")
"""Half of the reply, ended by the length limit."""


def rate_limited(retry_after: str | None = "0") -> Fault:
    """429, with a Retry-After header unless None."""
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return Fault("status", 429, "rate limit reached", headers)


def failed(status: int = 500, message: str = "scripted fault", code: str | None = None) -> Fault:
    """An error status with the protocol's error body."""
    return Fault("status", status, message, code=code)


@dataclass
class Served:
    """A model that the server has."""

    context: int = 32768
    """The most tokens the model supports."""
    digest: str = "sha256:5f1e"
    capabilities: tuple[str, ...] = ("completion",)
    loaded: int | None = None
    """The window in force; None until it is loaded."""
    forced: int | None = None
    """A window that the server takes whatever is asked, as a machine with little memory does."""
    silent: bool = False
    """Whether the server does not state the window in force, as older ones do not."""


def tokens(messages: Sequence[Json]) -> int:
    """The server's tokenizer: four characters a token, and four tokens around each message."""
    return sum(math.ceil(len(str(message.get("content") or "")) / 4) + 4 for message in messages)


def plain(messages: Sequence[Json]) -> str:
    """The default reply: a fixed sentence in final tags."""
    return f"<final>I read {len(messages)} messages, and the answer is (A).</final>"


class Script:
    """The state of a server; everything may be changed while it runs."""

    def __init__(self) -> None:
        self.replies: Replies = plain
        self.thinking = ""
        """Sent in the reasoning field beside each reply; the field is `reasoning_field` in the OpenAI protocol."""
        self.reasoning_field = "reasoning_content"
        self.faults: deque[Fault | None] = deque()
        self.latency = 0.0
        """Seconds from a chat request to its answer."""
        self.models: dict[str, Served] = {"tiny": Served()}
        self.cuts_anyway = False
        """Ollama: whether a long prompt is cut even when that is forbidden, as older servers do."""
        self.counted: int | None = None
        """Ollama: the prompt tokens reported, when not the true ones."""
        self.refused: dict[str, str] = {}
        """Top-level fields of an OpenAI request that get a 400, with the message."""
        self.without: set[str] = set()
        """Paths that this server does not have."""
        self.malformed: Json | None = None
        """When set, the body of every answer to an OpenAI chat, whatever it is."""
        self.api_key: str | None = None
        """When set, any other key gets a 401."""
        self.requests: list[Seen] = []
        self.in_flight = 0
        self.peak = 0
        """The most chat requests that were in flight at once."""
        self.lock = threading.Lock()
        self.stopping = threading.Event()

    @property
    def chats(self) -> list[Json]:
        """The bodies of all chat requests, in order of arrival."""
        return [seen.body for seen in self.requests if seen.path in (OPENAI_CHAT, OLLAMA_CHAT)]


def is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def example(schema: Json) -> Any:
    """A least instance of a JSON Schema, as a constrained decoder would be able to write."""
    return _example(schema, schema.get("$defs", {}))


def _example(schema: Json, definitions: Json) -> Any:
    if "$ref" in schema:
        return _example(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return _example(schema[key][0], definitions)
    if "const" in schema or "enum" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    if schema.get("type") == "object":
        return {name: _example(part, definitions) for name, part in schema.get("properties", {}).items()}
    if schema.get("type") == "array":
        return [_example(schema["items"], definitions)] * int(schema.get("minItems", 0))
    least = schema.get("minimum", 0)
    plain_values = {"string": "text", "integer": int(least), "number": float(least), "boolean": False}
    return plain_values.get(schema.get("type", ""))
