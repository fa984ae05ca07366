"""Processes that play runs and are killed."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path


def killed(code: str, arguments: list[str], begun: Callable[[], bool], seconds: float) -> bool:
    """Run until `seconds` after it has begun, then kill; whether it had not ended before."""
    process = subprocess.Popen([sys.executable, "-c", code, *arguments])
    while process.poll() is None and not begun():
        time.sleep(0.005)
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        return True
    return False


def has_events(runs: Path) -> bool:
    """Whether the first event of a run in the folder is on disk."""
    return any(runs.glob("*/events.jsonl"))


def bare(path: Path) -> bytes:
    """A log without its times."""
    return re.sub(rb'"at":"[^"]*"', b"", path.read_bytes())
