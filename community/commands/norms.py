"""`community norms list`, `show` and `try`: look at norms, and try one on a text."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from community.commands.completing import complete_norms
from community.commands.help import group
from community.commands.streams import emit, emit_json, emit_rich, say, stdout_console
from community.errors import UserError

if TYPE_CHECKING:
    from community.norms import Norm

SCHEMA_VERSION = 1

app = group("norms", "What communities enforce: look at norms, write, check and try them.")

Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
Id = Annotated[
    str, typer.Argument(metavar="ID", autocompletion=complete_norms, help="A norm's id, or a YAML file.")
]


@app.command("list")
def list_(
    *,
    set_: Annotated[
        str | None, typer.Option("--set", metavar="NAME", help="Only core, extended, costly or own ones.")
    ] = None,
    family: Annotated[str | None, typer.Option("--family", metavar="NAME", help="Only this family.")] = None,
    json: Json = False,
) -> None:
    """All norms that can be had by id, those in ./norms included."""
    from community.norms import list_broken, list_norms

    everything = list_norms()
    _known("set", set_, {norm.set for norm in everything} | {"core", "extended", "costly", "own"})
    _known("family", family, {norm.family for norm in everything})
    found = list_norms(set=set_, family=family)
    if json:
        rows = [norm.model_dump(mode="json", include={"id", "title", "family", "set"}) for norm in found]
        broken = [{"source": item.source, "error": str(item.error)} for item in list_broken()]
        emit_json({"schema_version": SCHEMA_VERSION, "norms": rows, "broken": broken})
        return
    _print_table(found)
    for item in list_broken():
        say(f"broken: {item.error}")


@app.command()
def show(norm: Id, *, json: Json = False) -> None:
    """One norm: what insiders are told, the rule, and its examples."""
    from community.norms import load_norm

    found = load_norm(norm)
    if json:
        emit_json({"schema_version": SCHEMA_VERSION, **found.model_dump(mode="json", by_alias=True)})
    else:
        emit(_portrait(found))


@app.command("try")
def try_(
    norm: Id,
    text: Annotated[
        str | None, typer.Argument(metavar="TEXT", help="The message; `-` reads standard input.")
    ] = None,
    *,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Read the message from a file.")
    ] = None,
    question: Annotated[
        str | None, typer.Option("--question", metavar="TEXT", help="What the message answers.")
    ] = None,
    json: Json = False,
) -> None:
    """Judge a message; leaves with 0 whatever the verdict is."""
    from community.norms import load_norm

    found = load_norm(norm)
    verdict = found.check(_message(text, file), question)
    if json:
        spans = [{"start": span.start, "end": span.end, "text": span.text} for span in verdict.spans]
        emit_json(
            {
                "schema_version": SCHEMA_VERSION,
                "norm": found.id,
                "complies": verdict.complies,
                "spans": spans,
                "detail": verdict.detail,
            }
        )
        return
    emit(f"{'complies' if verdict.complies else 'violates'}: {verdict.detail}")
    for span in verdict.spans:
        emit(f"  {span.start}-{span.end}: {span.text!r}")


def _known(kind: str, name: str | None, names: set[str]) -> None:
    from community.errors import UnknownIdError

    if name is not None and name not in names:
        raise UnknownIdError(kind, name, names)


def _print_table(norms: "list[Norm]") -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("id", "set", "family"):
        table.add_column(name, no_wrap=True)
    table.add_column("title")
    for norm in norms:
        table.add_row(norm.id, norm.set, norm.family, norm.title)
    emit_rich(stdout_console(), table)


def _portrait(norm: "Norm") -> str:
    lines = [
        f"{norm.id}: {norm.title}",
        f"set {norm.set}, family {norm.family}",
        "",
        f"insiders are told: {norm.instruction}",
        f"the rule:          {norm.predicate.describe()}",
    ]
    for title, examples in (("complies", norm.examples.complies), ("violates", norm.examples.violates)):
        lines += ["", f"{title}:", *(f"  - {example.text!r}" for example in examples)]
    return "\n".join([*lines, "", f"source: {norm.provenance}"] if norm.provenance else lines)


def _message(text: str | None, file: Path | None) -> str:
    """The message from whichever source was named.

    Raises:
        UserError: none or two were, or it cannot be read.
    """
    if (text is None) == (file is None):
        raise UserError("give the message as TEXT, as --file FILE, or as - for standard input")
    if text is not None and text != "-":
        return text
    try:
        data = file.read_bytes() if file else sys.stdin.buffer.read()
        return data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{file or 'standard input'}: cannot be read: {error}") from error
