"""`community scenarios list` and `show`: look at scenarios."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from community.commands.completing import complete_scenarios
from community.commands.help import group
from community.commands.streams import emit_json, emit_rich, say, stdout_console

if TYPE_CHECKING:
    from community.scenarios import Scenario

SCHEMA_VERSION = 1


class _Listed(NamedTuple):
    """What can be listed, and what cannot: where it is from, and what is wrong with it."""

    scenarios: "Sequence[Scenario]"
    broken: Sequence[tuple[str, str]]


app = group("scenarios", "Group chats with a hidden norm: look at them, play, check and write them.")

Dataset = Annotated[
    str,
    typer.Option(
        "--dataset",
        metavar="SOURCE",
        help="builtin, a folder of scenario files, PATH.jsonl or hf:OWNER/NAME[@REVISION], as for `run`.",
        show_default=True,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]


@app.command("list")
def list_(
    *,
    dataset: Annotated[
        str | None,
        typer.Option(
            "--dataset",
            metavar="SOURCE",
            help="Those of one data set alone, as for `run`. [default: all that can be had by id]",
            show_default=False,
        ),
    ] = None,
    event: Annotated[
        str | None, typer.Option("--event", metavar="ID", help="Only those of this occasion.")
    ] = None,
    norm: Annotated[
        str | None, typer.Option("--norm", metavar="ID", help="Only those with this hidden norm.")
    ] = None,
    venue: Annotated[
        str | None, typer.Option("--venue", metavar="NAME", help="Only those of workplace, or of other.")
    ] = None,
    json: Json = False,
) -> None:
    """All scenarios that can be had by id, those in ./scenarios included; or all of a data set."""
    from typing import get_args

    from community.errors import UnknownIdError
    from community.experiments.scenarios.selection import demand_norms
    from community.scenarios import load_taxonomy
    from community.scenarios.scenario import Venue

    taxonomy = load_taxonomy()
    demand_norms([norm] if norm else [])
    for kind, name, known in (
        ("event", event, taxonomy.events),
        ("venue", venue, get_args(Venue)),
    ):
        if name is not None and name not in known:
            raise UnknownIdError(kind, name, known)
    everything, broken = _catalogue() if dataset is None else _dataset(dataset)
    found = [
        each
        for each in everything
        if event in {None, each.event} and norm in {None, each.norm} and venue in {None, each.venue}
    ]
    if json:
        rows = [each.model_dump(mode="json", include={"id", "event", "norm", "venue"}) for each in found]
        told = [{"source": source, "error": error} for source, error in broken]
        emit_json({"schema_version": SCHEMA_VERSION, "scenarios": rows, "broken": told})
        return
    _print_table(found)
    for _, error in broken:
        say(f"broken: {error}")


@app.command()
def show(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="ID", autocompletion=complete_scenarios, help="A scenario's id, or a YAML file."
        ),
    ],
    *,
    dataset: Dataset = "builtin",
    json: Json = False,
) -> None:
    """One scenario: the chat, the turns that show the norm, and replies with known labels."""
    from community.experiments.scenarios.portrait import portrait
    from community.experiments.scenarios.selection import read_dataset

    (found,) = read_dataset(dataset, [scenario]).scenarios
    if json:
        emit_json({"schema_version": SCHEMA_VERSION, **found.model_dump(mode="json")})
    else:
        console = stdout_console()
        emit_rich(console, portrait(found, console), wrapped=True)


def _catalogue() -> "_Listed":
    from community.scenarios import list_broken, list_scenarios

    return _Listed(list_scenarios(), [(item.source, str(item.error)) for item in list_broken()])


def _dataset(source: str) -> "_Listed":
    from community.experiments.scenarios.selection import read_dataset

    found = read_dataset(source)
    return _Listed(found.scenarios, [(source, line) for line in found.skipped])


def _print_table(scenarios: "Sequence[Scenario]") -> None:
    from rich.table import Table

    from community.experiments.watching.ids import add_ids

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    add_ids(table, "id", [each.id for each in scenarios])
    for name in ("venue", "turns", "shown", "decided by"):
        table.add_column(name, no_wrap=True)
    for each in scenarios:
        counts = (str(len(each.transcript)), str(len(each.demonstrations)))
        decides = "rule" if each.hidden_norm.is_verifiable else "reader"
        table.add_row(each.id, each.venue or "", *counts, decides)
    emit_rich(stdout_console(), table)
