"""Standard output is for results, standard error for everything else; neither ever breaks what is going on.

An encoding that lacks a sign shows a question mark, and a reader that has gone away is no error.
"""

import json
import os
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import Console, RenderableType


def tolerate_encodings() -> None:
    """Let both streams replace what their encoding cannot express."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def say(line: str) -> None:
    """One line for people, on standard error."""
    with _quietly(sys.stderr):
        print(line, file=sys.stderr)  # noqa: T201 - the one place where this is done


def emit(text: str) -> None:
    """A result as text, on standard output."""
    with _quietly(sys.stdout):
        print(text)  # noqa: T201 - the one place where this is done


def emit_json(value: "BaseModel | Mapping[str, Any]") -> None:
    """A result as one JSON document, on standard output; escaped where the encoding is not UTF-8."""
    data = value if isinstance(value, Mapping) else value.model_dump(mode="json")
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    emit(json.dumps(data, ensure_ascii=encoding != "utf8", indent=2))


def emit_rich(console: "Console", picture: "RenderableType") -> None:
    """A result for people, on standard output; without padding at the ends of lines unless it is a terminal."""
    if console.is_terminal:
        console.print(picture)
        return
    with console.capture() as capture:
        console.print(picture)
    emit("\n".join(line.rstrip() for line in capture.get().splitlines()))


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
        with _quietly(stream):
            pass


def _console(stream: TextIO) -> "Console":
    from rich.console import Console

    class PatientConsole(Console):
        def on_broken_pipe(self) -> None:
            _discard(stream)

    plain = is_plain(stream) and not (os.environ.get("FORCE_COLOR") and not os.environ.get("NO_COLOR"))
    return PatientConsole(
        file=stream, color_system=None if plain else "auto", highlight=False, markup=False, emoji=False
    )


@contextmanager
def _quietly(stream: TextIO) -> Generator[None]:
    try:
        yield
        stream.flush()
    except BrokenPipeError:
        _discard(stream)


def _discard(stream: TextIO) -> None:
    """Send what is still written to a stream that nobody reads to nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
