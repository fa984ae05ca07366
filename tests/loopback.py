"""A real HTTP server on 127.0.0.1 that speaks the OpenAI and Ollama chat protocols truthfully, with scripted faults.

Use the fixture `loopback` of `tests/conftest.py`, or `with Loopback() as server:`. Give `replies` a function of the
messages, put faults in `faults` (one per chat request, None for a good one), read what was sent in `requests`.
"""

import json
import math
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from typing import Any, Literal, Self

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


class Loopback:
    """The server; starts with `with`, or `start` and `stop`."""

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
        self._server: _Server | None = None

    @property
    def url(self) -> str:
        """The root address, as OLLAMA_HOST has it."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def openai_url(self) -> str:
        """The address of the OpenAI protocol."""
        return f"{self.url}/v1"

    @property
    def chats(self) -> list[Json]:
        """The bodies of all chat requests, in order of arrival."""
        return [seen.body for seen in self.requests if seen.path in (OPENAI_CHAT, OLLAMA_CHAT)]

    def start(self) -> Self:
        self._server = _Server(self)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def stop(self) -> None:
        self.stopping.set()
        if self._server is not None:
            self._server.shutdown()
            self._server.hang_up()
            self._server.server_close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


class _Server(ThreadingTCPServer):
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, loopback: Loopback) -> None:
        self.loopback = loopback
        self.connections: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.connections.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        for connection in list(self.connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._note(b"")
        self._route()

    def do_POST(self) -> None:
        self._note(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        self._route()

    def _note(self, raw: bytes) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.seen = Seen(self.command, self.path, headers, raw, json.loads(raw) if raw else {})
        assert isinstance(self.server, _Server)
        self.loopback = self.server.loopback
        with self.loopback.lock:
            self.loopback.requests.append(self.seen)

    def _route(self) -> None:
        key = self.loopback.api_key
        if key is not None and self.seen.headers.get("authorization") != f"Bearer {key}":
            self._error(401, "Incorrect API key provided", code="invalid_api_key")
            return
        routes: dict[str, Callable[[], None]] = {
            "/v1/models": self._openai_models,
            OPENAI_CHAT: lambda: self._chat(self._openai_chat),
            "/api/version": lambda: self._send({"version": "0.99.0"}),
            "/api/tags": self._ollama_tags,
            "/api/show": self._ollama_show,
            "/api/ps": self._ollama_ps,
            OLLAMA_CHAT: self._ollama_load_or_chat,
        }
        handler = routes.get(self.path)
        if handler is None or self.path in self.loopback.without:
            self._error(404, f"no route {self.path}")
        else:
            handler()

    # What both protocols share

    def _chat(self, answer: Callable[[Fault | None], None]) -> None:
        loopback = self.loopback
        with loopback.lock:
            fault = loopback.faults.popleft() if loopback.faults else None
            loopback.in_flight += 1
            loopback.peak = max(loopback.peak, loopback.in_flight)
        try:
            time.sleep(loopback.latency)
            if not self._faulted(fault):
                answer(fault)
        finally:
            with loopback.lock:
                loopback.in_flight -= 1

    def _faulted(self, fault: Fault | None) -> bool:
        """Carry out a fault that leaves nothing to answer."""
        if fault is None or fault.kind in ("thinking_only", "schema_ignored", "truncated"):
            return False
        if fault.kind == "status":
            self._error(fault.status, fault.message, fault.headers, fault.code)
        elif fault.kind == "broken_json":
            self._send_bytes(200, b'{"model": "tiny", "mess', {})
        else:
            if fault.kind == "hang":
                self.loopback.stopping.wait(60)
            else:
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
        return True

    def _words(self, fault: Fault | None, schema: Json | None, limit: int | None) -> tuple[str, str, str]:
        """Content, thinking and the reason of the end."""
        text, thinking = self.loopback.replies(self.seen.body["messages"]), self.loopback.thinking
        if fault and fault.kind == "thinking_only":
            return "", text, "stop"
        if fault and fault.kind == "truncated":
            return text[: len(text) // 2], thinking, "length"
        if schema is not None and not (fault and fault.kind == "schema_ignored"):
            text = text if _is_object(text) else json.dumps(example(schema))
        if limit is not None and limit > 0 and len(text) > 4 * limit:
            return text[: 4 * limit], thinking, "length"
        return text, thinking, "stop"

    def _send(self, body: Json, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        self._send_bytes(status, json.dumps(body).encode(), headers or {})

    def _send_bytes(self, status: int, payload: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def _error(
        self, status: int, message: str, headers: Mapping[str, str] | None = None, code: str | None = None
    ) -> None:
        if self.path.startswith("/v1"):
            kind = "invalid_request_error" if status < 500 else "server_error"
            body: Json = {"error": {"message": message, "type": kind, "param": None, "code": code}}
        else:
            body = {"error": message}
        self._send(body, status, headers)

    # The OpenAI protocol

    def _openai_models(self) -> None:
        data = [
            {
                "id": name,
                "object": "model",
                "created": 0,
                "owned_by": "loopback",
                "max_model_len": model.context,
            }
            for name, model in self.loopback.models.items()
        ]
        self._send({"object": "list", "data": data})

    def _openai_chat(self, fault: Fault | None) -> None:
        body = self.seen.body
        model = self.loopback.models.get(body["model"])
        refused = next((field for field in self.loopback.refused if field in body), None)
        prompt = tokens(body["messages"])
        if model is None:
            message = f"The model `{body['model']}` does not exist"
            self._error(404, message, code="model_not_found")
        elif refused is not None:
            self._error(400, self.loopback.refused[refused], code="unsupported_parameter")
        elif prompt > model.context:
            message = f"This model's maximum context length is {model.context} tokens; you sent {prompt}."
            self._error(400, message, code="context_length_exceeded")
        else:
            self._send(
                self._completion(fault, prompt)
                if self.loopback.malformed is None
                else self.loopback.malformed
            )

    def _completion(self, fault: Fault | None, prompt: int) -> Json:
        body = self.seen.body
        form = body.get("response_format") or {}
        schema = form["json_schema"]["schema"] if form.get("type") == "json_schema" else None
        limit = body.get("max_completion_tokens") or body.get("max_tokens")
        content, thinking, finish = self._words(fault, schema, limit)
        spoken = tokens([{"content": content}, {"content": thinking}]) - 8
        message: Json = {"role": "assistant", "content": content}
        if thinking:
            message[self.loopback.reasoning_field] = thinking
        return {
            "id": "chatcmpl-loopback",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "system_fingerprint": "fp_loopback",
            "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
            "usage": {"prompt_tokens": prompt, "completion_tokens": spoken, "total_tokens": prompt + spoken},
        }

    # The Ollama protocol

    def _ollama_tags(self) -> None:
        names = self.loopback.models.items()
        self._send({"models": [{"name": n, "model": n, "digest": m.digest} for n, m in names]})

    def _ollama_ps(self) -> None:
        loaded: list[Json] = [
            {"name": name, "model": name, "digest": model.digest, "size": 1, "context_length": model.loaded}
            for name, model in self.loopback.models.items()
            if model.loaded is not None
        ]
        for model in loaded:
            if self.loopback.models[model["name"]].silent:
                del model["context_length"]
        self._send({"models": loaded})

    def _known(self) -> Served | None:
        name = self.seen.body.get("model", "")
        model = self.loopback.models.get(name)
        if model is None:
            self._error(404, f"model '{name}' not found")
        return model

    def _ollama_show(self) -> None:
        model = self._known()
        if model is not None:
            info = {"general.architecture": "loop", "loop.context_length": model.context}
            details = {"family": "loop", "parameter_size": "1M", "quantization_level": "F16"}
            self._send({"details": details, "model_info": info, "capabilities": list(model.capabilities)})

    def _ollama_load_or_chat(self) -> None:
        if self.seen.body.get("messages"):
            self._chat(self._ollama_chat)
            return
        model = self._known()
        if model is not None:
            self._load(model)
            message = {"role": "assistant", "content": ""}
            self._send({**self._stamp(), "message": message, "done": True, "done_reason": "load"})

    def _load(self, model: Served) -> int:
        asked = (self.seen.body.get("options") or {}).get("num_ctx", 4096)
        model.loaded = model.forced or min(asked, model.context)
        return model.loaded

    def _stamp(self) -> Json:
        return {"model": self.seen.body["model"], "created_at": "2026-01-01T00:00:00Z"}

    def _ollama_chat(self, fault: Fault | None) -> None:
        model = self._known()
        if model is None:
            return
        body, window = self.seen.body, self._load(model)
        prompt = tokens(body["messages"])
        if prompt > window and body.get("truncate", True) is False and not self.loopback.cuts_anyway:
            self._error(400, "the input length exceeds the context length")
            return
        options, form = body.get("options") or {}, body.get("format")
        schema = form if isinstance(form, dict) else None
        content, thinking, finish = self._words(fault, schema, options.get("num_predict"))
        message: Json = {"role": "assistant", "content": content}
        if thinking and body.get("think") is not False:
            message["thinking"] = thinking
        spoken = tokens([{"content": content}, {"content": thinking}]) - 8
        read = self.loopback.counted or min(prompt, window)
        counts = {"prompt_eval_count": read, "eval_count": spoken, "eval_duration": 10_000_000}
        self._send({**self._stamp(), "message": message, "done": True, "done_reason": finish, **counts})


def _is_object(text: str) -> bool:
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
