"""`community norms new`, `schema` and `predicates`: writing norms of one's own."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from community.commands.checking import lines_of
from community.commands.help import pairs
from community.commands.norms import SCHEMA_VERSION, Json
from community.commands.streams import emit, emit_json, emit_or_write, emit_rich, say, stdout_console
from community.errors import UnknownIdError, UserError

if TYPE_CHECKING:
    from community.norms.kinds import Kind


def new(
    name: Annotated[str, typer.Argument(metavar="ID", help="The norm's id, which is also its file's name.")],
    *,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="What it asks for, shortly.")
    ] = None,
    family: Annotated[str, typer.Option("--family", metavar="NAME", help="For reporting.")] = "other",
    instruction: Annotated[
        str | None, typer.Option("--instruction", metavar="TEXT", help="What insiders are told.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="Kind of rule: `community norms predicates`.")
    ] = None,
    parameters: Annotated[
        list[str] | None,
        typer.Option(
            "--param", "-p", metavar="KEY=VALUE", help="A key of the rule, the value as YAML; repeat it."
        ),
    ] = None,
) -> None:
    """Write ./norms/ID.yaml, commented and with examples; asks on a terminal for what is not given."""
    from community.norms.writing import NewNorm, write_norm

    _someone_to_ask(title=title, instruction=instruction, kind=kind)
    title = title or _ask("What does it ask for, in a few words?")
    instruction = instruction or _ask("What are insiders told?")
    chosen = _kind(kind or _ask(f"Which kind of rule? One of {', '.join(_kinds())}"))
    given = pairs("--param", parameters if kind or parameters else _ask_parameters(chosen))
    path = write_norm(NewNorm(name, title, instruction, {"kind": chosen.kind, **given}, family))
    emit(str(path))
    for line in _findings(path):
        say(line)


def schema(
    *,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write it there instead of to standard output."),
    ] = None,
) -> None:
    """The JSON Schema of a norm file, with which editors complete and check it."""
    from community.norms.writing import schema_text

    emit_or_write(schema_text(), out)


def predicates(*, json: Json = False) -> None:
    """Every kind of rule that a norm can check, with its keys and an example."""
    from community.norms.kinds import kinds

    if json:
        rows = [kind.model_dump(mode="json") for kind in kinds()]
        emit_json({"schema_version": SCHEMA_VERSION, "predicates": rows})
        return
    from rich.table import Table

    for kind in kinds():
        emit(f"{kind.kind}: {kind.summary}\n  check: {kind.example}")
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        table.add_column(no_wrap=True, min_width=2)
        for field in kind.fields:
            table.add_row(
                "", field.name, f"{field.allowed}{' (required)' if field.required else ''}", field.text
            )
        if kind.fields:
            emit_rich(stdout_console(), table)
        emit("")


def _someone_to_ask(**given: str | None) -> None:
    """Raises UserError when something is missing and nobody sits at a terminal."""
    missing = [f"--{name}" for name, value in given.items() if not value]
    if missing and not sys.stdin.isatty():
        raise UserError(f"give {', '.join(missing)}; there is no terminal to ask at")


def _ask(question: str) -> str:
    return str(typer.prompt(question, err=True))


def _ask_parameters(kind: "Kind") -> list[str]:
    say(f"Its keys, for example {kind.example}:")
    for field in kind.fields:
        say(f"  {field.name}: {field.allowed}{' (required)' if field.required else ''}. {field.text}")
    given: list[str] = []
    while line := str(
        typer.prompt("KEY=VALUE, nothing to end", default="", show_default=False, err=True)
    ).strip():
        given.append(line)
    return given


def _kinds() -> "dict[str, Kind]":
    from community.norms.kinds import kinds

    return {kind.kind: kind for kind in kinds()}


def _kind(name: str) -> "Kind":
    known = _kinds()
    if name not in known:
        raise UnknownIdError("kind of rule", name, known)
    return known[name]


def _findings(path: Path) -> Iterator[str]:
    from community.norms.review import review

    return (line for item in review([path]) for line in lines_of(item))
