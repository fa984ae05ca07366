"""Starting and resuming a run.

A resumed run is played again from its first episode: finished calls are answered by the journal at no cost, events
that are on disk are not written twice, and so it ends as if nothing had happened.
"""

import asyncio
import shutil
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, Self

from community.errors import EndpointError, Interrupted, InUseError, RecordError, UserError
from community.experiments.runs.config import RunSettings, differing_fields
from community.experiments.runs.directory import RunDirectory, create, open_run
from community.experiments.runs.log import EventLog, read_events
from community.experiments.runs.manifest import Manifest, Status, changes, new_manifest, now, read_manifest
from community.experiments.runs.result import RunResult
from community.experiments.runs.setting import Setting, read_config, setting_of
from community.experiments.runs.staging import Staged
from community.models.cache import ReplyCache
from community.models.calls import Caller, Patience
from community.models.journal import Journal
from community.models.limits import Limits
from community.models.monitor import Monitor
from community.models.pool import ModelPool
from community.records import RunEvent, write_json


class Watcher(Monitor, Protocol):
    """Is told what happens in a run, for a live view."""

    def started(self, directory: RunDirectory, config: RunSettings) -> None:
        """The run directory exists and the first episode is about to start."""

    def happened(self, events: Sequence[RunEvent]) -> None:
        """A step of an episode has ended; its events are on disk."""


async def start(
    config: RunSettings, out: Path, *, watcher: Watcher | None = None, cache: ReplyCache | None = None
) -> RunResult:
    """Play one new run by itself; see `Runner.start`."""
    async with Runner(cache) as runner:
        return await runner.start(config, out, watcher=watcher)


async def resume(
    path: Path,
    *,
    expected: RunSettings | None = None,
    watcher: Watcher | None = None,
    cache: ReplyCache | None = None,
) -> RunResult:
    """Continue one run by itself; see `Runner.resume`."""
    async with Runner(cache) as runner:
        return await runner.resume(path, expected=expected, watcher=watcher)


def score(path: Path) -> RunResult:
    """Recompute every metric of a run from its records, finished or not; no model is called and no norm is needed.

    Raises:
        UserError: there is no run.
        RecordError: its records are damaged.
    """
    directory = open_run(path)
    config = read_config(directory)
    return setting_of(config).score(directory, config)


