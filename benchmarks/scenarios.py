"""How near a run of scenarios comes to the least time of its calls: 38 scenarios, four conditions, three trials.

A server in a process of its own answers after 200 ms and takes 16 calls at once. The run goes the way of the
command `community scenarios run`: journal, event log, live view. Bare calls show what client and machine make of it.
Prints figures and judges nothing. Run it with `make bench`.
"""

import asyncio
import math
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.bare import bare_seconds
from benchmarks.served import served
from community.commands.playing import play
from community.experiments.scenarios.config import ScenarioRunConfig
from community.experiments.scenarios.selection import BUILTIN, Filters, select
from community.models import ModelOptions
from community.models.journal import read_calls
from tests.loopback.script import Json
from tests.scenarios.staging import judgement

LATENCY = 0.2
LIMIT = 16
SCENARIOS = 38


def answer(messages: Sequence[Json]) -> str:
    """What a judge says fits its schema; whatever else is asked gets prose."""
    return judgement() if '"complies"' in messages[0]["content"] else "Right."


def config_for(spec: str, scenarios: int) -> ScenarioRunConfig:
    """A run whose subject and judge are served by one endpoint."""
    options = ModelOptions(parallel=LIMIT)
    return ScenarioRunConfig(
        scenarios=tuple(select(BUILTIN, Filters()).named)[:scenarios],
        subject=spec,
        judge=spec,
        subject_options=options,
        judge_options=options,
    )


def main() -> None:
    """Print the time of a run, the bound, and their ratio."""
    with served(LATENCY, answer) as server, tempfile.TemporaryDirectory() as folder:
        spec = f"openai:tiny@{server.address}"
        play(config_for(spec, 1), Path(folder), no_cache=True)
        started, busy = time.perf_counter(), time.process_time()
        result = play(config_for(spec, SCENARIOS), Path(folder), no_cache=True)
        took, busy = time.perf_counter() - started, time.process_time() - busy
        lasted = [call.seconds for call in read_calls(Path(result.run_dir) / "calls.jsonl")]
        calls = len(lasted)
        bare = asyncio.run(bare_seconds(spec, calls, limit=LIMIT))
    bound, journaled = math.ceil(calls / LIMIT) * LATENCY, sum(lasted) / LIMIT
    print(f"{result.ended} replies, {calls} calls, at most {server.peak} at once")
    print(f"took {took:.1f} s, {busy:.1f} s of it at work")
    print(f"{took / bound:.3f} x the bound with calls of 200 ms, {bound:.1f} s; at most 1.10")
    print(f"{took / journaled:.3f} x the bound with calls as long as they are journaled, {journaled:.1f} s")
    print(f"{took / bare:.3f} x the same calls by the client alone, {bare:.1f} s")


if __name__ == "__main__":
    main()
