"""Serves a gallery of runs on this machine alone, to read and never to change."""

import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from community.errors import CommunityError, UserError
from community.experiments.pages.gallery import NEWS, Gallery

HOST = "127.0.0.1"
_NAMES = (HOST, "localhost")
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "frame-ancestors 'none'",
}


class PageServer(ThreadingHTTPServer):
    """Listens on the loopback address; `port` 0 takes a free one."""

    daemon_threads = True

    def __init__(self, gallery: Gallery, port: int = 0) -> None:
        self.gallery = gallery
        try:
            super().__init__((HOST, port), _Handler)
        except (OSError, OverflowError) as error:
            raise UserError(
                f"port {port} cannot be used: {getattr(error, 'strerror', None) or error}"
            ) from error

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://{HOST}:{self.server_address[1]}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away in the middle of an answer is no news."""


class _Handler(BaseHTTPRequestHandler):
    server: PageServer  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"
    server_version = "community"
    sys_version = ""
    timeout = 60

    def do_GET(self) -> None:
        """A page, or what is new on it."""
        if not self._is_for_us():
            self._answer(403, "this server answers to its own address alone\n")
            return
        try:
            self._serve()
        except CommunityError as error:
            self._answer(500, f"{error}\n")

    def do_HEAD(self) -> None:
        """The same without the page."""
        self.do_GET()

    def _is_for_us(self) -> bool:
        """Whether the browser means this address; a name that an attacker points here is another one."""
        port = self.server.server_address[1]
        return self.headers.get("Host", "").lower() in {f"{name}:{port}" for name in _NAMES}

    def _serve(self) -> None:
        parts = urlsplit(self.path)
        if parts.path.endswith(f"/{NEWS}"):
            asked = parse_qs(parts.query)
            start = asked.get("start", ["0"])[0]
            seen = asked.get("seen", [""])[0]
            news = self.server.gallery.news(
                parts.path, seen, int(start) if re.fullmatch(r"\d{1,9}", start) else 0
            )
            found, kind = news and news.model_dump_json(), "application/json"
        else:
            found, kind = self.server.gallery.page(parts.path), "text/html"
        if found is None:
            self._answer(404, "there is nothing here\n")
        else:
            self._answer(200, found, kind)

    def _answer(self, status: int, text: str, kind: str = "text/plain") -> None:
        data = text.encode("utf-8", "replace")
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Faults of the request itself, such as another method, in the same form."""
        self.close_connection = True
        self._answer(405 if code == 501 else code, f"{message or 'this cannot be served'}\n")

    def log_message(self, format: str, *args: object) -> None:
        """Nobody wants a line for each request."""
