"""Playing sweeps, and comparing what they leave."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from community.experiments.engines.local import LocalEngine
from community.experiments.runs.run import Runner
from community.experiments.sweeps.budget import Budget, Prices, Spending
from community.experiments.sweeps.result import SweepResult
from community.experiments.sweeps.study import read_study
from community.experiments.sweeps.sweep import Means, Selection, play_sweep
from community.models.cache import ReplyCache
from community.models.calls import Patience

QUICK = Patience(attempts=8, first_delay=0.001, longest_delay=0.01)


async def play(
    study: Path,
    out: Path,
    *,
    selection: Selection | None = None,
    most: Spending | None = None,
    prices: Prices | None = None,
    cache: ReplyCache | None = None,
) -> SweepResult:
    async with Runner(cache, patience=QUICK) as runner:
        budget = Budget(most or Spending(), runner.limits.stop, prices)
        means = Means(LocalEngine(runner, (budget,)), runner.limits, budget)
        return await play_sweep(read_study(study), out, means, selection)


def metrics(out: Path) -> dict[str, Any]:
    """Cell -> its metrics and events, without times."""
    return {
        cell.name: (
            json.loads((cell / "metrics.json").read_text()),
            re.sub(r'"at":"[^"]*"', "", (cell / "events.jsonl").read_text()),
        )
        for cell in sorted((out / "cells").iterdir())
    }


def calls(out: Path) -> list[dict[str, Any]]:
    """Every journaled call of every cell, its cell in `cell`."""
    return [
        {**json.loads(line), "cell": path.parent.name}
        for path in sorted(out.glob("cells/*/calls.jsonl"))
        for line in path.read_text().splitlines()
    ]


def journaled_twice(out: Path) -> list[tuple[Any, ...]]:
    keys = Counter((c["cell"], c["where"], c["who"], c["purpose"], c["attempt"]) for c in calls(out))
    return [key for key, count in keys.items() if count > 1]
