"""How well a sweep keeps a model server busy: its time against the lower bound that its own journals give.

A loopback server in a process of its own answers every call after 200 ms. No schedule can end before the calls that
wait for each other are made, or before all calls have gone through the limit of the endpoint. Prints figures and
judges nothing: `python benchmarks/sweep.py`; `--kills 30` also kills a sweep at random and resumes it each time, and
`--kills 30 --engine ray` kills alone, one of Ray.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from benchmarks.bare import bare_seconds
from benchmarks.kills import kill
from benchmarks.served import served
from community.experiments.engines.local import LocalEngine
from community.experiments.runs.run import Runner
from community.experiments.sweeps.study import read_study
from community.experiments.sweeps.sweep import Means, Selection, estimate_sweep, play_sweep
from community.models.cache import ReplyCache
from tests.experiments.sweeps.critical import critical_path
from tests.experiments.sweeps.played import calls

LATENCY, LIMIT = 0.2, 32
STUDY = """\
title: 8 norms, 2 modules
base:
  questions: 10
  newcomer: {spec}
  module_model: {spec}
  background: ["{spec}*2"]
  newcomer_options: {{parallel: {limit}}}
  module_options: {{parallel: {limit}}}
  background_options: {{parallel: {limit}}}
axes:
  norms: [sy_star, sy_dagger, sy_therefore_symbol, sy_checkbox, rp_caveat, pp_zorbax_opener, sy_omega, sy_emoji_star]
  module: [none, tom]
"""


def measure(folder: Path) -> None:
    """Time and CPU of one sweep against the lower bound."""
    with served(LATENCY) as server:
        study = folder / "study.yaml"
        study.write_text(STUDY.format(spec=f"openai:tiny@{server.address}", limit=LIMIT))
        elapsed, busy = asyncio.run(_timed(study, folder / "out", ReplyCache(folder / "replies.sqlite3")))
    made = calls(folder / "out")
    sent = sum(call["source"] == "called" for call in made)
    with served(LATENCY) as alone:
        started = time.process_time()
        asyncio.run(bare_seconds(f"openai:tiny@{alone.address}", sent, limit=LIMIT))
        bare = time.process_time() - started
    print(
        f"{sent:,} calls sent, {server.requests:,} requests, {server.peak} at once at most; took {elapsed:.1f} s"
    )
    lasted = sum(call["seconds"] for call in made)
    _compare("with calls as long as they are journaled", elapsed, critical_path(made), lasted / LIMIT)
    _compare("with calls of 200 ms", elapsed, critical_path(made, LATENCY), sent * LATENCY / LIMIT)
    print(
        f"CPU {busy:.1f} s, {busy / elapsed:.0%} of a core; {bare:.1f} s take the same calls by the client alone"
    )
    print(f"CPU of the framework {busy - bare:.1f} s, {(busy - bare) / elapsed:.0%} of a core; at most 25%")


def _compare(how: str, elapsed: float, path: float, flow: float) -> None:
    bound = max(path, flow)
    print(f"lower bound {how}: {bound:.1f} s (critical path {path:.1f} s, all calls {flow:.1f} s)")
    print(f"  {elapsed / bound:.3f} x the bound; at most 1.10")


async def _timed(study: Path, out: Path, cache: ReplyCache) -> tuple[float, float]:
    await estimate_sweep(read_study(study), Selection())  # imports and reads all before the clock runs
    async with Runner(cache) as runner:
        started, busy = time.perf_counter(), time.process_time()
        await play_sweep(read_study(study), out, Means(LocalEngine(runner), runner.limits))
        return time.perf_counter() - started, time.process_time() - busy


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=0, help="kill a sweep so often")
    parser.add_argument(
        "--engine", choices=["local", "ray"], default="local", help="of the sweep that is killed"
    )
    parser.add_argument("--no-shared-files", action="store_true", help="ray: workers send what they played")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.engine == "local":
            measure(Path(folder))
        if arguments.kills:
            kill(Path(folder), arguments.kills, arguments.engine, shared_files=not arguments.no_shared_files)


if __name__ == "__main__":
    main()
