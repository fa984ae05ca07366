"""`kill -9` at any moment: the resumed run ends like one that was never touched, and pays for no call twice."""

import asyncio
import json
import random
from pathlib import Path

from tests.experiments.killing import bare, has_events, killed
from tests.experiments.scenarios.scripted_run import config, resume, start
from tests.loopback import Loopback
from tests.scenarios.staging import judgement

CODE = """
import asyncio, sys
from pathlib import Path
from community.experiments.scenarios.config import ScenarioRunConfig
from tests.experiments.scenarios.scripted_run import resume, start
if len(sys.argv) == 3:
    asyncio.run(start(ScenarioRunConfig.model_validate_json(sys.argv[1]), Path(sys.argv[2])))
else:
    asyncio.run(resume(Path(sys.argv[1])))
"""


def test_resume_after_kills_equals_an_untouched_run(tmp_path: Path, loopback: Loopback) -> None:
    loopback.latency = 0.05
    loopback.replies = lambda messages: (
        judgement(complies="blue" in messages[-1]["content"])
        if '"complies"' in messages[0]["content"]
        else "Yes."
    )
    spec = f"openai:tiny@{loopback.openai_url}"
    played = config(
        conditions=["naive", "oracle"],
        subject=spec,
        judge=spec,
        subject_options={"parallel": 2},
        judge_options={"parallel": 2},
        trials=2,
    )
    whole = Path(asyncio.run(start(played, tmp_path / "whole")).run_dir)
    paid = len(loopback.chats)
    runs, kills = tmp_path / "killed", 0
    kills += killed(CODE, [played.model_dump_json(), str(runs)], lambda: has_events(runs), 0.1)
    (folder,) = runs.iterdir()
    kills += killed(CODE, [str(folder)], lambda: has_events(runs), random.Random(1).uniform(1.5, 2.5))

    resumed = asyncio.run(resume(folder))

    assert kills > 0
    assert resumed.status == "finished"
    assert bare(folder / "events.jsonl") == bare(whole / "events.jsonl")
    assert json.loads((folder / "metrics.json").read_text()) == json.loads(
        (whole / "metrics.json").read_text()
    )
    lines = [json.loads(line) for line in (folder / "calls.jsonl").read_text().splitlines()]
    keys = [(line["where"], line["who"], line["purpose"], line["attempt"]) for line in lines]
    assert len(keys) == len(set(keys)) == paid
