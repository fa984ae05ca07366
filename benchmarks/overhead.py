"""What the framework itself costs: per debate with models that answer at once, per norm check, and per start.

Prints figures and judges nothing. Run it with `make bench`.
"""

import asyncio
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from community.debate import read_event
from community.debate.play import play_debates
from community.experiments.debates.cast import assemble, gather_material
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.log import EventLog
from community.models.calls import Caller
from community.models.chat import ChatModel, Reply, Request, Usage
from community.models.journal import Journal
from community.norms import list_norms

DEBATES = 50
REPEATS = 5
REPLY = (
    "<final>Look at what the question gives us before choosing. The first two quantities fix the third, so the sum is "
    "settled once the unit is right. Half of the options forget the conversion, and two more swap the order of the "
    "steps. Doing it in order leaves a single candidate. ★ So my choice is (C)</final>"
)


class Instant(ChatModel):
    """A model without latency: the same reply to everything."""

    async def complete(self, request: Request) -> Reply:
        """Answer at once."""
        return Reply(REPLY, Usage(300, 60))


def debate_overhead() -> list[float]:
    """Milliseconds per debate of K=2, T=3 with module `none`, journal and events written to disk, per repeat."""
    config = DebateRunConfig(norms=("sy_star",), questions=DEBATES)
    material = gather_material(config)
    model = Instant(spec="bench:instant", endpoint="bench")
    models = dict.fromkeys(config.places, model)

    async def once(folder: Path) -> float:
        journal = Journal(folder / "calls.jsonl")
        community = assemble(config, material, models, Caller(journal=journal))
        with EventLog(folder / "events.jsonl", read_event) as log:
            started = time.perf_counter()
            async for events in play_debates(community):
                log.append(events)
            elapsed = time.perf_counter() - started
        journal.close()
        return elapsed / DEBATES * 1000

    times: list[float] = []
    for _ in range(REPEATS + 1):
        with tempfile.TemporaryDirectory() as folder:
            times.append(asyncio.run(once(Path(folder))))
    return times[1:]


def checks_per_second() -> dict[str, float]:
    """Checks per second of every norm on distinct 200-word replies."""
    rng = random.Random(0)
    words = REPLY.removeprefix("<final>").removesuffix("</final>").split()
    texts = [" ".join(rng.choices(words, k=200)) + " (C)" for _ in range(400)]
    question = "Which of these values does the last step of the procedure give?\n(A) 1\n(B) 2\n(C) 3"
    rates: dict[str, float] = {}
    for norm in list_norms():
        norm.check(texts[0], question)
        started = time.perf_counter()
        for text in texts:
            norm.check(text, question)
        rates[norm.id] = len(texts) / (time.perf_counter() - started)
    return rates


def start_seconds(*arguments: str) -> float:
    """Median seconds of a fresh Python process."""
    times: list[float] = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def main() -> None:
    """Print all figures."""
    times = debate_overhead()
    print(
        f"debate, K=2 T=3 module none: {statistics.median(times):.1f} ms "
        f"({min(times):.1f}-{max(times):.1f}); at most 15"
    )
    rates = checks_per_second()
    slowest = sorted(rates, key=rates.__getitem__)
    for norm in slowest[:5]:
        print(f"norm checks/s, 200 words, {norm}: {rates[norm]:,.0f}; at least 2,000")
    print(f"norm checks/s, 200 words, median of {len(rates)}: {statistics.median(rates.values()):,.0f}")
    bare, helped = start_seconds("-c", "pass"), start_seconds("-m", "community", "--help")
    print(f"community --help: {helped:.3f} s; at most 3 x {bare:.3f} + 0.25 = {3 * bare + 0.25:.3f}")


if __name__ == "__main__":
    main()
