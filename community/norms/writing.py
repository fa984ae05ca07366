"""Writing a new norm: a commented YAML file with examples that its own rule has judged, and a schema for the editor."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from community.config import parse_yaml, validate
from community.errors import UserError
from community.norms.catalogue import NORMS, list_norms
from community.norms.induction.ordinary import PlainReply, plain_replies
from community.norms.kinds import norm_schema
from community.norms.norm import Norm
from community.norms.predicates.base import CannotEnactError
from community.norms.predicates.combination import Not
from community.norms.samples import enacted

SCHEMA_FILE = "norm.schema.json"
EXAMPLES = 3
_LONGEST = 160
_TRIED = 40


@dataclass(frozen=True, slots=True)
class NewNorm:
    """What its author says about a new norm."""

    id: str
    title: str
    instruction: str
    check: Mapping[str, Any]
    """As in YAML: `kind` and the keys of that kind."""
    family: str = "other"


def write_norm(new: NewNorm, folder: Path = NORMS.own) -> Path:
    """Write `folder/ID.yaml`, and beside it the schema that its first line names.

    Raises:
        UserError: the file exists, the id is taken, or the folder cannot be written.
        FileFaultsError: what was given makes no norm; every fault is named and nothing is written.
    """
    path = folder / f"{new.id}.yaml"
    if path.exists():
        raise UserError(f"{path} exists and is left as it is; choose another id, or edit the file")
    if new.id in {norm.id for norm in list_norms()}:
        raise UserError(f"there is a norm {new.id!r} already; choose another id")
    bare = _render(new, path, (), ())
    norm = validate(parse_yaml(bare, str(path)), Norm, context=folder)
    text = bare if norm.is_judged else _render(new, path, _complying(norm), _violating(norm))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / SCHEMA_FILE).write_text(schema_text(), encoding="utf-8", newline="\n")
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror or error}") from error
    return path


def schema_text() -> str:
    """The JSON Schema of a norm file, as it is written to disk."""
    return json.dumps(norm_schema(), ensure_ascii=False, indent=2) + "\n"


def _short_replies() -> list[PlainReply]:
    return [reply for reply in plain_replies() if len(reply.text.raw) <= _LONGEST][:_TRIED]


def _complying(norm: Norm) -> list[tuple[str, str]]:
    """Plain replies after the norm was enacted; none where it cannot be."""
    made = [item for item in enacted([norm], _short_replies()) if not isinstance(item, CannotEnactError)]
    return _spread([(text, question) for text, question in made if norm.check(text, question).complies])


def _violating(norm: Norm) -> list[tuple[str, str]]:
    """Plain replies that break the norm as they stand, or after what it forbids was enacted."""
    replies = [(text.raw, question) for text, question in _short_replies()]
    if isinstance(norm.predicate, Not):
        forbidden = norm.model_copy(update={"predicate": norm.predicate.rule})
        replies += [
            item for item in enacted([forbidden], _short_replies()) if not isinstance(item, CannotEnactError)
        ]
    return _spread([item for item in replies if not norm.check(*item).complies])


def _spread(items: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """A few of them, evenly from all."""
    return (
        [items[len(items) * number // EXAMPLES] for number in range(EXAMPLES)]
        if len(items) >= EXAMPLES
        else [*items]
    )


def _render(
    new: NewNorm, path: Path, complies: Sequence[tuple[str, str]], violates: Sequence[tuple[str, str]]
) -> str:
    with_question = new.check.get("kind") in {"restatement", "echo", "overlap", "python"}
    example: Callable[[tuple[str, str]], str] = _asked if with_question else lambda item: _quoted(item[0])
    return "\n".join(
        (
            f"# yaml-language-server: $schema={SCHEMA_FILE}",
            f"# A norm on the form of a message. Check it with: community norms check {path.as_posix()}",
            f"id: {_scalar(new.id)}",
            "# What it asks for, in a few words, for tables.",
            f"title: {_scalar(new.title)}",
            "# For reporting: local_edit, boundary, substitution, repeated_word, global_structure, register, ...",
            f"family: {_scalar(new.family)}",
            "# What insiders are told. Newcomers never see it.",
            f"instruction: {_scalar(new.instruction)}",
            "# The rule. `community norms predicates` shows every kind with its keys.",
            f"check: {_flow(new.check)}",
            "# Texts that must be judged as stated. Put the borderline cases here that matter to you.",
            "examples:",
            *_side("complies", map(example, complies)),
            *_side("violates", map(example, violates)),
            "# Where the norm comes from; optional.",
            "# provenance: my own",
            "",
        )
    )


def _side(name: str, examples: Iterable[str]) -> list[str]:
    lines = [f"    - {example}" for example in examples]
    return [f"  {name}:", *lines] if lines else [f"  {name}: []"]


def _asked(item: tuple[str, str]) -> str:
    return f"{{text: {_quoted(item[0])}, question: {_quoted(item[1])}}}"


def _quoted(text: str) -> str:
    return yaml.safe_dump(text, default_style='"', allow_unicode=True, width=10**6).strip()


def _scalar(text: str) -> str:
    return yaml.safe_dump(text, allow_unicode=True, width=10**6).removesuffix("...\n").strip()


def _flow(value: Mapping[str, Any]) -> str:
    flow = yaml.safe_dump(
        dict(value), default_flow_style=True, sort_keys=False, allow_unicode=True, width=10**6
    )
    return flow.strip()
