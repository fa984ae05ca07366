"""`community report` and `view`: runs as tables and figures for a paper, or as pages for a browser."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from community.commands import options
from community.commands.completing import complete_runs
from community.commands.finding import find_run
from community.commands.running import RUNS
from community.commands.streams import emit, say
from community.errors import UserError

Reported = Annotated[
    str,
    typer.Argument(
        metavar="RUN",
        autocompletion=complete_runs,
        help="A run directory, a sweep, a folder of runs, or `latest` for the newest run in --out.",
    ),
]
To = Annotated[
    Path | None,
    typer.Argument(
        metavar="TO",
        help="Where it is written: a folder, or with --html a file. [default: report/, or report.html, in RUN]",
        show_default=False,
    ),
]
Html = Annotated[bool, typer.Option("--html", help="As one self-contained page for a browser.")]
Folder = Annotated[
    Path | None,
    typer.Argument(
        metavar="DIR", help="A folder of runs, a sweep or a run. [default: --out]", show_default=False
    ),
]
Port = Annotated[
    int,
    typer.Option(
        "--port",
        metavar="N",
        min=0,
        max=65535,
        help="Where to listen; 0 takes a free port.",
        show_default=True,
    ),
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Only print the address; open no browser.")]


def report(
    context: typer.Context, run: Reported, to: To = None, *, html: Html = False, out: options.Out = RUNS
) -> None:
    """Write what runs came to: tables in Markdown and LaTeX, figures as PDF and PNG, every number with its runs.

    Which figures there are depends on what differs between the runs. With --html it is a page with every debate,
    reply or chat to read, which needs no network; that of a sweep or of a folder has its means and links to a page for
    each run.
    """
    source = context.get_parameter_source("out")
    if source is not None and source.name == "COMMANDLINE":
        _refuse_target(run, out, html=html)
    path = find_run(run, out)
    if html:
        emit(str(_page(path, to)))
        return
    from community.experiments.reports.report import write_report

    written = write_report(path, to)
    if written.simulated:
        say("simulated: scripted people took part; the numbers are no result about any model")
    if written.left_out:
        say(written.left_out)
    emit(str(written.text))


def _refuse_target(run: str, out: Path, *, html: bool) -> None:
    """Refuse an --out that is meant as the place to write to.

    Raises:
        UserError: there are no runs in it.
    """
    from community.experiments.runs.directory import holds_runs

    if not holds_runs(out):
        command = shlex.join(["community", "report", run, str(out), *(["--html"] if html else [])])
        raise UserError(
            f"--out is where runs are, and there is none in {str(out)!r}; where the report is written to is the second "
            f"argument: {command}"
        )


def _page(path: Path, to: Path | None) -> Path:
    from community.experiments.pages.writing import write_overview, write_page
    from community.experiments.runs.directory import RunDirectory, open_run

    if path.is_dir() and not RunDirectory(path).exists:
        written = write_overview(path, to)
        if written.left_out:
            say(written.left_out)
        return written.path
    return write_page(open_run(path), to)


def view(folder: Folder = None, *, port: Port = 0, no_open: NoOpen = False, out: options.Out = RUNS) -> None:
    """Serve the pages of a folder of runs on this machine, runs in progress too, until Ctrl-C."""
    import webbrowser

    from community.commands.interrupts import ended_by_signals
    from community.experiments.pages.gallery import Gallery
    from community.experiments.pages.server import PageServer
    from community.experiments.runs.directory import (
        RunDirectory,
        folders_with_runs,
        holds_runs,
        lack_of_runs,
    )

    path = folder or out
    if not path.is_dir():
        raise UserError(f"{str(path)!r} is no folder")
    if not RunDirectory(path).exists and not holds_runs(path) and folders_with_runs(path):
        raise UserError(lack_of_runs(path))
    with PageServer(Gallery(path), port) as server, ended_by_signals():
        emit(server.address)
        say("Ctrl-C ends it")
        if not no_open:
            webbrowser.open(server.address)
        server.serve_forever()
