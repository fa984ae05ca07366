"""`community compare`: what one arm has over another."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from community.commands import options
from community.commands.completing import complete_runs
from community.commands.finding import find_run
from community.commands.running import RUNS
from community.commands.streams import emit_json, emit_rich, stdout_console
from community.errors import UserError

if TYPE_CHECKING:
    from community.experiments.analysis.rows import Row

First = Annotated[
    str,
    typer.Argument(
        metavar="A",
        autocompletion=complete_runs,
        help="A run, a sweep, a folder of runs, or `latest` for the newest run in --out.",
    ),
]
Second = Annotated[
    str | None,
    typer.Argument(
        metavar="B", autocompletion=complete_runs, help="Another; left out with --arms.", show_default=False
    ),
]
Arms = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--arms",
        metavar="COLUMN=LEVEL COLUMN=LEVEL",
        help="Compare two arms of A alone, for example: --arms module=none module=tom",
    ),
]
Measures = Annotated[
    list[str] | None,
    typer.Option(
        "--measure",
        metavar="NAME",
        help="What to compare; repeat it. [default: the headline measures of the setting, for example follow_rate]",
    ),
]
By = Annotated[
    list[str] | None,
    typer.Option(
        "--by", metavar="COLUMN", help="One comparison for each level, for example norm; repeat it."
    ),
]


def compare(
    first: First,
    second: Second = None,
    *,
    arms: Arms = None,
    measures: Measures = None,
    by: By = None,
    out: options.Out = RUNS,
    json: options.Json = False,
) -> None:
    """Paired differences between two runs, two sweeps, or two arms of one: second minus first.

    The halves of a pair are the same debate, reply or chat of two runs that differ in nothing but the arm: norm, seed,
    question and all other options are equal. Errors are over pairs of runs (and questions, where runs share them), of
    replies over scenarios; p values are corrected by Holm over all comparisons that are printed.
    """
    from community.experiments.analysis.comparison import compare as compare_arms
    from community.experiments.analysis.comparison_table import comparison_table

    names, (one, other) = _arms(first, second, arms, out)
    report = compare_arms(one, other, names=names, measures=measures or (), by=by or ())
    if json:
        emit_json(report)
    else:
        emit_rich(stdout_console(), comparison_table(report))


def _arms(
    first: str, second: str | None, arms: tuple[str, str] | None, out: Path
) -> "tuple[tuple[str, str], tuple[list[Row], list[Row]]]":
    from community.experiments.analysis.comparison import arm
    from community.experiments.analysis.observations import observe

    if (second is None) == (arms is None):
        raise UserError(
            "name two runs, sweeps or folders; or one of them with --arms COLUMN=LEVEL COLUMN=LEVEL"
        )
    rows = observe(find_run(first, out))
    if arms is not None:
        return arms, (arm(rows, arms[0]), arm(rows, arms[1]))
    assert second is not None
    return (first, second), (rows, observe(find_run(second, out)))
