"""One HTTP exchange: noted, answered or made to fail as the script says; the protocols are in the subclasses."""

import json
import socket
import struct
import time
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer

from tests.loopback.script import Fault, Json, Script, Seen, example, is_object


class ScriptedServer(ThreadingTCPServer):
    """A server whose handlers do what `script` says."""

    script: Script


class Handler(BaseHTTPRequestHandler):
    """What both protocols share."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._note(b"")
        self._route()

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        raw = self.rfile.read(length)
        if len(raw) < length:  # the client was killed while it sent
            self.close_connection = True
            return
        self._note(raw)
        self._route()

    def _note(self, raw: bytes) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.seen = Seen(self.command, self.path, headers, raw, json.loads(raw) if raw else {})
        assert isinstance(self.server, ScriptedServer)
        self.script = self.server.script
        with self.script.lock:
            self.script.requests.append(self.seen)

    def routes(self) -> Mapping[str, Callable[[], None]]:
        """Path -> what answers it."""
        return {}

    def _route(self) -> None:
        key = self.script.api_key
        if key is not None and self.seen.headers.get("authorization") != f"Bearer {key}":
            self.error(401, "Incorrect API key provided", code="invalid_api_key")
            return
        handler = self.routes().get(self.path)
        if handler is None or self.path in self.script.without:
            self.error(404, f"no route {self.path}")
        else:
            handler()

    def chat(self, answer: Callable[[Fault | None], None]) -> None:
        script = self.script
        with script.lock:
            fault = script.faults.popleft() if script.faults else None
            script.in_flight += 1
            script.peak = max(script.peak, script.in_flight)
        try:
            time.sleep(script.latency)
            if not self._faulted(fault):
                answer(fault)
        finally:
            with script.lock:
                script.in_flight -= 1

    def _faulted(self, fault: Fault | None) -> bool:
        """Carry out a fault that leaves nothing to answer."""
        if fault is None or fault.kind in ("thinking_only", "schema_ignored", "truncated"):
            return False
        if fault.kind == "status":
            self.error(fault.status, fault.message, fault.headers, fault.code)
        elif fault.kind == "broken_json":
            self.send_bytes(200, b'{"model": "tiny", "mess', {})
        else:
            if fault.kind == "hang":
                self.script.stopping.wait(60)
            else:
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
        return True

    def words(self, fault: Fault | None, schema: Json | None, limit: int | None) -> tuple[str, str, str]:
        """Content, thinking and the reason of the end."""
        text, thinking = self.script.replies(self.seen.body["messages"]), self.script.thinking
        if fault and fault.kind == "thinking_only":
            return "", text, "stop"
        if fault and fault.kind == "truncated":
            return text[: len(text) // 2], thinking, "length"
        if schema is not None and not (fault and fault.kind == "schema_ignored"):
            text = text if is_object(text) else json.dumps(example(schema))
        if limit is not None and limit > 0 and len(text) > 4 * limit:
            return text[: 4 * limit], thinking, "length"
        return text, thinking, "stop"

    def send(self, body: Json, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        self.send_bytes(status, json.dumps(body).encode(), headers or {})

    def send_bytes(self, status: int, payload: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def error(
        self, status: int, message: str, headers: Mapping[str, str] | None = None, code: str | None = None
    ) -> None:
        if self.path.startswith("/v1"):
            kind = "invalid_request_error" if status < 500 else "server_error"
            body: Json = {"error": {"message": message, "type": kind, "param": None, "code": code}}
        else:
            body = {"error": message}
        self.send(body, status, headers)
