"""`community run`, `resume` and `score`."""

import re
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from community.commands import options
from community.commands.finding import find_run
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
from community.commands.threshold import Threshold
from community.errors import FileFaultsError, UserError

if TYPE_CHECKING:
    from community.experiments.debates.config import RunConfig
    from community.experiments.runs.result import RunResult
    from community.experiments.watching.view import RunView
    from community.models.cache import ReplyCache

RUNS = Path("runs")
MAX_FAILED = 0.1
_SILENCE = 3.0
"""Seconds after which a person is told what is being waited for."""


def run(
    *,
    norms: options.Norms = None,
    background: options.Background = None,
    idiosyncratic: options.Idiosyncratic = None,
    costly: options.Costly = None,
    sanction: options.Sanction = None,
    judge: options.Judge = None,
    newcomer: options.Newcomer = None,
    module: options.Module = None,
    option: options.ModuleOptions = None,
    module_model: options.ModuleModel = None,
    word_cap: options.WordCap = None,
    task: options.Task = None,
    questions: options.Questions = None,
    rounds: options.Rounds = None,
    condition: options.Condition = None,
    exchange: options.Exchange = None,
    schedule: options.Schedule = None,
    seed: options.Seed = None,
    prompts: options.Prompts = None,
    others: options.Others = None,
    config: options.ConfigFile = None,
    dry_run: options.DryRun = False,
    no_cache: options.NoCache = False,
    out: options.Out = RUNS,
    json: options.Json = False,
    assertions: options.Assertions = None,
    max_failed: options.MaxFailed = MAX_FAILED,
) -> None:
    """Play a community's debates with a newcomer, into a run directory of their own."""
    from community.experiments.debates.result import NUMBERS

    thresholds = [Threshold.parse(text, NUMBERS) for text in assertions or []]
    given: dict[str, Any] = {
        "norms": norms,
        "background": background,
        "idiosyncratic": _habits(idiosyncratic),
        "costly": costly,
        "sanction": sanction,
        "judge": judge,
        "newcomer": newcomer,
        "module": module,
        "module_model": module_model,
        "word_cap": word_cap,
        "task": task,
        "questions": questions,
        "rounds": rounds,
        "condition": condition,
        "exchange": exchange,
        "schedule": schedule,
        "seed": seed,
        "prompts": prompts,
    }
    flags = {name: value for name, value in given.items() if value not in (None, [])}
    flags |= {f"module.options.{key}": value for key, value in pairs("--option", option).items()}
    settled = _settle({**flags, **pairs("--set", others)}, config)
    if dry_run:
        _plan(settled, json=json)
    else:
        result = _play(settled, out, no_cache=no_cache)
        _conclude(result, json=json, thresholds=thresholds, max_failed=max_failed)


def resume(
    run: options.Run,
    *,
    config: options.Expected = None,
    no_cache: options.NoCache = False,
    out: options.Out = RUNS,
    json: options.Json = False,
    assertions: options.Assertions = None,
    max_failed: options.MaxFailed = MAX_FAILED,
) -> None:
    """Continue a run where it stopped, under the options it was started with; finished calls are not paid twice."""
    from community.commands.interrupts import run_until_stopped
    from community.experiments.runs.directory import open_run
    from community.experiments.runs.run import resume as resume_run
    from community.experiments.runs.setting import read_config, setting_of
    from community.experiments.runs.settle import settle

    directory = open_run(find_run(run, out))
    setting = setting_of(read_config(directory))
    thresholds = [Threshold.parse(text, setting.numbers) for text in assertions or []]
    expected = settle(setting.config_type, {}, config_file=config) if config else None
    with _view() as view, _cache(no_cache=no_cache) as cache:
        work = resume_run(directory.path, expected=expected, watcher=view, cache=cache)
        result = run_until_stopped(work)
    _conclude(result, json=json, thresholds=thresholds, max_failed=max_failed)


def score(run: options.Run, *, out: options.Out = RUNS, json: options.Json = False) -> None:
    """Recompute every metric of a run from its records; no model is called."""
    from community.experiments.runs.run import score as score_run

    _print(score_run(find_run(run, out)), json=json)


def _habits(text: str | None) -> int | list[str] | None:
    """A number of habits, or their ids."""
    if text is None or re.fullmatch(r"\s*[+-]?\d+\s*", text):
        return text if text is None else int(text)
    return [name for part in text.split(",") if (name := part.strip())]


def _settle(flags: Mapping[str, Any], config: Path | None) -> "RunConfig":
    from community.experiments.debates.config import RunConfig
    from community.experiments.runs.settle import settle

    try:
        return settle(RunConfig, flags, config_file=config)
    except FileFaultsError as error:
        if any(fault.path == "norms" and fault.message == "is required" for fault in error.faults):
            raise UserError(
                "no norm is given; name one, for example --norm sy_star (`community norms list` shows all)"
            ) from error
        raise


def _plan(config: "RunConfig", *, json: bool) -> None:
    from community.commands.interrupts import run_until_stopped
    from community.experiments.debates.plan import plan_run
    from community.experiments.debates.summary import plan_table

    plan = run_until_stopped(plan_run(config))
    if json:
        emit_json(plan)
    else:
        emit_rich(stdout_console(), plan_table(plan))


def _play(config: "RunConfig", out: Path, *, no_cache: bool) -> "RunResult":
    import asyncio

    from community.commands.interrupts import run_until_stopped
    from community.experiments.runs.run import start

    async def work() -> "RunResult":
        asyncio.get_running_loop().call_later(_SILENCE, view.reaching, config)
        return await start(config, out, watcher=view, cache=cache)

    with _view() as view, _cache(no_cache=no_cache) as cache:
        return run_until_stopped(work())


def _view() -> "RunView":
    from community.experiments.watching.live import LiveView
    from community.experiments.watching.plain import PlainView

    return (PlainView if is_plain(sys.stderr) else LiveView)(stderr_console())


@contextmanager
def _cache(*, no_cache: bool) -> "Generator[ReplyCache | None]":
    from community.models.cache import ReplyCache

    if no_cache:
        yield None
    else:
        with closing(ReplyCache()) as cache:
            yield cache


def _conclude(result: "RunResult", *, json: bool, thresholds: Sequence[Threshold], max_failed: float) -> None:
    """Print the result; leave with 1 when too much failed, else with 4 when a threshold was missed."""
    _print(result, json=json)
    if result.failed_share > max_failed:
        from community.experiments.runs.setting import setting_named

        failed = f"{result.failed} of {result.ended} {setting_named(result.setting).noun}s"
        say(f"error: {failed} failed, more than --max-failed {max_failed:g} allows")
        raise typer.Exit(1)
    missed = [fault for threshold in thresholds if (fault := threshold.fault(result))]
    for fault in missed:
        say(fault)
    if missed:
        raise typer.Exit(4)


def _print(result: "RunResult", *, json: bool) -> None:
    from community.experiments.runs.directory import open_run
    from community.experiments.runs.setting import read_config, setting_of

    if json:
        emit_json(result)
        return
    directory, console = open_run(Path(result.run_dir)), stdout_console()
    emit_rich(console, setting_of(read_config(directory)).summary(result, directory, console))
    emit(result.run_dir)
