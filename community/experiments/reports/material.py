"""What a report is made from: rows of episodes, and of each run how it was treated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from community.experiments.analysis.observations import rounds_of, rows_of, runs_of_one_setting
from community.experiments.analysis.repeats import experiment, repeats
from community.experiments.analysis.rows import Row
from community.experiments.chats.config import ChatRunConfig
from community.experiments.debates.config import DebateRunConfig
from community.experiments.reports.treatment import Treatment, read_treatment
from community.experiments.runs.log import read_events
from community.experiments.scenarios.config import ScenarioRunConfig
from community.experiments.sweeps.directory import SweepDirectory
from community.experiments.sweeps.reading import SweptCell, read_sweep
from community.scenarios.records import ReplyEvent, read_event


@dataclass(frozen=True)
class Material:
    """The runs of one kind, real or simulated, never both.

    Attributes:
        rows: one for each episode that began.
        treatments: one for each run of debates.
        simulated: scripted people took part in all of them.
        replies: run of scenarios -> its events, from which it is scored.
        messages: one row for each message of a newcomer in a finished chat.
    """

    rows: tuple[Row, ...]
    treatments: tuple[Treatment, ...]
    simulated: bool
    replies: Mapping[str, Sequence[ReplyEvent]] = field(default_factory=dict[str, Sequence[ReplyEvent]])
    messages: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Gathered:
    """Everything at a path.

    Attributes:
        path: of a run, a sweep, or a folder that has some.
        title: of the study, or the name of the path.
        setting: the kind of its runs.
        materials: real ones first; one of them may be missing.
        cells: of a sweep, with how far each came; none otherwise.
        repeated: directory of each run that is left out -> that of the run that it repeats.
    """

    path: Path
    title: str
    setting: str
    materials: tuple[Material, ...]
    cells: tuple[SweptCell, ...]
    repeated: Mapping[str, str]


def gather(path: Path) -> Gathered:
    """Read every run at a path; of runs that repeat each other, one.

    Raises:
        UserError: there is none, or there are some of several settings.
        RecordError: records are damaged.
    """
    sweep = read_sweep(path) if SweepDirectory(path).plan.is_file() else None
    places = {cell.directory.path.name: place for place, cell in enumerate(sweep.cells)} if sweep else {}

    def in_order(rows: Sequence[Row]) -> list[Row]:
        return sorted(rows, key=lambda row: places.get(Path(row.run_dir).name, 0))

    found = runs_of_one_setting(path)
    repeated = repeats(map(experiment, found))
    runs = [run for run in found if str(run.directory.path) not in repeated]
    treatments = [read_treatment(run) for run in runs if isinstance(run.config, DebateRunConfig)]
    replies = {
        str(run.directory.path): read_events(run.directory.events, read_event)
        for run in runs
        if isinstance(run.config, ScenarioRunConfig)
    }
    messages = rounds_of(runs) if isinstance(runs[0].config, ChatRunConfig) else []
    return Gathered(
        path=path,
        title=sweep.plan.title if sweep else path.resolve().name,
        setting=runs[0].config.setting,
        materials=tuple(_split(in_order(rows_of(runs)), treatments, replies, in_order(messages))),
        cells=sweep.cells if sweep else (),
        repeated=repeated,
    )


def _split(
    rows: Sequence[Row],
    treatments: Sequence[Treatment],
    replies: Mapping[str, Sequence[ReplyEvent]],
    messages: Sequence[Row],
) -> list[Material]:
    """Real and simulated runs apart."""
    parts = [
        Material(
            tuple(row for row in rows if row.simulated is simulated),
            tuple(each for each in treatments if each.simulated is simulated),
            simulated,
            replies,
            tuple(row for row in messages if row.simulated is simulated),
        )
        for simulated in (False, True)
    ]
    return [part for part in parts if part.rows]
