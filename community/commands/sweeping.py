"""`community sweep`: all runs of a study."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from community.commands import engines, options
from community.commands.help import EXIT_CODES
from community.commands.playing import MAX_FAILED
from community.commands.streams import (
    emit,
    emit_json,
    emit_rich,
    is_plain,
    say,
    stderr_console,
    stdout_console,
)
from community.errors import UserError

if TYPE_CHECKING:
    from community.experiments.sweeps.budget import Prices
    from community.experiments.sweeps.dry_run import SweepEstimate
    from community.experiments.sweeps.result import SweepResult
    from community.experiments.sweeps.study import Study
    from community.experiments.sweeps.sweep import Selection
    from community.experiments.sweeps.watching import SweepView

SWEEPS = Path("sweeps")
EXAMPLES = f"""\b
Examples:
  community sweep study.yaml --dry-run
  community sweep study.yaml
  community sweep study.yaml --only module=tom --only seed=0 --limit 4
  community sweep study.yaml --max-cost 5 --prices prices.yaml
The same command again goes on where it stopped; finished cells are skipped.

{EXIT_CODES}"""
_CELLS, _BUDGET, _OUTPUT = "Cells", "Budget of this invocation", "Output"
_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


def _schema(wanted: bool) -> None:
    if wanted:
        from community.experiments.sweeps.study import study_schema

        emit_json(study_schema())
        raise typer.Exit


StudyFile = Annotated[Path, typer.Argument(metavar="STUDY", help="YAML file of a study.", show_default=False)]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        rich_help_panel=_OUTPUT,
        show_default=False,
        help="The directory of the sweep. [default: sweeps/NAME, after the study file]",
    ),
]
Schema = Annotated[
    bool,
    typer.Option(
        "--schema",
        callback=_schema,
        is_eager=True,
        rich_help_panel=_OUTPUT,
        help="Print the JSON Schema of study files.",
    ),
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="AXIS=VALUE",
        rich_help_panel=_CELLS,
        help="Only cells with this value (its label); repeat it for other axes, or for further values of one.",
    ),
]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit", metavar="N", min=1, rich_help_panel=_CELLS, help="Play at most so many cells now."
    ),
]
MaxCalls = Annotated[
    int | None,
    typer.Option("--max-calls", metavar="N", min=1, rich_help_panel=_BUDGET, help="Calls to models."),
]
MaxTokens = Annotated[
    int | None,
    typer.Option(
        "--max-tokens", metavar="N", min=1, rich_help_panel=_BUDGET, help="Prompt and completion tokens."
    ),
]
MaxTime = Annotated[
    str | None,
    typer.Option("--max-time", metavar="TIME", rich_help_panel=_BUDGET, help="For example 90s, 30m or 2h."),
]
MaxCost = Annotated[
    float | None,
    typer.Option(
        "--max-cost", metavar="AMOUNT", min=0, rich_help_panel=_BUDGET, help="Money; needs --prices."
    ),
]
PriceFile = Annotated[
    Path | None,
    typer.Option(
        "--prices",
        metavar="FILE",
        rich_help_panel=_BUDGET,
        help='YAML: pattern of a model -> price of a million tokens, as in "openai:gpt-5-*": '
        "{prompt: 0.25, completion: 2}.",
    ),
]


def sweep(
    context: typer.Context,
    study: StudyFile,
    *,
    only: Only = None,
    limit: Limit = None,
    engine: engines.Engine = "local",
    at_once: engines.AtOnce = None,
    workers: engines.Workers = None,
    ray_address: engines.RayAddress = None,
    no_shared_files: engines.NoSharedFiles = False,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    max_time: MaxTime = None,
    max_cost: MaxCost = None,
    prices: PriceFile = None,
    dry_run: options.DryRun = False,
    no_cache: options.NoCache = False,
    out: Out = None,
    json: options.Json = False,
    max_failed: options.MaxFailed = MAX_FAILED,
    schema: Schema = False,
) -> None:
    """Play all runs of a study file, or go on with them, in one directory; equal calls of theirs are made once."""
    from community.experiments.sweeps.budget import Spending, read_prices
    from community.experiments.sweeps.study import read_study
    from community.experiments.sweeps.sweep import Selection

    chosen = engines.Choice(engine, at_once, workers, ray_address, shared_files=not no_shared_files)
    chosen.refuse_mixtures()
    read = read_study(study)
    selection = Selection(_axes(only), limit)
    priced = read_prices(prices) if prices else None
    if max_cost is not None and priced is None:
        raise UserError("--max-cost needs the prices of models; name a file with --prices")
    most = Spending(max_calls, max_tokens, _seconds(max_time), max_cost)
    if dry_run:
        _print_estimate(_estimate(read, selection, priced), json=json)
        return
    out = out or SWEEPS / read.name
    with _view() as view:
        means = engines.Engines(chosen, most, priced, view, no_cache=no_cache)
        result = means.play(read, out, selection, again=context.obj)
    _conclude(result, again=context.obj, json=json, max_failed=max_failed)


def _axes(items: Sequence[str] | None) -> dict[str, list[str]]:
    """`AXIS=VALUE` items by axis."""
    found: dict[str, list[str]] = {}
    for item in items or ():
        axis, sign, value = item.partition("=")
        if not sign or not axis or not value:
            raise UserError(f"--only takes AXIS=VALUE, got {item!r}")
        found.setdefault(axis, []).append(value)
    return found


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    number, unit = (text[:-1], text[-1]) if text[-1:] in _UNITS else (text, "s")
    try:
        seconds = float(number) * _UNITS[unit]
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise UserError(f"--max-time {text!r}: write a number with s, m, h or d after it, for example 2h")
    return seconds


def _estimate(study: "Study", selection: "Selection", prices: "Prices | None") -> "SweepEstimate":
    from community.commands.interrupts import run_until_stopped
    from community.experiments.sweeps.sweep import estimate_sweep

    return run_until_stopped(estimate_sweep(study, selection, prices))


def _print_estimate(estimate: "SweepEstimate", *, json: bool) -> None:
    from community.experiments.sweeps.result import estimate_table

    if json:
        emit_json(estimate)
    else:
        emit_rich(stdout_console(), estimate_table(estimate))


def _view() -> "SweepView":
    from community.experiments.sweeps.watching import LiveSweepView, SweepView

    return (SweepView if is_plain(sys.stderr) else LiveSweepView)(stderr_console())


def _conclude(result: "SweepResult", *, again: str, json: bool, max_failed: float) -> None:
    """Print the result; leave with 1 at a bound, with 3 when endpoints failed, with 1 when too much was lost."""
    from community.experiments.sweeps.result import result_summary

    if json:
        emit_json(result)
    else:
        emit_rich(stdout_console(), result_summary(result, stdout_console()))
        emit(result.sweep_dir)
    if result.status == "limit":
        say(f"stopped at {result.reason}; go on with: {again}")
        raise typer.Exit(1)
    if result.unusable:
        say(f"error: not usable: {', '.join(result.unusable)}; go on with: {again}")
        raise typer.Exit(3)
    if result.lost_share > max_failed:
        say(
            f"error: {result.lost_share:.0%} of the episodes were lost, more than --max-failed {max_failed:g} allows"
        )
        raise typer.Exit(1)
