"""What a report is made from: rows of episodes, and of each run how it was treated."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from community.experiments.analysis.finding import find_runs
from community.experiments.analysis.observations import observe
from community.experiments.analysis.rows import Row
from community.experiments.debates.config import RunConfig
from community.experiments.reports.treatment import Treatment, read_treatment
from community.experiments.sweeps.directory import SweepDirectory, SweptCell, read_sweep


@dataclass(frozen=True)
class Material:
    """The runs of one kind, real or simulated, never both.

    Attributes:
        rows: one for each episode that began.
        treatments: one for each run of debates.
        simulated: scripted people took part in all of them.
    """

    rows: tuple[Row, ...]
    treatments: tuple[Treatment, ...]
    simulated: bool


@dataclass(frozen=True)
class Gathered:
    """Everything at a path.

    Attributes:
        path: of a run, a sweep, or a folder that has some.
        title: of the study, or the name of the path.
        setting: the kind of its runs.
        materials: real ones first; one of them may be missing.
        cells: of a sweep, with how far each came; none otherwise.
    """

    path: Path
    title: str
    setting: str
    materials: tuple[Material, ...]
    cells: tuple[SweptCell, ...]


def gather(path: Path) -> Gathered:
    """Read every run at a path.

    Raises:
        UserError: there is none, or there are some of several settings.
        RecordError: records are damaged.
    """
    sweep = read_sweep(path) if SweepDirectory(path).plan.is_file() else None
    order = {cell.directory.path.name: place for place, cell in enumerate(sweep.cells)} if sweep else {}
    rows = sorted(observe(path), key=lambda row: order.get(Path(row.run_dir).name, 0))
    runs = find_runs(path)
    treatments = [read_treatment(run) for run in runs if isinstance(run.config, RunConfig)]
    return Gathered(
        path=path,
        title=sweep.plan.title if sweep else path.resolve().name,
        setting=runs[0].config.setting,
        materials=tuple(_split(rows, treatments)),
        cells=sweep.cells if sweep else (),
    )


def _split(rows: Sequence[Row], treatments: Sequence[Treatment]) -> list[Material]:
    """Real and simulated runs apart."""
    parts = [
        Material(
            tuple(row for row in rows if row.simulated is simulated),
            tuple(each for each in treatments if each.simulated is simulated),
            simulated,
        )
        for simulated in (False, True)
    ]
    return [part for part in parts if part.rows]
