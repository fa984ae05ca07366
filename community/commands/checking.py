"""`community norms check` and `base-rate`: what is wrong with norms, and what speaks against enforcing them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from community.commands.completing import complete_norms
from community.commands.norms import SCHEMA_VERSION, Json
from community.commands.streams import emit, emit_json, say
from community.errors import CommunityError, UserError

if TYPE_CHECKING:
    from community.norms import Norm
    from community.norms.review import Review


def check(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH", help="YAML files or folders of them. [default: all norms]"),
    ] = None,
    *,
    json: Json = False,
) -> None:
    """Find all that is wrong with norm files, and what speaks against enforcing them; leave with 1 on faults."""
    from community.norms.catalogue import NORMS
    from community.norms.review import review

    reviews = review([file for path in paths for file in files_in(path)] if paths else NORMS.own_files())
    others = [] if paths else _misjudged_others(reviews)
    if json:
        emit_json(
            {
                "schema_version": SCHEMA_VERSION,
                "files": [_as_json(item) for item in reviews],
                "others": others,
            }
        )
    else:
        for line in (*(line for item in reviews for line in lines_of(item)), *others):
            say(line)
        for item in reviews:
            if not item.faults:
                emit(f"{item.file}: {_rate(item)}")
    if others or any(item.faults for item in reviews):
        raise typer.Exit(1)
    if not json:
        emit(_sum([item.norm for item in reviews if item.norm] if paths else _everything()))


def base_rate(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ID", autocompletion=complete_norms, help="Ids or YAML files. [default: all norms]"
        ),
    ] = None,
    *,
    json: Json = False,
) -> None:
    """How often ordinary replies follow a norm by chance, over the plain replies that are shipped."""
    from community.norms import load_norm
    from community.norms.induction import plain_replies

    norms = [load_norm(name) for name in names] if names else _everything()
    rows = [_rated(norm) for norm in norms]
    if json:
        emit_json({"schema_version": SCHEMA_VERSION, "replies": len(plain_replies()), "norms": rows})
        return
    for row in sorted(rows, key=lambda row: -(row["base_rate"] or 0)):
        rate = "n/a" if row["base_rate"] is None else f"{row['base_rate']:.1%}"
        emit(f"{rate:>6}  {row['id']}" + (f"  ({row['reason']})" if row["reason"] else ""))


def lines_of(review: "Review") -> Iterator[str]:
    """Faults and warnings, a line each."""
    for fault in review.faults:
        place = f"{review.file}:{fault.line}" if fault.line else review.file
        yield f"{place}: {fault.path}: {fault.message}" if fault.path else f"{place}: {fault.message}"
    for warning in review.warnings:
        yield f"{review.file}: warning: {warning}"


def files_in(path: Path) -> list[Path]:
    """A YAML file itself, or all of a folder.

    Raises:
        UserError: the folder has none.
    """
    if not path.is_dir():
        return [path]
    found = sorted(file for file in path.rglob("*") if file.suffix in (".yaml", ".yml"))
    if not found:
        raise UserError(f"{str(path)!r} holds no YAML file")
    return found


def _rate(review: "Review") -> str:
    if review.base_rate is None:
        return "a model judges it, so its base rate is not known"
    return f"{review.base_rate:.1%} of ordinary replies follow it by chance"


def _everything() -> "list[Norm]":
    from community.norms import list_norms

    return list_norms()


def _misjudged_others(reviewed: "Sequence[Review]") -> list[str]:
    """Examples of norms that were not reviewed and that are judged otherwise than stated, and broken plug-ins."""
    from community.norms import list_broken
    from community.norms.review import misjudged

    known = {item.norm.id for item in reviewed if item.norm}
    found = [
        f"{norm.id}: {'.'.join(map(str, place))}: {message}"
        for norm in _everything()
        if norm.id not in known and not norm.is_judged
        for place, message in misjudged(norm)
    ]
    files = {item.file for item in reviewed}
    return [*found, *(f"broken: {item.error}" for item in list_broken() if item.source not in files)]


def _sum(norms: "Sequence[Norm]") -> str:
    examples = sum(
        len(norm.examples.complies) + len(norm.examples.violates) for norm in norms if not norm.is_judged
    )
    count = "1 norm judges its" if len(norms) == 1 else f"{len(norms)} norms judge their"
    return f"{count} {examples} examples as stated"


def _as_json(review: "Review") -> dict[str, Any]:
    return {
        "file": review.file,
        "norm": review.norm.id if review.norm else None,
        "base_rate": review.base_rate,
        "faults": [{"line": item.line, "path": item.path, "message": item.message} for item in review.faults],
        "warnings": list(review.warnings),
    }


def _rated(norm: "Norm") -> dict[str, Any]:
    from community.norms.samples import chance_rate

    try:
        return {"id": norm.id, "base_rate": chance_rate(norm), "reason": None}
    except CommunityError as error:
        return {"id": norm.id, "base_rate": None, "reason": str(error)}
