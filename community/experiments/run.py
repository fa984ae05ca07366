"""Starting and resuming a run.

A resumed run is played again from its first debate: finished calls are answered by the journal at no cost, events
that are on disk are not written twice, and so it ends as if nothing had happened.
"""

import asyncio
import shutil
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from community.debate import DebateEvent, Event
from community.debate.play import play
from community.errors import EndpointError, Interrupted, RecordError, UserError
from community.experiments.cast import Material, Models, assemble, connect_models, gather_material
from community.experiments.config import RunConfig, differing_fields
from community.experiments.directory import RunDirectory, create, open_run, read_config
from community.experiments.habits import settle_habits
from community.experiments.log import EventLog, read_events
from community.experiments.manifest import Manifest, Status, changes, new_manifest, now, read_manifest
from community.experiments.result import RunResult, score
from community.models.cache import ReplyCache
from community.models.calls import Caller
from community.models.journal import Journal, read_calls
from community.models.limits import Limits
from community.models.monitor import Monitor
from community.norms import load_norm
from community.records import write_json


class Watcher(Monitor, Protocol):
    """Is told what happens in a run, for a live view."""

    def started(self, directory: RunDirectory, config: RunConfig) -> None:
        """The run directory exists and the first debate is about to start."""

    def happened(self, events: Sequence[Event]) -> None:
        """A step of a debate has ended; its events are on disk."""


@dataclass(frozen=True)
class Prepared:
    """A run that could start: everything named exists, every endpoint has answered."""

    config: RunConfig
    material: Material
    models: Models


async def prepare(config: RunConfig) -> Prepared:
    """Check all that can be checked before a run directory is made.

    Raises:
        UserError: something that the configuration names is missing or faulty.
        EndpointError: an endpoint cannot be used.
    """
    norms = [load_norm(name) for name in config.norms]
    settled = settle_habits(config, norms)
    material = gather_material(settled)
    models = connect_models(settled, material)
    try:
        assemble(settled, material, models, Caller())
        await models.prepare()
    except BaseException:
        await models.aclose()
        raise
    return Prepared(settled, material, models)


async def start(
    config: RunConfig, out: Path, *, watcher: Watcher | None = None, cache: ReplyCache | None = None
) -> RunResult:
    """Play a new run in a directory of its own under `out`.

    Raises:
        UserError, EndpointError: as `prepare`; nothing was written.
        EndpointError: an endpoint failed for good during the run; what was finished is on disk.
        Interrupted: the run was cancelled; what was finished is on disk.
    """
    prepared = await prepare(config)
    try:
        directory = create(out, prepared.config)
        with _removed_if_unplayed(directory), directory.locked():
            write_json(directory.config, prepared.config)
            manifest = new_manifest(prepared.config, prepared.material)
            return await _play(directory, prepared, manifest, watcher, cache)
    finally:
        await prepared.models.aclose()


async def resume(
    path: Path,
    *,
    expected: RunConfig | None = None,
    watcher: Watcher | None = None,
    cache: ReplyCache | None = None,
) -> RunResult:
    """Continue the run in `path`, or give its result if it is finished.

    Raises:
        UserError: there is no run, or another process is at it, or what it is made of has changed since.
    """
    directory = open_run(path)
    config = read_config(directory)
    if expected is not None:
        refuse_difference(config, expected)
    with directory.locked():
        before = read_manifest(directory.manifest) if directory.manifest.is_file() else None
        if before is not None and before.status == "finished" and _is_whole(directory, config):
            return score(directory, config)
        prepared = await prepare(config)
        try:
            manifest = new_manifest(prepared.config, prepared.material)
            if before is not None:
                _refuse_changes(directory, before, manifest)
                manifest = manifest.model_copy(
                    update={
                        "started_at": before.started_at,
                        "attempts": before.attempts + 1,
                        "models": before.models,
                    }
                )
            return await _play(directory, prepared, manifest, watcher, cache)
        finally:
            await prepared.models.aclose()


@contextmanager
def _removed_if_unplayed(directory: RunDirectory) -> Generator[None]:
    """Leave no directory of a run that could not begin.

    Raises:
        UserError: the disk did not take its first files.
    """
    try:
        yield
    except Exception as error:
        if directory.events.exists():
            raise
        shutil.rmtree(directory.path, ignore_errors=True)
        if isinstance(error, RecordError):
            raise UserError(str(error)) from error
        raise


def _is_whole(directory: RunDirectory, config: RunConfig) -> bool:
    """Whether every debate is on record; what was lost is played again from the journal."""
    ended = sum(isinstance(event, DebateEvent) for event in read_events(directory.events))
    return ended == config.questions


async def _play(
    directory: RunDirectory,
    prepared: Prepared,
    manifest: Manifest,
    watcher: Watcher | None,
    cache: ReplyCache | None,
) -> RunResult:
    write_json(directory.manifest, manifest)
    with ExitStack() as stack:
        journal = Journal(directory.calls)
        stack.callback(journal.close)
        log = stack.enter_context(EventLog(directory.events))
        caller = Caller(journal=journal, cache=cache, limits=Limits(), monitor=watcher)
        community = assemble(prepared.config, prepared.material, prepared.models, caller)
        if watcher is not None:
            watcher.started(directory, prepared.config)
        try:
            async for events in play(community, skip=log.failed):
                log.append(events)
                if watcher is not None:
                    watcher.happened(events)
        except asyncio.CancelledError:
            _give_up(directory, manifest, "interrupted", None)
            raise Interrupted(f"interrupted; go on with: community resume {directory.path}") from None
        except EndpointError as error:
            _give_up(directory, manifest, "stopped", str(error))
            raise EndpointError(f"{error}; go on with: community resume {directory.path}") from error
        except BaseException as error:
            _give_up(directory, manifest, "stopped", f"{type(error).__name__}: {error}")
            raise
        write_json(directory.path / "module_state.json", community.module.state())
    _close(directory, manifest, "finished", None)
    return score(directory, prepared.config)


def _give_up(directory: RunDirectory, manifest: Manifest, status: Status, reason: str | None) -> None:
    """Close a run that did not finish, as far as the disk allows: what it failed of must not be hidden."""
    with suppress(RecordError):
        _close(directory, manifest, status, reason)


def _close(directory: RunDirectory, manifest: Manifest, status: Status, reason: str | None) -> None:
    """Write how this attempt ended, and what the servers said they are."""
    reported = {call.spec: call.model for call in read_calls(directory.calls) if call.model}
    ended = {"status": status, "reason": reason, "ended_at": now(), "models": {**manifest.models, **reported}}
    write_json(directory.manifest, manifest.model_copy(update=ended))


def refuse_difference(config: RunConfig, expected: RunConfig) -> None:
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
