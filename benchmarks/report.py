"""What a report of 10,000 debates takes: seconds and memory of `report`, and of `list` of all its runs.

The sweep is made up: the records of one real run with scripted people, copied into 200 cells under other labels. Prints
figures and judges nothing.
"""

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from community.experiments.debates.config import DebateRunConfig, ModuleChoice
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.manifest import Ingredients, read_manifest
from community.experiments.runs.run import start
from community.experiments.sweeps.cells import Cell
from community.experiments.sweeps.directory import SweepDirectory, prepare_directory
from community.experiments.sweeps.fingerprint import VERSION
from community.experiments.sweeps.plan import PlannedCell, SweepPlan
from community.norms import list_norms
from community.records import write_json

NORMS, MODULES = 40, ("none", "direct_edit", "infer_edit", "contrastive", "tom")
DEBATES = 50


class Taken(NamedTuple):
    """What a process took."""

    seconds: float
    processor: float
    megabytes: float


def make_sweep(folder: Path) -> SweepDirectory:
    """A sweep of 200 finished runs of 50 debates."""
    config = DebateRunConfig(
        norms=("sy_star",), module=ModuleChoice(id="tom"), questions=DEBATES, idiosyncratic=2
    )
    real = RunDirectory(Path(asyncio.run(start(config, folder / "real")).run_dir))
    sweep = prepare_directory(folder / "sweep")
    norms = [norm.id for norm in list_norms(set="core")][:NORMS]
    cells = [_copy(real, sweep, norm, module) for norm in norms for module in MODULES]
    axes = {"norms": tuple(norms), "module": MODULES}
    plan = SweepPlan(
        fingerprint_version=VERSION, title="Made up", setting="debate", axes=axes, cells=tuple(cells)
    )
    write_json(sweep.plan, plan)
    return sweep


def _copy(real: RunDirectory, sweep: SweepDirectory, norm: str, module: str) -> PlannedCell:
    """The records of a run as those of a cell; what is the same in all of them is linked."""
    name = f"{norm}_{module}"
    cell = sweep.run(name)
    cell.path.mkdir()
    manifest = read_manifest(real.manifest)
    config = DebateRunConfig.model_validate_json(real.config.read_text(encoding="utf-8"))
    settled = config.model_copy(update={"norms": (norm,), "module": ModuleChoice(id=module)})
    write_json(cell.config, settled)
    events = real.events.read_text(encoding="utf-8").replace('"norm":"sy_star"', f'"norm":"{norm}"')
    cell.events.write_text(events, encoding="utf-8")
    for file in ("manifest", "calls", "metrics"):
        os.link(getattr(real, file), getattr(cell, file))
    ingredients = Ingredients(manifest.norms, manifest.prompts, manifest.questions)
    return PlannedCell.of(Cell(name, name, {"norms": norm, "module": module}, settled, ingredients))


def taken(*arguments: str) -> Taken:
    """What a fresh Python process with these arguments takes; its memory is the most of all such processes so far."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True
    )
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    unit = 1024**2 if sys.platform == "darwin" else 1024
    return Taken(seconds, processor, after.ru_maxrss / unit)


def main() -> None:
    """Print all figures."""
    with tempfile.TemporaryDirectory() as folder:
        sweep = make_sweep(Path(folder))
        listing = taken("-m", "community", "list", str(sweep.path))
        report = taken("-m", "community", "report", str(sweep.path), str(Path(folder) / "report"))
    count = f"{NORMS * len(MODULES)} runs of {DEBATES} debates"
    for name, took, limits in (
        ("list", listing, "; at most 1 s"),
        ("report", report, "; at most 60 s and 1,024 MB"),
    ):
        spent = f"{took.seconds:.1f} s ({took.processor:.1f} s of processor), {took.megabytes:,.0f} MB"
        print(f"{name}, {count}: {spent}{limits}")


if __name__ == "__main__":
    main()