@dataclass
class Runner:
    """Plays runs; all runs of one runner share its clients, its limits and its cache. Use it as a context.

    Attributes:
        cache: of replies across runs; None is off.
        limits: how many calls each endpoint takes at once.
        pool: the models, connected and proven once.
        patience: of retries; None for the usual one.
    """

    cache: ReplyCache | None = None
    limits: Limits = field(default_factory=Limits)
    pool: ModelPool = field(default_factory=ModelPool)
    patience: Patience | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.pool.__aexit__(*error)

    async def prepare(self, config: RunSettings) -> Staged[Any]:
        """Check all that can be checked before a run directory is made.

        Raises:
            UserError: something that the configuration names is missing or faulty.
            EndpointError: an endpoint cannot be used.
        """
        staged = setting_of(config).stage(config, self.pool)
        await self.pool.prove(staged.models)
        return staged

    async def start(
        self, config: RunSettings, out: Path, *, name: str | None = None, watcher: Watcher | None = None
    ) -> RunResult:
        """Play a new run in a directory of its own under `out`, uniquely named unless a name is given.

        Raises:
            UserError, EndpointError: as `prepare`; nothing was written.
            InUseError: the run of this name was begun by another process; it can be resumed.
            EndpointError: an endpoint failed for good during the run; what was finished is on disk.
            Interrupted: the run was cancelled; what was finished is on disk.
        """
        staged = await self.prepare(config)
        directory = create(out, staged.config, name=name)
        with directory.locked(), _removed_if_unplayed(directory):
            write_json(directory.config, staged.config)
            manifest = new_manifest(staged.config, staged.ingredients)
            return await self._play(directory, staged, manifest, watcher)

    async def resume(
        self, path: Path, *, expected: RunSettings | None = None, watcher: Watcher | None = None
    ) -> RunResult:
        """Continue the run in `path`, or give its result if it is finished.

        Raises:
            InUseError: another process is at it.
            UserError: there is no run, or what it is made of has changed since.
        """
        directory = open_run(path)
        config = read_config(directory)
        if expected is not None:
            refuse_difference(config, expected)
        with directory.locked():
            before = read_manifest(directory.manifest) if directory.manifest.is_file() else None
            if before is not None and before.status == "finished" and _is_whole(directory, config):
                return setting_of(config).score(directory, config)
            staged = await self.prepare(config)
            manifest = new_manifest(staged.config, staged.ingredients)
            if before is not None:
                _refuse_changes(directory, before, manifest)
                kept = {"started_at": before.started_at, "models": before.models}
                manifest = manifest.model_copy(update={**kept, "attempts": before.attempts + 1})
            return await self._play(directory, staged, manifest, watcher)

    async def _play(
        self, directory: RunDirectory, staged: Staged[Any], manifest: Manifest, watcher: Watcher | None
    ) -> RunResult:
        setting: Setting[Any] = setting_of(staged.config)
        write_json(directory.manifest, manifest)
        with ExitStack() as stack:
            journal = Journal(directory.calls)
            stack.callback(journal.close)
            log = stack.enter_context(EventLog(directory.events, setting.read_event))
            caller = Caller(
                journal=journal,
                cache=self.cache,
                limits=self.limits,
                monitor=watcher,
                patience=self.patience,
            )
            if watcher is not None:
                watcher.started(directory, staged.config)
            try:
                async for events in staged.play(caller, skip=log.failed):
                    log.append(events)
                    if watcher is not None:
                        watcher.happened(events)
            except asyncio.CancelledError:
                _give_up(directory, manifest, journal, "interrupted", None)
                raise Interrupted(f"interrupted; go on with: community resume {directory.path}") from None
            except EndpointError as error:
                _give_up(directory, manifest, journal, "stopped", str(error))
                stopped = EndpointError(f"{error}; go on with: community resume {directory.path}")
                stopped.spec = error.spec
                raise stopped from error
            except BaseException as error:
                _give_up(directory, manifest, journal, "stopped", f"{type(error).__name__}: {error}")
                raise
            if state := staged.state():
                write_json(directory.path / "module_state.json", state)
        _close(directory, manifest, journal, "finished", None)
        return setting.score(directory, staged.config)


@contextmanager
def _removed_if_unplayed(directory: RunDirectory) -> Generator[None]:
    """Leave no directory of a run that could not begin.

    Raises:
        InUseError: the run has begun.
        UserError: the disk did not take its first files.
    """
    if directory.exists:
        raise InUseError(f"{directory.path} was begun by another process")
    try:
        yield
    except Exception as error:
        if directory.events.exists():
            raise
        shutil.rmtree(directory.path, ignore_errors=True)
        if isinstance(error, RecordError):
            raise UserError(str(error)) from error
        raise


def _is_whole(directory: RunDirectory, config: RunSettings) -> bool:
    """Whether every episode is on record; what was lost is played again from the journal."""
    events = read_events(directory.events, setting_of(config).read_event)
    return sum(event.ends is not None for event in events) == config.episodes


def _give_up(
    directory: RunDirectory, manifest: Manifest, journal: Journal, status: Status, reason: str | None
) -> None:
    """Close a run that did not finish, as far as the disk allows: what it failed of must not be hidden."""
    with suppress(RecordError):
        _close(directory, manifest, journal, status, reason)


def _close(
    directory: RunDirectory, manifest: Manifest, journal: Journal, status: Status, reason: str | None
) -> None:
    """Write how this attempt ended, and what the servers said they are."""
    models = {**manifest.models, **journal.served}
    ended = {"status": status, "reason": reason, "ended_at": now(), "models": models}
    write_json(directory.manifest, manifest.model_copy(update=ended))


def refuse_difference(config: RunSettings, expected: RunSettings) -> None:
    """Refuse to continue a run under other options.

    Raises:
        UserError: the differing fields are named.
    """
    fields = differing_fields(config.model_dump(mode="json"), expected.model_dump(mode="json"))
    if fields:
        raise UserError(f"the run was started with other options; differing: {', '.join(fields)}")


def _refuse_changes(directory: RunDirectory, before: Manifest, after: Manifest) -> None:
    changed = changes(before, after)
    if changed:
        raise UserError(
            f"{directory.path} cannot be resumed: changed since it was started: {', '.join(changed)}"
        )
