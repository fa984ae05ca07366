"""How near a run of scenarios over HTTP comes to the least time that its calls take at the endpoint's limit.

Prints figures and judges nothing; the server is a thread of the same process. Run it with `make bench`.
"""

import asyncio
import math
import time
from collections.abc import Sequence

from community.models import ModelOptions, connect
from community.scenarios.config import CONDITIONS
from tests.loopback import Json, Loopback
from tests.scenarios.staging import judgement, played, some_scenarios, staged

LATENCY = 0.2
LIMIT = 16
SCENARIOS = 38
TRIALS = 3


def _answer(messages: Sequence[Json]) -> str:
    return judgement() if '"complies"' in messages[0]["content"] else "Right."


async def main() -> None:
    """Play as many replies as one model gets in the paper."""
    with Loopback() as server:
        server.latency, server.replies = LATENCY, _answer
        model = connect(f"openai:tiny@{server.openai_url}", ModelOptions(parallel=LIMIT))
        scenarios = some_scenarios(SCENARIOS)
        evaluation = staged(scenarios, subject=model, judge=model, conditions=CONDITIONS[:4], trials=TRIALS)
        started, worked = time.monotonic(), time.process_time()
        await played(evaluation)
        took, worked = time.monotonic() - started, time.process_time() - worked
        await model.aclose()
    least = LATENCY * math.ceil(len(server.chats) / LIMIT)
    print(
        f"{len(server.chats)} calls of {LATENCY} s, {LIMIT} at once: {took:.2f} s, {took / least:.3f} of the least"
    )
    print(f"processor time, server included: {worked:.2f} s")


asyncio.run(main())
