import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from community.commands.streams import (
    emit,
    emit_json,
    emit_rich,
    is_plain,
    say,
    stdout_console,
    tolerate_encodings,
)
from community.experiments.watching.ids import add_ids
from tests.commands.conftest import Command, Process

HOSTILE = "\x1b[31mred\x1b]0;title\x07 \x9b2J \u202egnp\r(A)"
FULL = Path("/dev/full")
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


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
def test_a_result_that_cannot_be_written_is_one_line(process: Process) -> None:
    with FULL.open("wb") as full:
        running = process.start("norms", "list", "--json", stdout=full.fileno())
        _, err = running.communicate(timeout=120)

    assert running.returncode == 1
    assert err.decode().splitlines() == ["error: standard output cannot be written: No space left on device"]


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
def test_a_full_log_does_not_end_the_run(process: Process) -> None:
    with FULL.open("wb") as full:
        running = process.start(*FAST, stderr=full.fileno())
        out, _ = running.communicate(timeout=120)

    assert running.returncode == 0
    assert (process.folder / out.decode().splitlines()[-1] / "metrics.json").is_file()


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed_are_no_error(process: Process, closed: str) -> None:
    shell = f'"$0" -c "from community.cli import main; main()" "$@" {closed}'
    done = subprocess.run(
        ["sh", "-c", shell, sys.executable, *FAST], cwd=process.folder, capture_output=True, check=False
    )

    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert list(process.folder.glob("runs/*/metrics.json"))


def test_no_text_can_drive_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = Terminal(), Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)

    say(HOSTILE)
    emit(HOSTILE)
    emit_json({"text": HOSTILE})
    emit_rich(stdout_console(), Panel(Text(HOSTILE, style="bold")))

    written = out.getvalue() + err.getvalue()
    assert "\x1b[1m" in written  # our own bold
    for sign in ("\x1b[31m", "\x1b]", "\x07", "\x9b", "\u202e", "\r"):
        assert sign not in written


def test_json_keeps_what_it_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", out := io.StringIO())

    emit_json({"text": HOSTILE})

    assert json.loads(out.getvalue()) == {"text": HOSTILE}


def test_a_terminal_without_a_width_gets_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "0")

    assert stdout_console().width == 80


def test_output_is_plain_without_a_terminal_and_coloured_when_forced(
    community: Command, finished_run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = community("show", str(finished_run)).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    forced = community("show", str(finished_run)).out
    monkeypatch.setenv("NO_COLOR", "1")
    refused = community("show", str(finished_run)).out

    assert ["\x1b[" in text for text in (plain, forced, refused)] == [False, True, False]


@pytest.mark.parametrize("terminal", [False, True])
def test_ids_in_a_table_are_never_broken(capsys: pytest.CaptureFixture[str], terminal: bool) -> None:
    name = "bug_report__mandatory_error_solidarity_norm__chapter_four"
    table = Table(box=None)
    add_ids(table, "id", [name])
    table.add_column("what it is")
    table.add_row(name, "a chat about something broken " * 5)
    console = Console(width=40, force_terminal=terminal, color_system=None)

    emit_rich(console, table)

    lines = capsys.readouterr().out.splitlines()
    assert any(name in line for line in lines)
    assert terminal or len(lines) == 2
