"""`community scenarios run` and `rejudge`: replies to scenarios, and new verdicts on replies that are there."""

from typing import Annotated, Any

import typer

from community.commands import options
from community.commands import scenario_options as of_scenarios
from community.commands.finding import find_run
from community.commands.playing import MAX_FAILED, RUNS, carry_out, conclude, given_flags, play
from community.commands.threshold import demanded


def run(
    *,
    dataset: of_scenarios.Dataset = None,
    scenarios: of_scenarios.Scenarios = None,
    norms: of_scenarios.Norms = None,
    events: of_scenarios.Events = None,
    venues: of_scenarios.Venues = None,
    subject: of_scenarios.Subject = None,
    judge: of_scenarios.Judge = None,
    module: of_scenarios.Module = None,
    option: of_scenarios.ModuleOptions = None,
    module_model: of_scenarios.ModuleModel = None,
    conditions: of_scenarios.Conditions = None,
    trials: of_scenarios.Trials = None,
    seed: of_scenarios.Seed = None,
    prompts: of_scenarios.Prompts = None,
    others: of_scenarios.Others = None,
    config: options.ConfigFile = None,
    dry_run: options.DryRun = False,
    no_cache: options.NoCache = False,
    out: options.Out = RUNS,
    json: options.Json = False,
    assertions: options.Assertions = None,
    max_failed: options.MaxFailed = MAX_FAILED,
) -> None:
    """Let a subject reply to scenarios, and a judge who knows the hidden norms decide, into a run directory."""
    given: dict[str, Any] = {
        "dataset": dataset,
        "scenarios": scenarios,
        "norms": norms,
        "events": events,
        "venues": venues,
        "subject": subject,
        "judge": judge,
        "module": module,
        "module_model": module_model,
        "conditions": conditions,
        "trials": trials,
        "seed": seed,
        "prompts": prompts,
    }
    carry_out(
        "scenarios",
        given_flags(given, option, others),
        config,
        dry_run=dry_run,
        no_cache=no_cache,
        out=out,
        json=json,
        assertions=assertions,
        max_failed=max_failed,
    )


def rejudge(
    run: options.Run,
    *,
    judge: Annotated[str, typer.Option("--judge", metavar="SPEC", help="The model that decides now.")],
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="OPTION=VALUE", help="A setting of the judge, for example temperature=0.5."
        ),
    ] = None,
    no_cache: options.NoCache = False,
    out: options.Out = RUNS,
    json: options.Json = False,
    assertions: options.Assertions = None,
    max_failed: options.MaxFailed = MAX_FAILED,
) -> None:
    """Judge the replies of a finished run anew, into a run directory of their own; the subject is not asked."""
    from community.commands.models import model_options
    from community.experiments.scenarios.rejudging import config_to_rejudge
    from community.experiments.scenarios.result import NUMBERS

    thresholds = demanded(assertions, NUMBERS)
    config = config_to_rejudge(find_run(run, out), judge, model_options(settings))
    result = play(config, out, no_cache=no_cache)
    conclude(result, json=json, thresholds=thresholds, max_failed=max_failed)
