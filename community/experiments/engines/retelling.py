"""What happened in a cell that another process played, told to those who watch the sweep once the cell has ended."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from community.errors import RecordError
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import read_events
from community.experiments.runs.setting import setting_of
from community.experiments.sweeps.cells import Cell
from community.experiments.sweeps.watching import SweepWatcher
from community.models.journal import Finished, read_calls


class Recorded(NamedTuple):
    """What is on record of a cell."""

    calls: Sequence[Finished] = ()
    episodes: int = 0


def recorded(run: RunDirectory, cell: Cell) -> Recorded:
    """What the run directory of a cell holds; nothing when it is missing or damaged."""
    with suppress(RecordError):
        events = read_events(run.events, setting_of(cell.config).read_event)
        calls = [call.finished for call in read_calls(run.calls)]
        return Recorded(calls, sum(event.ends is not None for event in events))
    return Recorded()


def retell(cell: Cell, before: Recorded, after: Recorded, watchers: Sequence[SweepWatcher]) -> None:
    """Tell watchers what is on record now; what was there before is told as replayed."""
    for watcher in watchers:
        for number, call in enumerate(after.calls):
            watcher.finished(replace(call, source="replayed") if number < len(before.calls) else call)
        for number in range(after.episodes):
            watcher.episode_ended(cell, replayed=number < before.episodes)
