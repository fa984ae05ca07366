"""What a shell offers for a word that is being typed.

Read from names of files and literal tables, so that it is there at once.
"""

import os
from collections.abc import Iterable
from pathlib import Path

import typer

_PACKAGE = Path(__file__).parents[1]
_SUFFIXES = (".yaml", ".yml")


def complete_norms(incomplete: str) -> list[str]:
    """Ids of the shipped norms and of those in ./norms."""
    return _starting(incomplete, _stems(_PACKAGE / "norms" / "data", Path("norms")))


def complete_scenarios(incomplete: str) -> list[str]:
    """Ids of the shipped scenarios and of those in ./scenarios."""
    return _starting(incomplete, _stems(_PACKAGE / "scenarios" / "data" / "scenarios", Path("scenarios")))


def complete_modules(incomplete: str) -> list[str]:
    """Ids of normative modules."""
    from community.modules import MODULES

    return _starting(incomplete, MODULES.ids())


def complete_tasks(incomplete: str) -> list[str]:
    """Ids of tasks."""
    from community.tasks import TASKS

    return _starting(incomplete, TASKS.ids())


def complete_runs(context: typer.Context, incomplete: str) -> list[str]:
    """Names of the runs in --out, and `latest`."""
    out = Path(context.params.get("out") or os.environ.get("COMMUNITY_OUT") or "runs")
    return _starting(incomplete, ["latest", *(path.parent.name for path in out.glob("*/config.json"))])


def complete_statuses(incomplete: str) -> list[str]:
    """How a run can stand."""
    from community.experiments.housekeeping.listing import STATUSES

    return _starting(incomplete, STATUSES)


def complete_settings(incomplete: str) -> list[str]:
    """The settings of runs, and `sweep`."""
    from community.experiments.housekeeping.facts import FACTS

    return _starting(incomplete, [*FACTS, "sweep"])


def _stems(shipped: Path, own: Path) -> list[str]:
    """Files are named after what they hold."""
    files = [*shipped.rglob("*.yaml"), *own.glob("*")]
    return [file.stem for file in files if file.suffix in _SUFFIXES]


def _starting(incomplete: str, names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if name.startswith(incomplete)})
