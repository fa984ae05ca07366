"""The `community` command: its tree of commands. What they do is in `commands/`, imported when a command runs."""

from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

from community.commands import (
    authoring,
    checking,
    comparing,
    diagnosing,
    exporting,
    keeping,
    listing,
    models,
    norms,
    playing_chats,
    playing_scenarios,
    reporting,
    running,
    scenario_checking,
    scenario_writing,
    scenarios,
    showing,
    studying,
    sweeping,
)
from community.commands.entry import enter
from community.commands.examples import EXAMPLES
from community.commands.help import EXIT_CODES, HELP_NAMES, illustrate
from community.commands.streams import emit

app = typer.Typer(
    name="community",
    help="Can a newcomer find out, from behaviour and sanctions alone, which norm a community enforces?",
    epilog=EXIT_CODES,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=HELP_NAMES,
)

app.command(epilog=EXIT_CODES, short_help="Play debates into a run directory.")(running.run)
app.command(epilog=EXIT_CODES, short_help="Play group chats into a run directory.")(playing_chats.chat)
app.command(epilog=EXIT_CODES, short_help="Continue a run where it stopped.")(running.resume)
app.command(epilog=sweeping.EXAMPLES, short_help="Play all runs of a study.")(sweeping.sweep)
app.command(short_help="Recompute the metrics of a run.")(running.score)
app.command(short_help="A run as a table, or one debate, reply or chat in full.")(showing.show)
app.command(short_help="Tables and figures, or a page for a browser.")(reporting.report)
app.command(short_help="Serve the pages of a folder of runs.")(reporting.view)
app.command(short_help="What one run or arm has over another.")(comparing.compare)
app.command(short_help="Runs as CSV, Parquet, JSON lines or a log of Inspect.")(exporting.export)
app.command(short_help="The graph of a setting as Mermaid.")(showing.graph)
app.command(short_help="Lay out a folder for a study of your own.")(studying.init)
app.command("list", short_help="The runs and sweeps of a folder, and how they stand.")(keeping.list_)
app.command(short_help="Delete unfinished or old runs, or the cache of replies.")(keeping.clean)
app.command(epilog=EXIT_CODES, short_help="Is everything here that a run needs?")(diagnosing.doctor)
app.command(short_help="Where runs, the cache and configuration are.")(keeping.paths)
norms.app.command()(checking.check)
norms.app.command("base-rate")(checking.base_rate)
norms.app.command()(authoring.new)
norms.app.command()(authoring.predicates)
norms.app.command()(authoring.schema)
scenarios.app.command(epilog=EXIT_CODES, short_help="Let a subject reply to scenarios.")(
    playing_scenarios.run
)
scenarios.app.command(epilog=EXIT_CODES, short_help="Judge the replies of a run anew.")(
    playing_scenarios.rejudge
)
scenarios.app.command()(scenario_checking.check)
scenarios.app.command()(scenario_checking.schema)
scenarios.app.command("judge-check")(scenario_checking.judge_check)
scenarios.app.command(short_help="Have a model write a scenario, and screen it.")(scenario_writing.generate)
scenarios.app.command()(scenario_writing.review)
app.add_typer(norms.app)
app.add_typer(scenarios.app)
app.add_typer(models.app)
app.add_typer(listing.modules)
app.add_typer(listing.tasks)
illustrate(app, EXAMPLES)


def _version(wanted: bool) -> None:
    if wanted:
        from community.experiments.runs.versions import part_versions

        emit("\n".join(f"{part} {version}" for part, version in part_versions().items()))
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Versions of all parts.")
    ] = False,
) -> None:
    """Can a newcomer find out, from behaviour and sanctions alone, which norm a community enforces?"""
    if context.invoked_subcommand is None:
        emit(context.get_help())


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code."""
    enter(app, arguments)
