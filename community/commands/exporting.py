"""`community export`: the records of runs as files that other programs read."""

from pathlib import Path
from typing import Annotated, Any

import typer

from community.commands import options
from community.commands.completing import complete_runs
from community.commands.finding import find_run
from community.commands.running import RUNS
from community.commands.streams import emit, say
from community.errors import UserError


def _file(name: str, text: str) -> Any:
    return typer.Option(name, metavar="FILE", help=text, show_default=False)


Runs = Annotated[
    str,
    typer.Argument(
        metavar="RUN|SWEEP|DIR",
        autocompletion=complete_runs,
        help="A run, a sweep, a folder of runs, or `latest`.",
    ),
]
Csv = Annotated[Path | None, _file("--csv", "Write a table as CSV.")]
Parquet = Annotated[Path | None, _file("--parquet", "Write it as Parquet (extra `parquet`).")]
Jsonl = Annotated[Path | None, _file("--jsonl", "Write it as one JSON object a line.")]
Inspect = Annotated[
    Path | None,
    _file("--inspect", "Write one debate run as a log of Inspect, FILE.eval or FILE.json (extra `inspect`)."),
]
Rounds = Annotated[
    bool,
    typer.Option(
        "--rounds", help="One row a round instead of one a debate; of chats, one a message of a newcomer."
    ),
]


def export(
    runs: Runs,
    *,
    csv: Csv = None,
    parquet: Parquet = None,
    jsonl: Jsonl = None,
    inspect: Inspect = None,
    rounds: Rounds = False,
    out: options.Out = RUNS,
) -> None:
    """One row a debate, reply, chat or round, as CSV, Parquet or JSON lines; or a log that `inspect view` opens.

    Failed ones are rows too, with status `failed`; runs that did not finish say so in `run_status`, and those in
    which scripted people took part in `simulated`. The names of the files that were written are printed.
    """
    tables = {"csv": csv, "parquet": parquet, "jsonl": jsonl}
    wanted = {format: file for format, file in tables.items() if file is not None}
    if not wanted and inspect is None:
        raise UserError("name a file to write: --csv, --parquet, --jsonl or --inspect FILE")
    path = find_run(runs, out)
    if wanted:
        _export_tables(path, wanted, rounds=rounds)
    if inspect is not None:
        _export_log(path, inspect)


def _export_tables(path: Path, files: dict[str, Path], *, rounds: bool) -> None:
    from community.experiments.analysis.export import WRITERS
    from community.experiments.analysis.observations import observe, observe_rounds

    rows = (observe_rounds if rounds else observe)(path)
    if not rows:
        raise UserError(f"{path} has nothing to export: no {'round' if rounds else 'episode'} is on record")
    for format, file in files.items():
        WRITERS[format](file, rows)
        emit(str(file))
    if any(row.simulated for row in rows):
        say("simulated: scripted people took part; such rows are no result about any model")


def _export_log(path: Path, file: Path) -> None:
    from community.experiments.analysis.finding import find_runs
    from community.experiments.analysis.inspect_log import write_inspect_log

    found = find_runs(path)
    if len(found) > 1:
        raise UserError(f"{path} has {len(found)} runs; a log of Inspect is of one")
    write_inspect_log(found[0], file)
    emit(str(file))
