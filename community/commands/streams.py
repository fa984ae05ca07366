"""Standard output is for results, standard error for everything else; neither ever breaks what is going on.

An encoding that lacks a sign shows a question mark, a reader that has gone away is no error, and no text that comes
from a model, a server or a file can drive the terminal.
"""

import json
import os
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from community.errors import CommunityError, UserError
from community.experiments.watching.glyphs import CONTROLS, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import BaseModel
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

_ESCAPES = {
    ord(sign): f"\\u{ord(sign):04x}" for sign in CONTROLS if ord(sign) >= 127
}  # JSON escapes the others
_USUAL_WIDTH = 80
_UNBROKEN = 5000
"""Columns that no line of a table takes."""


def open_closed() -> None:
    """Put the null device where a standard stream was closed before the process began."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - stays open


def tolerate_encodings() -> None:
    """Let both streams replace what their encoding cannot express."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def say(line: str) -> None:
    """One line for people, on standard error."""
    with _quietly(sys.stderr):
        sys.stderr.write(printable(line) + "\n")


def emit(text: str) -> None:
    """A result as text, on standard output.

    Raises:
        CommunityError: it cannot be written, for example on a full disk.
    """
    _write(printable(text))


def emit_or_write(text: str, out: Path | None) -> None:
    """Print a text, or write it where it is wanted instead.

    Raises:
        UserError: the file cannot be written.
    """
    if out is None:
        emit(text.rstrip())
        return
    try:
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UserError(f"{out} cannot be written: {error.strerror or error}") from error


def emit_json(value: "BaseModel | Mapping[str, Any]") -> None:
    """A result as one JSON document, on standard output; escaped where the encoding is not UTF-8."""
    data = value if isinstance(value, Mapping) else value.model_dump(mode="json")
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    _write(json.dumps(data, ensure_ascii=encoding != "utf8", indent=2).translate(_ESCAPES))


def emit_rich(console: "Console", picture: "RenderableType", *, wrapped: bool = False) -> None:
    """A result for people, on standard output.

    Outside a terminal, lines have no padding at their ends and are as long as they are, unless they are to be
    `wrapped` like the text of a page. In a terminal, what must not be broken goes over its edge.
    """
    if console.is_terminal:
        console.print(picture, crop=False)
        return
    if not wrapped:
        console.width = _UNBROKEN
    with console.capture() as capture:
        console.print(picture)
    _write("\n".join(line.rstrip() for line in capture.get().splitlines()))


def stdout_console() -> "Console":
    """For results that people read."""
    return _console(sys.stdout)


def stderr_console() -> "Console":
    """For progress."""
    return _console(sys.stderr)


def is_plain(stream: TextIO) -> bool:
    """Whether a stream wants no colour and no moving pictures: NO_COLOR, a dumb terminal, or no terminal."""
    dumb = os.environ.get("TERM", "").lower() in ("dumb", "unknown")
    return bool(os.environ.get("NO_COLOR")) or dumb or not stream.isatty()


def close_quietly() -> None:
    """Flush both streams at the end, whether or not anybody still reads them."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(CommunityError), _quietly(stream):
            pass


def _write(text: str) -> None:
    with _quietly(sys.stdout):
        sys.stdout.write(text + "\n")


def _console(stream: TextIO) -> "Console":
    from rich.console import Console
    from rich.segment import Segment

    class HarmlessConsole(Console):
        def render(
            self, renderable: "RenderableType", options: "ConsoleOptions | None" = None
        ) -> "Iterable[Segment]":
            for part in super().render(renderable, options):
                harmless = part.control or part.text.isprintable()
                yield part if harmless else Segment(printable(part.text), part.style)

    plain = is_plain(stream) and not (os.environ.get("FORCE_COLOR") and not os.environ.get("NO_COLOR"))
    console = HarmlessConsole(
        file=cast("TextIO", _PatientStream(stream)),
        color_system=None if plain else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )
    if console.width < 1:
        console.width = _USUAL_WIDTH
    return console


class _PatientStream:
    """A stream whose reader may leave."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with _quietly(self._stream):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with _quietly(self._stream):
            pass

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def _quietly(stream: TextIO) -> Generator[None]:
    """Write and flush; what people cannot be told is dropped, and a result that is lost is an error."""
    try:
        yield
        stream.flush()
    except BrokenPipeError:
        _discard(stream)
    except OSError as error:
        _discard(stream)
        if stream is sys.stdout:
            raise CommunityError(f"standard output cannot be written: {error.strerror or error}") from error


def _discard(stream: TextIO) -> None:
    """Send what is still written to a stream that nobody reads to nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
