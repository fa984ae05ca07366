"""From run directories to rows, one for each episode or round; what every table, figure and export is made of."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from community.errors import UnknownIdError, UserError
from community.experiments.analysis.finding import find_runs
from community.experiments.analysis.rows import FoundRun, Observer, Row
from community.plugins import load_object

OBSERVERS = {
    "debate": "community.experiments.analysis.debates:DebateObserver",
    "scenarios": "community.experiments.analysis.scenarios:ScenarioObserver",
    "chat": "community.experiments.analysis.chats:ChatObserver",
}
"""Setting -> the class that makes rows of its runs."""


def observe(path: Path) -> list[Row]:
    """One row for each episode that began, of every run at a path; see `find_runs`.

    Raises:
        UserError: there is no run, or there are runs of several settings, whose rows have different columns.
        RecordError: a record is damaged.
    """
    return rows_of(runs_of_one_setting(path))


def observe_rounds(path: Path) -> list[Row]:
    """One row for each round of a finished episode, of every run at a path.

    Raises:
        UserError, RecordError: as `observe`.
    """
    return rounds_of(runs_of_one_setting(path))


def rows_of(runs: Sequence[FoundRun[Any]]) -> list[Row]:
    """One row for each episode that began, of these runs."""
    return [row for run in runs for row in _observer(run).episodes(run)]


def rounds_of(runs: Sequence[FoundRun[Any]]) -> list[Row]:
    """One row for each round of a finished episode, of these runs."""
    return [row for run in runs for row in _observer(run).rounds(run)]


def runs_of_one_setting(path: Path) -> list[FoundRun[Any]]:
    """Every run at a path, see `find_runs`.

    Raises:
        UserError: there is none, or there are runs of several settings, whose rows have different columns.
        RecordError: a manifest is damaged.
    """
    runs = find_runs(path)
    settings = _settings(runs)
    if len(settings) > 1:
        names = ", ".join(settings)
        raise UserError(f"{str(path)!r} has runs of several settings: {names}; name runs of one of them")
    return runs


def _settings(runs: Iterable[FoundRun[Any]]) -> list[str]:
    return sorted({run.config.setting for run in runs})


def _observer(run: FoundRun[Any]) -> Observer:
    setting = run.config.setting
    if setting not in OBSERVERS:
        raise UnknownIdError("setting with rows", setting, OBSERVERS)
    kind: Any = load_object(OBSERVERS[setting], f"the rows of setting {setting!r}")
    observer: Observer = kind()
    return observer
