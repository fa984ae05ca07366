"""`community init`: a folder for a study of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from community.commands.streams import emit, say


def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where; it is made when it is not there.")],
) -> None:
    """Lay out a study folder: community.yaml, norms/, modules/, tasks/ and scenarios/ with an example of each."""
    from community.experiments.study import lay_out_study

    for path in lay_out_study(folder):
        emit(str(path))
    say(f"now: cd {folder} && community run, or community chat, or community scenarios run")
