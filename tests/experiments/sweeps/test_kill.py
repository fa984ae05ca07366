"""`kill -9` at any moment of a sweep: it goes on, loses no cell, and pays for no call twice.

`benchmarks/sweep.py --kills 30` does the same thirty times.
"""

import asyncio
import random
from pathlib import Path

from tests.experiments.killing import killed
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


def killed_at_a_new_call(study: Path, out: Path, seconds: float) -> bool:
    before = size(out)
    return killed(CODE, [str(study), str(out)], lambda: size(out) != before, seconds)


def test_a_sweep_goes_on_after_kills_as_if_nothing_had_happened(tmp_path: Path) -> None:
    study = written(tmp_path, SMALL.replace("questions: 2", "questions: 4").replace("tom", "contrastive"))
    asyncio.run(play(study, tmp_path / "whole"))
    rng, kills = random.Random(1), 0
    for _ in range(KILLS):
        kills += killed_at_a_new_call(study, tmp_path / "out", rng.uniform(0.0, 0.15))

    result = asyncio.run(play(study, tmp_path / "out"))

    assert kills > 0
    assert result.counts == {"finished": 4}
    assert metrics(tmp_path / "out") == metrics(tmp_path / "whole")
    assert journaled_twice(tmp_path / "out") == []
    assert len(calls(tmp_path / "out")) == len(calls(tmp_path / "whole"))
