"""`kill -9` at any moment: the resumed run ends like one that was never touched, and pays for no call twice."""

import asyncio
import json
import random
from pathlib import Path

from community.experiments.debates.config import DebateRunConfig
from tests.experiments.killing import bare, has_events, killed
from tests.experiments.played import resume, start

CONFIG = DebateRunConfig.model_validate(
    {"norms": ["sy_dagger"], "module": "contrastive", "questions": 12, "rounds": 2}
)
KILLS = 6
CODE = """
import asyncio, sys
from pathlib import Path
from community.experiments.debates.config import DebateRunConfig
from tests.experiments.played import resume, start
if len(sys.argv) == 3:
    asyncio.run(start(DebateRunConfig.model_validate_json(sys.argv[1]), Path(sys.argv[2])))
else:
    asyncio.run(resume(Path(sys.argv[1])))
"""


def test_resume_after_kills_equals_an_untouched_run(tmp_path: Path) -> None:
    whole = Path(asyncio.run(start(CONFIG, tmp_path / "whole")).run_dir)
    runs, rng, kills = tmp_path / "killed", random.Random(1), 0
    kills += killed(CODE, [CONFIG.model_dump_json(), str(runs)], lambda: has_events(runs), 0.05)
    (folder,) = runs.iterdir()
    for _ in range(KILLS):
        kills += killed(CODE, [str(folder)], lambda: has_events(runs), rng.uniform(1.2, 2.2))

    resumed = asyncio.run(resume(folder))

    assert kills > 0
    assert resumed.status == "finished"
    assert bare(folder / "events.jsonl") == bare(whole / "events.jsonl")
    assert json.loads((folder / "metrics.json").read_text()) == json.loads(
        (whole / "metrics.json").read_text()
    )
    lines = [json.loads(line) for line in (folder / "calls.jsonl").read_text().splitlines()]
    keys = [(line["where"], line["who"], line["purpose"], line["attempt"]) for line in lines]
    assert len(keys) == len(set(keys)) == len((whole / "calls.jsonl").read_text().splitlines())
