"""The loopback server itself: threads, connections, start and stop."""

import socket
import threading
from typing import Any, Self

from tests.loopback.handler import ScriptedServer
from tests.loopback.ollama_routes import OllamaRoutes
from tests.loopback.openai_routes import OpenAIRoutes
from tests.loopback.script import Script


class Loopback(Script):
    """The server; starts with `with`, or `start` and `stop`."""

    def __init__(self) -> None:
        super().__init__()
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


class _Handler(OpenAIRoutes, OllamaRoutes):
    """Speaks both protocols."""


class _Server(ScriptedServer):
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, script: Script) -> None:
        self.script = script
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
