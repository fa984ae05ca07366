"""`community report` and `view`: runs as pages for a browser."""

from contextlib import suppress
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
File = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE", help="Where the page is written. [default: report.html in RUN]", show_default=False
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


def report(run: Reported, file: File = None, *, html: Html = False, out: options.Out = RUNS) -> None:
    """Write what a run came to, with every debate to read, as one HTML page that needs no network.

    The page of a sweep or of a folder has its means and links to a page for each run, which is written too.
    """
    from community.experiments.pages.writing import write_overview, write_page
    from community.experiments.runs.directory import RunDirectory, open_run

    if not html:
        raise UserError("say in which form: --html")
    path = find_run(run, out)
    if path.is_dir() and not RunDirectory(path).config.is_file():
        emit(str(write_overview(path, file)))
    else:
        emit(str(write_page(open_run(path), file)))


def view(folder: Folder = None, *, port: Port = 0, no_open: NoOpen = False, out: options.Out = RUNS) -> None:
    """Serve the pages of a folder of runs on this machine, runs in progress too, until Ctrl-C."""
    import webbrowser

    from community.experiments.pages.gallery import Gallery
    from community.experiments.pages.server import PageServer

    path = folder or out
    if not path.is_dir():
        raise UserError(f"{str(path)!r} is no folder")
    with PageServer(Gallery(path), port) as server, suppress(KeyboardInterrupt):
        emit(server.address)
        say("Ctrl-C ends it")
        if not no_open:
            webbrowser.open(server.address)
        server.serve_forever()
