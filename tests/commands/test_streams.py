import io
import os
import sys
from pathlib import Path

import pytest

from community.commands.streams import emit_json, is_plain, tolerate_encodings
from tests.commands.conftest import Command, Process

FAST = ("run", "--norm", "sy_star", "--questions", "1", "--rounds", "1")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variable", "value", "plain"),
    [("NO_COLOR", "1", True), ("NO_COLOR", "", False), ("TERM", "dumb", True), ("TERM", "xterm", False)],
)
def test_a_terminal_is_plain_when_it_asks_for_it(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, plain: bool
) -> None:
    monkeypatch.setenv(variable, value)

    assert is_plain(Terminal()) == plain


def test_what_is_no_terminal_is_plain() -> None:
    assert is_plain(io.StringIO())


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_any_encoding_shows_a_transcript(process: Process, finished_run: Path, encoding: str) -> None:
    outcome = process.run(
        "show", str(finished_run), "--debate", "1", env={"PYTHONIOENCODING": encoding}, encoding=encoding
    )

    assert outcome.code == 0
    assert outcome.err == ""
    assert ("[[★]]" if encoding == "utf-8" else "[[?]]") in outcome.out


def test_json_survives_any_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, written in (("ascii", b"\\u2605 \\ud800"), ("utf-8", "★ ?".encode())):
        buffer = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(buffer, encoding=encoding))
        tolerate_encodings()
        emit_json({"text": "★ \ud800"})

        assert written in buffer.getvalue()


@pytest.mark.parametrize("arguments", [("norms", "list", "--json"), ("norms", "list"), ("--help",), FAST])
def test_a_reader_that_leaves_is_no_error(process: Process, arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    running = process.start(*arguments, stdout=writer)
    os.close(writer)
    _, err = running.communicate(timeout=120)

    assert running.returncode == 0
    assert b"Broken pipe" not in err
    assert b"Traceback" not in err


def test_a_watcher_that_leaves_does_not_end_the_run(process: Process) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    running = process.start(*FAST, stderr=writer)
    os.close(writer)
    out, _ = running.communicate(timeout=120)

    assert running.returncode == 0
    assert (process.folder / out.decode().splitlines()[-1] / "metrics.json").is_file()


def test_output_is_plain_without_a_terminal_and_coloured_when_forced(
    community: Command, finished_run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = community("show", str(finished_run)).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    forced = community("show", str(finished_run)).out
    monkeypatch.setenv("NO_COLOR", "1")
    refused = community("show", str(finished_run)).out

    assert ["\x1b[" in text for text in (plain, forced, refused)] == [False, True, False]
