"""Processes that play runs and are killed."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path


def killed(code: str, arguments: list[str], runs: Path, seconds: float) -> bool:
    """Run until `seconds` after the first event is on disk, then kill; whether it had not ended before."""
    process = subprocess.Popen([sys.executable, "-c", code, *arguments])
    while process.poll() is None and not list(runs.glob("*/events.jsonl")):
        time.sleep(0.005)
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        return True
    return False


def bare(path: Path) -> bytes:
    """A log without its times."""
    return re.sub(rb'"at":"[^"]*"', b"", path.read_bytes())
