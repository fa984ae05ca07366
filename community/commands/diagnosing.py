"""`community doctor`: is everything here that a run needs?"""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from community.commands import options
from community.commands.playing import RUNS
from community.commands.streams import emit_json, emit_rich, say, stdout_console

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from community.experiments.housekeeping.doctor import Diagnosis
    from community.models.probe import Check

Endpoints = Annotated[
    list[str] | None,
    typer.Option(
        "--endpoint", metavar="SPEC", help="Try this model too, for example ollama:gemma3:4b; repeat it."
    ),
]


def doctor(*, endpoints: Endpoints = None, out: options.Out = RUNS, json: options.Json = False) -> None:
    """Check Python, packages, folders and configuration, and try every configured endpoint with a few short calls.

    Endpoints are those of ./community.yaml, of your own configuration, of COMMUNITY_ variables and of --endpoint.
    Leaves with 3 when one cannot be used, and with 2 when the configuration is faulty. Keys are never shown.
    """
    from community.commands.interrupts import run_until_stopped
    from community.experiments.housekeeping.doctor import diagnose

    found = run_until_stopped(diagnose(out, endpoints or (), sys.stdout))
    if json:
        emit_json(found)
    else:
        _print(found)
    if found.exit_code:
        raise typer.Exit(found.exit_code)


def _print(found: "Diagnosis") -> None:
    console = stdout_console()
    _table(console, found.checks)
    for report in found.endpoints:
        console.print(
            f"\n{report.spec} at {report.endpoint or '?'}", style="green" if report.usable else "red"
        )
        _table(console, report.checks)
    problems = [f"{check.name}: {check.fix}" for check in found.checks if check.status == "no"]
    problems += [f"{report.spec}: cannot be used" for report in found.endpoints if not report.usable]
    say("\n".join(problems) if problems else "no problem was found")


def _table(console: "Console", checks: "Iterable[Check]") -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    styles = {"ok": ("ok", "green"), "no": ("problem", "red"), "unknown": ("note", "yellow")}
    for check in checks:
        word, style = styles[check.status]
        found = Text(check.detail).append(f"\n{check.fix}" if check.fix else "", style="yellow")
        table.add_row(check.name, Text(word, style=style), found)
    emit_rich(console, table)
