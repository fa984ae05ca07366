"""`community models check`: can a model be used, and what can it do?"""

from typing import TYPE_CHECKING, Annotated

import typer

from community.commands.help import group, pairs
from community.commands.streams import emit, emit_json, emit_rich, stdout_console
from community.errors import FileFaultsError

if TYPE_CHECKING:
    from community.models import ModelOptions
    from community.models.probe import ProbeReport

SCHEMA_VERSION = 1
UNUSABLE = 3

app = group("models", "Chat models: probe one.")


@app.callback()
def models() -> None:
    """Chat models: probe one."""


@app.command()
def check(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="For example ollama:gemma3:4b.")],
    *,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="OPTION=VALUE", help="A setting of the model, for example num_ctx=8192."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Probe a model's endpoint with a few short calls; leave with 3 when no run can be made with it."""
    from community.commands.interrupts import run_until_stopped
    from community.models import is_simulated
    from community.models.probe import probe
    from community.simulation import scripted

    options = model_options(settings)
    if is_simulated(spec):
        scripted(spec, seed=0, answers={}, norms=[])
        _print_simulated(spec, json=json)
        return
    report = run_until_stopped(probe(spec, options))
    if json:
        emit_json(
            {"schema_version": SCHEMA_VERSION, "usable": report.usable, **report.model_dump(mode="json")}
        )
    else:
        _print(report)
    if not report.usable:
        raise typer.Exit(UNUSABLE)


def model_options(settings: list[str] | None) -> "ModelOptions":
    """Settings of a model that were given as `--set OPTION=VALUE`.

    Raises:
        FileFaultsError: one is wrong; every fault is named.
    """
    from pydantic import TypeAdapter, ValidationError

    from community.config import faults_of
    from community.models import ModelOptions

    try:
        return ModelOptions.model_validate(pairs("--set", settings))
    except ValidationError as error:
        raise FileFaultsError("--set", faults_of(error, TypeAdapter(ModelOptions))) from error


def _print_simulated(spec: str, *, json: bool) -> None:
    note = "simulated: a scripted person, always at hand; its replies say nothing about any model"
    if json:
        emit_json({"schema_version": SCHEMA_VERSION, "usable": True, "simulated": True, "spec": spec})
    else:
        emit(f"{spec}: {note}")


def _print(report: "ProbeReport") -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), title_justify="left")
    styles = {"ok": "green", "no": "red", "unknown": "yellow"}
    for check in report.checks:
        found = Text(check.detail).append(f"\n{check.fix}" if check.fix else "", style="yellow")
        table.add_row(check.name, Text(check.status, style=styles[check.status]), found)
    console = stdout_console()
    served = ", ".join(part for part in (report.model, report.server) if part)
    console.print(f"{report.spec} at {report.endpoint}{f': {served}' if served else ''}")
    emit_rich(console, table)
    console.print("usable" if report.usable else "not usable", style="green" if report.usable else "red")
