"""`community norms`: look at them, check their examples, try one on a text."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from community.cli.help import group
from community.cli.streams import emit, emit_json, emit_rich, say, stdout_console
from community.errors import UserError

if TYPE_CHECKING:
    from community.norms import Norm

SCHEMA_VERSION = 1

app = group("norms", "What communities enforce: list, show, check, try.")

Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
Id = Annotated[str, typer.Argument(metavar="ID", help="A norm's id, or a YAML file.")]


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


@app.command()
def check(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[PATH]...", help="YAML files or folders of them. [default: all norms]"),
    ] = None,
) -> None:
    """Check that every norm judges its own examples as stated; leave with 1 when one does not."""
    from community.norms import list_norms, load_norm

    files = [file for path in paths or [] for file in _files(path)]
    found = [load_norm(str(file)) for file in files] if paths else list_norms()
    failures = [failure for norm in found for failure in _failures(norm)]
    for failure in failures:
        say(failure)
    if failures:
        raise typer.Exit(1)
    examples = sum(len(norm.examples.complies) + len(norm.examples.violates) for norm in found)
    emit(f"{len(found)} norms judge their {examples} examples as stated")


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


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(file for file in path.rglob("*") if file.suffix in (".yaml", ".yml"))
    if not found:
        raise UserError(f"{str(path)!r} holds no YAML file")
    return found


def _failures(norm: "Norm") -> Iterator[str]:
    """Every example that is judged otherwise than stated; a norm that a model judges is left out."""
    from community.norms.review import misjudged

    if not norm.is_judged:
        for place, message in misjudged(norm):
            yield f"{norm.id}: {'.'.join(map(str, place))}: {message}"


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
