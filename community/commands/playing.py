"""What every command that plays runs does: show it live, keep replies, tell the result and judge it."""

import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from community.commands.help import pairs
from community.commands.streams import (
    emit,
    emit_json,
    emit_rich,
    is_plain,
    say,
    stderr_console,
    stdout_console,
)
from community.commands.threshold import Threshold, demanded
from community.errors import FileFaultsError, UserError

if TYPE_CHECKING:
    from community.experiments.runs.config import RunSettings
    from community.experiments.runs.result import RunResult
    from community.experiments.watching.view import RunView
    from community.models.cache import ReplyCache

C = TypeVar("C", bound="RunSettings")
RUNS = Path("runs")
MAX_FAILED = 0.1
_SILENCE = 3.0
"""Seconds after which a person is told what is being waited for."""


def given_flags(
    given: Mapping[str, Any], module_options: list[str] | None, others: list[str] | None
) -> dict[str, Any]:
    """The fields of a configuration that the command line sets, dotted; what was not given is left out.

    Raises:
        UserError: an item of `--option` or `--set` is no KEY=VALUE.
    """
    flags = {name: value for name, value in given.items() if value not in (None, [])}
    flags |= {f"module.options.{key}": value for key, value in pairs("--option", module_options).items()}
    return {**flags, **pairs("--set", others)}


def carry_out(
    setting: str,
    flags: Mapping[str, Any],
    config: Path | None,
    *,
    dry_run: bool,
    no_cache: bool,
    out: Path,
    json: bool,
    assertions: Sequence[str] | None,
    max_failed: float,
) -> None:
    """Play a new run of a setting and tell its result, or tell what it would take.

    Args:
        setting: by name.
        flags: fields of the configuration that the command line sets, dotted.
        config: a file that sets others.
        dry_run: only tell what it would take.
        no_cache: do not take replies from the user's cache.
        out: the folder that gets the run directory.
        json: print one JSON document.
        assertions: what is demanded of the result, NAME>=NUMBER each.
        max_failed: the share of episodes that may fail.

    Raises:
        UserError, EndpointError, Interrupted: as `settle` and `Runner.start`.
        typer.Exit: as `conclude`.
    """
    from community.experiments.runs.setting import setting_named

    found = setting_named(setting)
    thresholds = demanded(assertions, found.numbers)
    settled = settled_from(found.config_type, flags, config)
    if dry_run:
        print_plan(settled, json=json)
    else:
        result = play(settled, out, no_cache=no_cache)
        conclude(result, json=json, thresholds=thresholds, max_failed=max_failed)


def settled_from(kind: "type[C]", flags: Mapping[str, Any], config: Path | None) -> "C":
    """The configuration from all its sources.

    Raises:
        UserError: as `settle`.
    """
    from community.experiments.runs.settle import settle

    try:
        return settle(kind, flags, config_file=config)
    except FileFaultsError as error:
        if any(fault.path in kind.stand_ins and fault.message == "is required" for fault in error.faults):
            raise UserError(
                "no norm is given; name one, for example --norm sy_star (`community norms list` shows all)"
            ) from error
        raise


def play(config: "RunSettings", out: Path, *, no_cache: bool) -> "RunResult":
    """Play a new run in a directory of its own under `out`.

    Raises:
        UserError, EndpointError, Interrupted: as `Runner.start`.
    """
    import asyncio

    from community.commands.interrupts import run_until_stopped
    from community.experiments.runs.run import start

    async def work() -> "RunResult":
        asyncio.get_running_loop().call_later(_SILENCE, view.reaching, config)
        return await start(config, out, watcher=view, cache=cache)

    with live_view() as view, reply_cache(no_cache=no_cache) as cache:
        return run_until_stopped(work())


def live_view() -> "RunView":
    """What a person who watches on standard error is shown."""
    from community.experiments.watching.live import LiveView
    from community.experiments.watching.plain import PlainView

    return (PlainView if is_plain(sys.stderr) else LiveView)(stderr_console())


@contextmanager
def reply_cache(*, no_cache: bool) -> "Generator[ReplyCache | None]":
    """The user's cache of replies, unless it is not wanted."""
    from community.models.cache import ReplyCache

    if no_cache:
        yield None
    else:
        with closing(ReplyCache()) as cache:
            yield cache


def conclude(result: "RunResult", *, json: bool, thresholds: Sequence[Threshold], max_failed: float) -> None:
    """Print the result; leave with 1 when too much failed, else with 4 when a threshold was missed."""
    print_result(result, json=json)
    if result.failed_share > max_failed:
        from community.experiments.runs.setting import setting_named

        failed = f"{result.failed} of {result.ended} {setting_named(result.setting).nouns}"
        say(f"error: {failed} failed, more than --max-failed {max_failed:g} allows")
        raise typer.Exit(1)
    missed = [fault for threshold in thresholds if (fault := threshold.fault(result))]
    for fault in missed:
        say(fault)
    if missed:
        raise typer.Exit(4)


def print_result(result: "RunResult", *, json: bool) -> None:
    """The result as one JSON document, or in a few lines for a person that end with the run's directory."""
    from community.experiments.runs.directory import open_run
    from community.experiments.runs.setting import read_config, setting_of

    if json:
        emit_json(result)
        return
    directory, console = open_run(Path(result.run_dir)), stdout_console()
    emit_rich(console, setting_of(read_config(directory)).summary(result, directory, console))
    emit(result.run_dir)


def print_plan(config: "RunSettings", *, json: bool) -> None:
    """What a run of this configuration would take."""
    from community.commands.interrupts import run_until_stopped
    from community.experiments.runs.plan import plan_table
    from community.experiments.runs.setting import setting_of

    setting = setting_of(config)
    plan = run_until_stopped(setting.plan(config))
    if json:
        emit_json(plan)
    else:
        emit_rich(stdout_console(), plan_table(plan, setting.noun, setting.nouns))
