"""Run directories written down, not played."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.manifest import Manifest

CONFIG = DebateRunConfig(norms=("sy_star",), seed=7).model_dump(mode="json")
METRICS = {"debates": 50, "failed": 1, "follow_rate": {"value": 0.625, "se": 0.1, "n": 49}}


def write_run(
    folder: Path,
    name: str,
    *,
    changed: float | None = None,
    config: Mapping[str, Any] | None = None,
    **said: Any,
) -> Path:
    """A run directory as a run leaves it; `said` goes over its manifest, `changed` is when it was last written."""
    path = folder / name
    path.mkdir(parents=True)
    manifest = Manifest(
        status="finished",
        simulated=True,
        started_at="2026-01-01T00:00:00+00:00",
        versions={"community": "0.1.0"},
        norms={},
        prompts={},
        questions="",
        models={},
    )
    files = {
        "config.json": {**CONFIG, **(config or {})},
        "manifest.json": {**manifest.model_dump(mode="json"), **said},
        "metrics.json": METRICS,
    }
    for file, value in files.items():
        (path / file).write_text(json.dumps(value), encoding="utf-8")
    (path / "events.jsonl").write_text("not read\n" * 100, encoding="utf-8")
    if changed is not None:
        for inner in path.iterdir():
            os.utime(inner, (changed, changed))
    return path


def write_sweep(path: Path, *, finished: int, planned: int) -> Path:
    """A sweep of which some cells are finished."""
    (path / "cells").mkdir(parents=True)
    for number in range(finished):
        write_run(path / "cells", f"c{number}")
    cells = [{"name": f"c{number}", "simulated": True} for number in range(planned)]
    (path / "plan.json").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return path
