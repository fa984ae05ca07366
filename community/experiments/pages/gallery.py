"""A folder of runs as pages that are made when they are asked for, and what is new on them since."""

import hashlib
import threading
import time
from collections import OrderedDict
from pathlib import Path
from urllib.parse import unquote

from community.experiments.debates.chapters import chapters
from community.experiments.pages.debates import DebateOfPage, debate_of_page
from community.experiments.pages.document import document
from community.experiments.pages.following import EventTail
from community.experiments.pages.overview import (
    OverviewOfPage,
    ReadRun,
    address,
    lies_within,
    overview,
    read_run,
    run_directories,
    with_debates,
)
from community.experiments.pages.runs import RunOfPage, open_debates
from community.experiments.runs.directory import RunDirectory
from community.records import Record

NEWS = "news"
_RUNS = "run"
_KEPT = 16
"""Runs whose events stay in memory."""
_PATIENCE = 1.0
"""Seconds for which the debates of a folder are read before a question is answered."""


class News(Record):
    """What has changed on a page; only the version when nothing has."""

    version: str
    page: OverviewOfPage | RunOfPage | None = None
    start: int = 0
    """Place of the first of these debates in the run, counted from 0."""
    debates: tuple[DebateOfPage, ...] = ()


class Gallery:
    """Pages by their path on the server; one is made at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._tails: OrderedDict[Path, EventTail] = OrderedDict()
        self._stamps: dict[Path, tuple[int, ...]] = {}
        self._read: dict[Path, ReadRun] = {}
        self._made: tuple[list[ReadRun], OverviewOfPage] | None = None
        self._lock = threading.Lock()

    def page(self, path: str) -> str | None:
        """The HTML at a path; None where there is nothing.

        Raises:
            CommunityError: the run cannot be shown.
        """
        with self._lock:
            if path == "/":
                page = self._overview(patience=0)
                return document("overview", page.title, page, news=NEWS)
            run = self._run(path, "")
            if run is None:
                return None
            found = open_debates(run)
            events = self._tail(run).read()
            debates = [debate_of_page(chapter, found.config) for chapter in chapters(events)]
            return document("run", " · ".join(found.config.title[:2]), found.page(events), debates, news=NEWS)

    def news(self, path: str, seen: str, start: int) -> News | None:
        """What has changed at a path since the version that was seen, debates from `start` on; None for no page.

        Raises:
            CommunityError: the run cannot be shown.
        """
        with self._lock:
            if path == f"/{NEWS}":
                page = self._overview(patience=_PATIENCE)
                version = hashlib.sha256(page.model_dump_json().encode()).hexdigest()
                return News(version=version, page=None if version == seen else page)
            run = self._run(path, NEWS)
            return None if run is None else self._news_of(run, seen, start)

    def _news_of(self, run: RunDirectory, seen: str, start: int) -> News:
        tail = self._tail(run)
        found, events = open_debates(run), tail.read()
        version = f"{tail.size}-{found.manifest.status}-{found.manifest.attempts}"
        if version == seen:
            return News(version=version)
        told = chapters(events)[start:]
        debates = tuple(debate_of_page(chapter, found.config) for chapter in told)
        return News(version=version, page=found.page(events), start=start, debates=debates)

    def _overview(self, *, patience: float) -> OverviewOfPage:
        """Made anew when a file of some run has changed; debates are read for so many seconds, the rest next time."""
        stamps = {run: _stamp(run) for run in run_directories(self.folder)}
        known = {run: self._read[run] for run in stamps if self._stamps.get(run) == stamps[run]}
        self._read = {run: known.get(run) or read_run(run, self._link(run)) for run in stamps}
        self._stamps = stamps
        until = time.monotonic() + patience
        for path, run in self._read.items():
            if time.monotonic() >= until:
                break
            self._read[path] = with_debates(run, path)
        runs = list(self._read.values())
        if self._made is None or self._made[0] != runs:
            self._made = runs, overview(self.folder, runs)
        return self._made[1]

    def _link(self, run: Path) -> str:
        inner = run.relative_to(self.folder)
        return f"/{_RUNS}/{address(inner)}/" if inner.parts else f"/{_RUNS}/"

    def _run(self, path: str, last: str) -> RunDirectory | None:
        """The run whose page (or what it asks for) is at a path; nothing outside the folder is ever found."""
        head, *inner, end = path.removeprefix("/").split("/") if path.count("/") > 1 else (path, "")
        parts = [unquote(part) for part in inner]
        if (
            head != _RUNS
            or end != last
            or any(part in ("", ".", "..") or set(part) & set("/\\\0") for part in parts)
        ):
            return None
        run = self.folder.joinpath(*parts)
        there = lies_within(run, self.folder) and RunDirectory(run).exists
        return RunDirectory(run) if there else None

    def _tail(self, run: RunDirectory) -> EventTail:
        tail = self._tails.setdefault(run.path, EventTail(run.events))
        self._tails.move_to_end(run.path)
        while len(self._tails) > _KEPT:
            self._tails.popitem(last=False)
        return tail


def _stamp(run: Path) -> tuple[int, ...]:
    """When the files of a run were last written."""
    directory = RunDirectory(run)
    files = (directory.manifest, directory.events, directory.metrics)
    return tuple(path.stat().st_mtime_ns if path.is_file() else 0 for path in files)
