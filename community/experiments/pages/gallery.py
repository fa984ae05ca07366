"""A folder of runs as pages that are made when they are asked for, and what is new on them since."""

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from community.experiments.pages.changes import News, Versions
from community.experiments.pages.document import OVERVIEW, document
from community.experiments.pages.following import EventTail
from community.experiments.pages.overview import (
    address,
    lies_within,
    overview,
    part_of,
    read_run,
    run_directories,
    with_episodes,
)
from community.experiments.pages.records import OverviewOfPage
from community.experiments.pages.setting import ReadRun, RunPages, open_pages
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.manifest import read_manifest
from community.experiments.runs.setting import setting_of

NEWS = "news"
_RUNS = "run"
_KEPT = 16
"""Runs whose events stay in memory."""
_PATIENCE = 1.0
"""Seconds for which the runs of a folder are read before a question is answered."""
_Stamp = tuple[int, ...]


class _Followed(NamedTuple):
    """A run whose page was asked for."""

    pages: RunPages[Any]
    tail: EventTail
    versions: Versions


class _Known(NamedTuple):
    """A run of the folder, and when its files were written as it was read."""

    run: ReadRun
    stamp: _Stamp


class Gallery:
    """Pages by their path on the server; one is made at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._followed: OrderedDict[Path, _Followed] = OrderedDict()
        self._known: dict[Path, _Known] = {}
        self._made: tuple[list[ReadRun], OverviewOfPage] | None = None
        self._versions = Versions()
        self._lock = threading.Lock()

    def page(self, path: str) -> str | None:
        """The HTML at a path; None where there is nothing.

        Raises:
            CommunityError: the run cannot be shown.
        """
        with self._lock:
            if path == "/":
                page = self._overview(patience=0)
                return document(OVERVIEW, page.title, page, news=NEWS)
            run = self._run(path, "")
            if run is None:
                return None
            pages, tail, _ = self._follow(run)
            events = tail.read()
            page = pages.page(read_manifest(run.manifest), events)
            return document(pages.scripts, pages.heading, page, pages.transcripts(events), news=NEWS)

    def news(self, path: str, seen: str, start: int) -> News | None:
        """What has changed at a path since a version that was seen, transcripts from `start` on; None for no page.

        Raises:
            CommunityError: the run cannot be shown.
        """
        with self._lock:
            if path == f"/{NEWS}":
                page = self._overview(patience=_PATIENCE)
                version = hashlib.sha256(page.model_dump_json().encode()).hexdigest()
                return News(version=version) if version == seen else self._versions.news(seen, version, page)
            run = self._run(path, NEWS)
            return None if run is None else self._news_of(run, seen, start)

    def _news_of(self, run: RunDirectory, seen: str, start: int) -> News:
        pages, tail, versions = self._follow(run)
        events, manifest = tail.read(), read_manifest(run.manifest)
        version = f"{tail.size}-{manifest.status}-{manifest.attempts}-{start}"
        if version == seen:
            return News(version=version)
        told = dict(enumerate(pages.transcripts(events, start), start))
        return versions.news(seen, version, pages.page(manifest, events), told)

    def _overview(self, *, patience: float) -> OverviewOfPage:
        """Made anew when a run has changed; runs are read again for so many seconds, the rest next time."""
        stamps = {path: _stamp(path) for path in run_directories(self.folder)}
        self._known = {path: known for path, known in self._known.items() if path in stamps}
        for path in stamps.keys() - self._known.keys():
            self._known[path] = _Known(read_run(path, self._link(path)), stamps[path])
        self._read_again(stamps, time.monotonic() + patience)
        runs = [self._known[path].run for path in stamps]
        if self._made is None or self._made[0] != runs:
            self._made = runs, overview(self.folder, runs)
        return self._made[1]

    def _read_again(self, stamps: Mapping[Path, _Stamp], until: float) -> None:
        """Read what has changed and the episodes that have not been read, first what was longest ago."""
        for path, known in list(self._known.items()):
            if time.monotonic() >= until:
                break
            changed = known.stamp != stamps[path]
            if changed or known.run.rows is None:
                run = read_run(path, self._link(path)) if changed else known.run
                del self._known[path]
                self._known[path] = _Known(with_episodes(run, path), stamps[path])

    def _link(self, run: Path) -> str:
        inner = run.relative_to(self.folder)
        return f"/{_RUNS}/{address(inner)}/" if inner.parts else f"/{_RUNS}/"

    def _run(self, path: str, last: str) -> RunDirectory | None:
        """The run whose page (or what it asks for) is at a path; nothing outside the folder is ever found."""
        head, *inner, end = path.removeprefix("/").split("/") if path.count("/") > 1 else (path, "")
        parts = [part_of(part) for part in inner]
        if (
            head != _RUNS
            or end != last
            or any(part in ("", ".", "..") or set(part) & set("/\\\0") for part in parts)
        ):
            return None
        run = RunDirectory(self.folder.joinpath(*parts))
        try:
            return run if lies_within(run.path, self.folder) and run.exists else None
        except OSError:  # the name is longer than that of a file can be
            return None

    def _follow(self, run: RunDirectory) -> _Followed:
        if run.path not in self._followed:
            pages = open_pages(run)
            tail = EventTail(run.events, setting_of(pages.config).read_event)
            self._followed[run.path] = _Followed(pages, tail, Versions())
        self._followed.move_to_end(run.path)
        while len(self._followed) > _KEPT:
            self._followed.popitem(last=False)
        return self._followed[run.path]


def _stamp(run: Path) -> _Stamp:
    """When the files of a run were last written."""
    directory = RunDirectory(run)
    files = (directory.manifest, directory.events, directory.metrics)
    return tuple(path.stat().st_mtime_ns if path.is_file() else 0 for path in files)
