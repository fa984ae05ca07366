"""`kill -9` within a chat: the resumed run ends like one that was never touched, and pays for no call twice."""

import asyncio
import json
from pathlib import Path

from tests.experiments.chats.chatted import config, resume, start
from tests.experiments.killing import bare, has_events, killed

CONFIG = config(module="contrastive", chats=3, turns=14)
CODE = """
import asyncio, sys
from pathlib import Path
from community.experiments.chats.config import ChatRunConfig
from tests.experiments.chats.chatted import start
asyncio.run(start(ChatRunConfig.model_validate_json(sys.argv[1]), Path(sys.argv[2])))
"""


def test_resume_after_a_kill_equals_an_untouched_run(tmp_path: Path) -> None:
    whole = Path(asyncio.run(start(CONFIG, tmp_path / "whole")).run_dir)
    runs = tmp_path / "killed"
    was_killed = killed(CODE, [CONFIG.model_dump_json(), str(runs)], lambda: has_events(runs), 0.05)
    (folder,) = runs.iterdir()

    resumed = asyncio.run(resume(folder))

    assert was_killed
    assert resumed.status == "finished"
    for name in ("metrics.json", "module_state.json"):
        assert (folder / name).read_bytes() == (whole / name).read_bytes()
    assert bare(folder / "events.jsonl") == bare(whole / "events.jsonl")
    lines = [json.loads(line) for line in (folder / "calls.jsonl").read_text().splitlines()]
    keys = [(line["where"], line["who"], line["purpose"], line["attempt"]) for line in lines]
    assert len(keys) == len(set(keys)) == len((whole / "calls.jsonl").read_text().splitlines())
