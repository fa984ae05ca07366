"""`kill -9` at any moment of a sweep: it goes on, loses no cell, and pays for no call twice.

`benchmarks/sweep.py --kills 30` does the same thirty times.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.experiments.sweeps.played import calls, journaled_twice, metrics, play
from tests.experiments.sweeps.studies import SMALL, written

KILLS = 3
CODE = """
import asyncio, sys
from pathlib import Path
from tests.experiments.sweeps.played import play
asyncio.run(play(Path(sys.argv[1]), Path(sys.argv[2])))
"""


def size(out: Path) -> int:
    return sum(path.stat().st_size for path in out.glob("cells/*/calls.jsonl"))


def killed(study: Path, out: Path, seconds: float) -> bool:
    """Sweep until `seconds` after the first new call is on disk, then kill; False when it had ended before."""
    before = size(out)
    process = subprocess.Popen([sys.executable, "-c", CODE, str(study), str(out)])
    while process.poll() is None and size(out) == before:
        time.sleep(0.005)
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        return True
    return False


def test_a_sweep_goes_on_after_kills_as_if_nothing_had_happened(tmp_path: Path) -> None:
    study = written(tmp_path, SMALL.replace("questions: 2", "questions: 4").replace("tom", "contrastive"))
    asyncio.run(play(study, tmp_path / "whole"))
    rng, kills = random.Random(1), 0
    for _ in range(KILLS):
        kills += killed(study, tmp_path / "out", rng.uniform(0.0, 0.15))

    result = asyncio.run(play(study, tmp_path / "out"))

    assert kills > 0
    assert result.counts == {"finished": 4}
    assert metrics(tmp_path / "out") == metrics(tmp_path / "whole")
    assert journaled_twice(tmp_path / "out") == []
    assert len(calls(tmp_path / "out")) == len(calls(tmp_path / "whole"))
