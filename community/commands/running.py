"""`community run`, `resume` and `score`."""

import re
from typing import Any

from community.commands import options
from community.commands.finding import find_run
from community.commands.playing import (
    MAX_FAILED,
    RUNS,
    carry_out,
    conclude,
    given_flags,
    live_view,
    print_result,
    reply_cache,
)
from community.commands.streams import say
from community.commands.threshold import demanded


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
    carry_out(
        "debate",
        given_flags(given, option, others),
        config,
        dry_run=dry_run,
        no_cache=no_cache,
        out=out,
        json=json,
        assertions=assertions,
        max_failed=max_failed,
    )


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
    thresholds = demanded(assertions, setting.numbers)
    expected = settle(setting.config_type, {}, config_file=config) if config else None
    with live_view() as view, reply_cache(no_cache=no_cache) as cache:
        work = resume_run(directory.path, expected=expected, watcher=view, cache=cache)
        result = run_until_stopped(work)
    if not view.title:
        say("the run was finished already; nothing was left to do")
    conclude(result, json=json, thresholds=thresholds, max_failed=max_failed)


def score(run: options.Run, *, out: options.Out = RUNS, json: options.Json = False) -> None:
    """Recompute every metric of a run from its records; no model is called."""
    from community.experiments.runs.run import score as score_run

    print_result(score_run(find_run(run, out)), json=json)


def _habits(text: str | None) -> int | list[str] | None:
    """A number of habits, or their ids."""
    if text is None or re.fullmatch(r"\s*[+-]?\d+\s*", text):
        return text if text is None else int(text)
    return [name for part in text.split(",") if (name := part.strip())]
