"""Pages written to files: of a run, or of a sweep with a page for each of its runs."""

import os
from pathlib import Path
from typing import NamedTuple

from community.errors import UserError
from community.experiments.pages.document import OVERVIEW, document
from community.experiments.pages.overview import (
    address,
    overview,
    read_run,
    run_directories,
    with_episodes,
)
from community.experiments.pages.setting import ReadRun, open_pages
from community.experiments.runs.directory import RunDirectory, lack_of_runs, refuse_records
from community.experiments.runs.log import read_events
from community.experiments.runs.manifest import read_manifest
from community.experiments.runs.setting import setting_of

PAGE = "report.html"


class WrittenOverview(NamedTuple):
    """Where a page of many runs is, and how many runs are in none of its means, and why."""

    path: Path
    left_out: str


def write_page(directory: RunDirectory, file: Path | None = None) -> Path:
    """Write the page of a run, into its directory unless a file is named; returns where it is.

    Raises:
        UserError: the run has no pages, or the file cannot be written.
        RecordError: what is on disk is no run.
    """
    return _write(file or directory.path / PAGE, run_document(directory))


def write_overview(folder: Path, file: Path | None = None) -> WrittenOverview:
    """Write the page of a sweep or of a folder of runs, and one into each run that has pages, to which it links.

    Raises:
        UserError: there is no run, or a file cannot be written.
        RecordError: a record is damaged.
    """
    path = file or folder / PAGE
    runs = [_linked(run, path.resolve().parent) for run in run_directories(folder)]
    if not runs:
        raise UserError(lack_of_runs(folder))
    page = overview(folder, runs)
    return WrittenOverview(_write(path, document(OVERVIEW, page.title, page)), page.left_out)


def _linked(path: Path, beside: Path) -> ReadRun:
    """A run whose page is written, with the address of it from a page in the folder `beside`."""
    link = os.path.relpath((path / PAGE).resolve(), beside)
    run = with_episodes(read_run(path, address(Path(link))), path)
    if run.entry.link:
        write_page(RunDirectory(path))
    return run


def run_document(directory: RunDirectory) -> str:
    """The page of a run as HTML."""
    run = open_pages(directory)
    events = read_events(directory.events, setting_of(run.config).read_event)
    page = run.page(read_manifest(directory.manifest), events)
    return document(run.scripts, run.heading, page, run.transcripts(events))


def _write(path: Path, text: str) -> Path:
    refuse_records(path)
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror or error}") from error
    return path
