import asyncio
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from community.commands.interrupts import run_until_stopped
from community.errors import Interrupted
from tests.commands.conftest import Command, Process
from tests.loopback import Loopback

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")


def wait_for(loopback: Loopback, calls: int) -> None:
    deadline = time.monotonic() + 120
    while len(loopback.chats) < calls:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def begin(process: Process, loopback: Loopback, *more: str) -> "subprocess.Popen[bytes]":
    loopback.latency = 0.1
    spec = f"openai:tiny@{loopback.openai_url}"
    running = process.start("run", "--norm", "sy_star", "--newcomer", spec, "--no-cache", *more)
    wait_for(loopback, 3)
    return running


def run_directory(process: Process) -> Path:
    return next((process.folder / "runs").iterdir())


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_first_signal_saves_and_prints_the_line_that_resumes_the_run(
    process: Process, community: Command, loopback: Loopback, number: signal.Signals, code: int
) -> None:
    running = begin(process, loopback, "--questions", "4")
    running.send_signal(number)
    out, err = running.communicate(timeout=120)

    folder = run_directory(process).relative_to(process.folder)
    assert running.returncode == code
    assert out == b""
    assert err.decode().splitlines()[-1] == f"interrupted; go on with: community resume {folder}"
    assert '"interrupted"' in (process.folder / folder / "manifest.json").read_text(encoding="utf-8")

    loopback.latency = 0
    resumed = community("resume", str(folder), "--no-cache", "--json")
    assert resumed.code == 0, resumed.err
    assert resumed.json["status"] == "finished"
    assert len(loopback.chats) <= 4 * 5 + 1, "only the call that was cut off is made again"


def test_the_second_signal_leaves_at_once() -> None:
    code = (
        "import asyncio, time\nfrom community.commands.interrupts import run_until_stopped\n"
        "async def stubborn():\n"
        "    print('ready', flush=True)\n"
        "    try: await asyncio.sleep(60)\n"
        "    finally: print('cleaning', flush=True); time.sleep(60)\n"
        "run_until_stopped(stubborn())"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env={"PYTHONPATH": ":".join(sys.path)}
    )
    assert running.stdout is not None
    with running.stdout as told:
        assert told.readline() == b"ready\n"
        running.send_signal(signal.SIGINT)
        assert told.readline() == b"cleaning\n"
        running.send_signal(signal.SIGINT)

    assert running.wait(timeout=10) == 130


def test_before_anything_was_started() -> None:
    async def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(60)

    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(Interrupted, match="before anything was started"):
        run_until_stopped(work())

    assert signal.getsignal(signal.SIGINT) is handler


def test_a_terminal_sees_a_live_picture_and_gets_its_cursor_back(process: Process) -> None:
    master, terminal = pty.openpty()
    options = "--norm sy_star --questions 3 --rounds 1"
    environment = {"TERM": "xterm", "COLUMNS": "90"}
    running = process.start("run", *options.split(), env=environment, stderr=terminal)
    os.close(terminal)
    seen = read_all(master)
    out, _ = running.communicate(timeout=120)
    os.close(master)

    assert running.returncode == 0
    assert b"norm following" in out
    assert seen.count("\x1b[?25l") == seen.count("\x1b[?25h") == 1
    assert "simulated" in seen
    assert re.search(r"of 3", seen)


def read_all(master: int) -> str:
    seen = b""
    while select.select([master], [], [], 120)[0]:
        try:
            seen += os.read(master, 65536)
        except OSError:
            break
    return seen.decode(errors="replace")
