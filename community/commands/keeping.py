"""`community list`, `clean` and `paths`: which runs there are, which can go, and where things lie."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from community.commands import options
from community.commands.completing import complete_settings, complete_statuses
from community.commands.playing import RUNS
from community.commands.streams import emit, emit_json, emit_rich, say, stdout_console
from community.commands.sweeping import SWEEPS
from community.errors import UnknownIdError, UserError

if TYPE_CHECKING:
    from community.experiments.housekeeping.listing import Listed

Folder = Annotated[
    Path | None,
    typer.Argument(metavar="DIR", help="A folder of runs, or a sweep. [default: --out]", show_default=False),
]
Statuses = Annotated[
    list[str] | None,
    typer.Option(
        "--status",
        metavar="NAME",
        autocompletion=complete_statuses,
        help="Only these: running, finished, interrupted, stopped, killed or unreadable; repeat it.",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--setting",
        metavar="NAME",
        autocompletion=complete_settings,
        help="Only runs of this setting: debate, scenarios or chat, and `sweep` for sweeps; repeat it.",
    ),
]
Unfinished = Annotated[
    bool, typer.Option("--unfinished", help="Runs that were interrupted, stopped or killed.")
]
OlderThan = Annotated[
    str | None,
    typer.Option(
        "--older-than", metavar="AGE", help="Runs in which nothing was written for so long: 12h, 30d, 8w."
    ),
]
Cache = Annotated[bool, typer.Option("--cache", help="The cache of replies, all of it.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only list what would go.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def list_(
    folder: Folder = None,
    *,
    statuses: Statuses = None,
    settings: Settings = None,
    out: options.Out = RUNS,
    json: options.Json = False,
) -> None:
    """The runs and sweeps of a folder and how they stand, newest last; of a sweep, its cells.

    `killed` is a run whose process is gone: `community resume` goes on with it. Metrics are those of the
    last `community score` where a run did not finish.
    """
    from community.experiments.housekeeping.facts import FACTS
    from community.experiments.housekeeping.listing import STATUSES, Listing, list_folder
    from community.experiments.runs.directory import lack_of_runs

    _refuse_unknown("status", statuses, STATUSES)
    _refuse_unknown("setting", settings, [*FACTS, "sweep"])
    path = folder or out
    found = [
        each
        for each in list_folder(path)
        if (not statuses or each.status in statuses) and (not settings or each.setting in settings)
    ]
    if json:
        emit_json(Listing(folder=str(path), runs=tuple(found)))
    else:
        _print(found)
        if not found:
            some = statuses or settings
            say(f"there is no run in {str(path)!r} with that" if some else lack_of_runs(path))
        if folder is None and SWEEPS.is_dir():
            say(f"there are sweeps too: community list {SWEEPS}")


def _refuse_unknown(kind: str, names: Sequence[str] | None, known: Sequence[str]) -> None:
    for name in names or ():
        if name not in known:
            raise UnknownIdError(kind, name, known)


def clean(
    folder: Folder = None,
    *,
    unfinished: Unfinished = False,
    older_than: OlderThan = None,
    cache: Cache = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    out: options.Out = RUNS,
) -> None:
    """Delete run directories, or the cache of replies, after listing them and asking.

    With --unfinished and --older-than, runs to which both apply. Links are not followed, and nothing is touched that is
    not a run directory or that a process is at work in. Cells of a sweep go only when the sweep itself is named.
    """
    from community.experiments.housekeeping.cleaning import age, removable
    from community.models.cache import cache_path

    if not (unfinished or older_than or cache):
        raise UserError("say what is to go: --unfinished, --older-than AGE or --cache")
    old = age(older_than) if older_than else None
    runs = removable(folder or out, unfinished=unfinished, older_than=old) if unfinished or older_than else []
    kept = cache_path() if cache and cache_path().is_file() and not cache_path().is_symlink() else None
    _print(runs)
    if kept:
        emit(f"{kept}  {_size(_taken(kept))}")
    if not runs and not kept:
        say("there is nothing to delete")
    elif not dry_run and (yes or _agreed(len(runs), kept)):
        _delete(runs, kept)


def paths(*, out: options.Out = RUNS, json: options.Json = False) -> None:
    """Where runs, the cache of replies and configuration are."""
    from rich.table import Table

    from community.experiments.housekeeping.places import places

    found = places(out)
    if json:
        emit_json(found)
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for place in found.places:
        table.add_row(place.name, place.path, place.what if place.exists else f"{place.what}; not there yet")
    emit_rich(stdout_console(), table)


def _print(runs: "Sequence[Listed]") -> None:
    """A line for each; outside a terminal, however long it is."""
    from rich.table import Table

    from community.experiments.watching.ids import add_ids

    if not runs:
        return
    console = stdout_console()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("status", "setting", "norm", "module", "model"):
        table.add_column(name)
    for name in ("seed", "done", "size"):
        table.add_column(name, justify="right")
    table.add_column("result")
    add_ids(table, "run", [run.name for run in runs])
    for run in runs:
        table.add_row(*_cells(run))
    emit_rich(console, table)


def _cells(run: "Listed") -> tuple[str, ...]:
    ended, planned = ("?" if count is None else str(count) for count in (run.ended, run.planned))
    result = f"{run.number} {run.value:.3f}" if run.number and run.value is not None else ""
    mark = "simulated" if run.simulated else ""
    return (
        run.status,
        run.setting,
        run.norm,
        run.module,
        run.model,
        "" if run.seed is None else str(run.seed),
        f"{ended}/{planned}",
        _size(run.bytes),
        " ".join(filter(None, (result, mark))),
        run.name,
    )


def _size(count: float) -> str:
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def _agreed(runs: int, cache: Path | None) -> bool:
    if not sys.stdin.isatty():
        raise UserError("nothing was deleted: there is no terminal to ask at; say --yes, or --dry-run")
    what = [f"{runs} run{'' if runs == 1 else 's'}"] if runs else []
    return typer.confirm(f"Delete {' and '.join([*what, *(['the cache'] if cache else [])])}?", err=True)


def _delete(runs: "Sequence[Listed]", cache: Path | None) -> None:
    """Delete everything that can be, and only then fail for what could not."""
    from community.errors import CommunityError
    from community.experiments.housekeeping.cleaning import remove

    freed, faults = 0, list[CommunityError]()
    for run in runs:
        try:
            remove(run)
            freed += run.bytes
        except CommunityError as error:
            faults.append(error)
    say(f"freed {_size(freed + (_clear(cache) if cache else 0))}")
    if faults:
        raise CommunityError("; ".join(map(str, faults)))


def _clear(cache: Path) -> int:
    """Empty the cache, and say how many bytes that gave back."""
    from contextlib import closing

    from community.models.cache import ReplyCache

    before = _taken(cache)
    with closing(ReplyCache(cache)) as replies:
        replies.clear()
    return max(0, before - _taken(cache))


def _taken(cache: Path) -> int:
    return sum(path.stat().st_size for path in cache.parent.glob(f"{cache.name}*"))
