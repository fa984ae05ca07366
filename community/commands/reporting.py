"""`community report` and `view`: runs as pages for a browser."""

from pathlib import Path
from typing import Annotated

import typer

from community.commands import options
from community.commands.finding import find_run
from community.commands.running import RUNS
from community.commands.streams import emit
from community.errors import UserError

File = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE", help="Where the page is written. [default: report.html in RUN]", show_default=False
    ),
]
Html = Annotated[bool, typer.Option("--html", help="As one self-contained page for a browser.")]


def report(run: options.Run, file: File = None, *, html: Html = False, out: options.Out = RUNS) -> None:
    """Write what a run came to, with every debate to read, as one HTML page that needs no network."""
    from community.experiments.pages.writing import write_page
    from community.experiments.runs.directory import open_run

    if not html:
        raise UserError("say in which form: --html")
    emit(str(write_page(open_run(find_run(run, out)), file)))
