"""`community scenarios check`, `schema` and `judge-check`: can scenario files, and a judge of replies, be trusted?"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from community.commands import options
from community.commands.checking import files_in
from community.commands.playing import reply_cache
from community.commands.scenarios import SCHEMA_VERSION, Dataset, Json
from community.commands.streams import emit, emit_json, emit_or_write, emit_rich, say, stdout_console
from community.errors import Fault

if TYPE_CHECKING:
    from community.scenarios.review import Review


def check(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH",
            help="YAML files or folders of them. [default: the shipped ones and ./scenarios]",
        ),
    ] = None,
    *,
    judge: Annotated[
        str | None,
        typer.Option(
            "--judge", metavar="SPEC", help="A model that reads each chat for words that say the norm."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Find all that is wrong with scenario files; leave with 1 on faults."""
    from community.scenarios.catalogue import list_broken
    from community.scenarios.review import review

    files = [file for path in paths for file in files_in(path)] if paths else _all_files()
    reviews = review(files)
    leaks = _leaks(reviews, judge) if judge else {}
    others = (
        []
        if paths
        else [f"broken: {item.error}" for item in list_broken() if item.source not in map(str, files)]
    )
    if json:
        rows = [_as_json(item, leaks.get(item.file, ())) for item in reviews]
        emit_json({"schema_version": SCHEMA_VERSION, "files": rows, "others": others})
    else:
        for line in (*(line for item in reviews for line in _lines(item, leaks.get(item.file, ()))), *others):
            say(line)
    faulty = [item for item in reviews if item.faults or leaks.get(item.file)]
    if faulty or others:
        raise typer.Exit(1)
    if not json:
        emit(f"{len(reviews)} scenario{'s' * (len(reviews) != 1)} without faults")


def schema(
    *,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write it there instead of to standard output."),
    ] = None,
) -> None:
    """The JSON Schema of a scenario file, with which editors complete and check it."""
    from community.scenarios.writing import schema_text

    emit_or_write(schema_text(), out)


def judge_check(
    *,
    judge: Annotated[
        str, typer.Option("--judge", metavar="SPEC", help="The model to look at.", show_default=True)
    ] = "sim:expert",
    dataset: Dataset = "builtin",
    norm: Annotated[
        list[str] | None,
        typer.Option("--norm", metavar="ID", help="Only scenarios with this hidden norm; repeat it."),
    ] = None,
    labels: Annotated[
        Path | None,
        typer.Option(
            "--labels", metavar="CSV", help="What people say: a file with scenario_id, reply and complies."
        ),
    ] = None,
    no_cache: options.NoCache = False,
    json: Json = False,
) -> None:
    """How far a judge agrees with the authors' labels, with the norms' rules, and with people."""
    from community.commands.interrupts import run_until_stopped
    from community.experiments.scenarios.judge_check import check_judge, report_table
    from community.experiments.scenarios.selection import Filters, select

    scenarios = select(dataset, Filters(norms=norm or ())).scenarios
    with reply_cache(no_cache=no_cache) as cache:
        report = run_until_stopped(check_judge(scenarios, judge, labels=labels, cache=cache))
    if json:
        emit_json(report)
    else:
        emit_rich(stdout_console(), report_table(report))


def _all_files() -> list[Path]:
    from community.scenarios.catalogue import SCENARIOS

    return [*SCENARIOS.shipped.values(), *SCENARIOS.own_files()]


def _leaks(reviews: "Sequence[Review]", judge: str) -> dict[str, tuple[Fault, ...]]:
    """File -> what the judge finds said out loud there; an unreadable judge is a fault as well."""
    from community.commands.interrupts import run_until_stopped
    from community.experiments.scenarios.reading import find_leaks

    readable = {item.file: item.scenario for item in reviews if item.scenario and not item.faults}
    return run_until_stopped(find_leaks(readable, judge))


def _lines(review: "Review", leaks: Sequence[Fault]) -> Iterator[str]:
    """Faults and warnings, a line each."""
    for fault in (*review.faults, *leaks):
        yield _line(review.file, fault, "")
    for warning in review.warnings:
        yield _line(review.file, warning, "warning: ")


def _line(file: str, fault: Fault, mark: str) -> str:
    place = f"{file}:{fault.line}" if fault.line else file
    return (
        f"{place}: {mark}{fault.path}: {fault.message}" if fault.path else f"{place}: {mark}{fault.message}"
    )


def _as_json(review: "Review", leaks: Sequence[Fault]) -> dict[str, Any]:
    def told(faults: Sequence[Fault]) -> list[dict[str, Any]]:
        return [{"line": item.line, "path": item.path, "message": item.message} for item in faults]

    return {
        "file": review.file,
        "scenario": review.scenario.id if review.scenario else None,
        "faults": told((*review.faults, *leaks)),
        "warnings": told(review.warnings),
    }
