"""What no schedule of a sweep can beat, read from its journals: the sweep once more, with nothing in it but waiting."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from community.parallel import together
from tests.scenarios.dreaming import seconds

Call = dict[str, Any]


def critical_path(made: list[Call], latency: float | None = None) -> float:
    """Seconds that a sweep takes if an endpoint lets everything through at once.

    A cell's steps follow each other, and in a step every agent makes its calls one after the other. Where replies were
    shared, the first cell that comes to a request sends it, and the others wait for that reply.

    Args:
        made: the calls as `calls` reads them.
        latency: seconds from sending a call to its reply; None for those that are journaled.
    """
    took = {call["digest"]: latency or call["seconds"] for call in made if call["source"] == "called"}
    shared = {call["digest"] for call in made if call["source"] == "cached"}
    sent: dict[str, asyncio.Task[None]] = {}

    async def play(cell: list[Call]) -> None:
        for _, step in groupby(cell, key=_step):
            await together(map(ask, _by_agent(step)))

    async def ask(requests: list[str]) -> None:
        for request in requests:
            if request not in shared or request not in sent:
                sent[request] = asyncio.create_task(asyncio.sleep(took[request]))
            await sent[request]

    cells = [list(cell) for _, cell in groupby(made, key=lambda call: call["cell"])]
    return seconds(lambda: together(map(play, cells)))


def _step(call: Call) -> list[str]:
    """Where a call was made; what a module asks about each member, as in `d0.learn.a1`, is one step."""
    return call["where"].partition(".a")[:2]


def _by_agent(step: Iterable[Call]) -> Iterable[list[str]]:
    """What each agent asks in a step, one after the other; the module speaks for the newcomer."""
    asked: defaultdict[str, list[str]] = defaultdict(list)
    for call in step:
        who = "Newcomer" if call["who"] == "Module" else call["who"]
        asked[call["where"] if ".a" in call["where"] else who].append(call["digest"])
    return asked.values()
