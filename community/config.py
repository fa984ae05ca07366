"""Typed configuration: one pydantic base, and a YAML reader that reports all faults of a file with their lines."""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from community.errors import Fault, FileFaultsError, UserError

T = TypeVar("T")
Location = tuple[str | int, ...]
_LOADER: type[yaml.SafeLoader] = getattr(
    yaml, "CSafeLoader", yaml.SafeLoader
)  # libyaml is eight times as fast
_ABSENT = object()
MOST_VALUES = 200_000
"""A file that holds more, each repetition by an alias counted, would take for ever to check."""
_SHOWN = 200
"""Characters of a wrong value that a message shows."""


class Config(BaseModel):
    """Base of all that a user writes: frozen, unknown keys refused, a field's doc is the string under it."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Document:
    """A parsed YAML file that remembers on which line each key stands."""

    def __init__(self, data: Any, lines: Mapping[Location, int], file: str) -> None:
        self.data = data
        self.lines = lines
        self.file = file

    def line(self, location: Location) -> int | None:
        """The line of the nearest enclosing key of `location`, counted from 1."""
        for end in range(len(location), -1, -1):
            if location[:end] in self.lines:
                return self.lines[location[:end]]
        return None


def read_yaml(path: Path) -> Document:
    """Read one YAML document safely (no tags that build objects; duplicate keys are a fault).

    Raises:
        UserError: the file cannot be read.
        FileFaultsError: it is not YAML.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    return parse_yaml(text, str(path))


def parse_yaml(text: str, file: str) -> Document:
    """Parse YAML text; `file` is the name used in messages."""
    loader = _LOADER(text)
    try:
        node = loader.get_single_node()
        lines: dict[Location, int] = {}
        faults: list[Fault] = []
        if node is not None:
            _index(node, (), lines, faults)
        if len(lines) > MOST_VALUES:
            faults = [Fault("", f"holds more than {MOST_VALUES:,} values, repetitions by aliases counted")]
        data = loader.construct_document(node) if node is not None else None  # pyright: ignore[reportUnknownVariableType]
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = " ".join(part for part in (error.context, error.problem) if part)
        last = len(text.rstrip().splitlines())  # a fault at the end is marked after it
        line = min(mark.line + 1, max(1, last)) if mark else None
        raise FileFaultsError(file, [Fault("", message, line)]) from error
    except RecursionError as error:
        fault = Fault("", "an alias stands within what it names, or values are nested too deeply")
        raise FileFaultsError(file, [fault]) from error
    except (yaml.YAMLError, ValueError) as error:
        raise FileFaultsError(file, [Fault("", f"not YAML: {' '.join(str(error).split())}")]) from error
    finally:
        loader.dispose()
    if faults:
        raise FileFaultsError(file, faults)
    return Document(data, lines, file)


def _index(node: yaml.Node, location: Location, lines: dict[Location, int], faults: list[Fault]) -> None:
    lines[location] = node.start_mark.line + 1
    if len(lines) > MOST_VALUES:
        return
    if isinstance(node, yaml.SequenceNode):
        for position, item in enumerate(node.value):
            _index(item, (*location, position), lines, faults)
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            here = (*location, str(key.value))
            if here in lines:
                faults.append(Fault(str(key.value), "key given twice", key.start_mark.line + 1))
            _index(value, here, lines, faults)
            lines[here] = key.start_mark.line + 1


def validate(document: Document, target: type[T] | TypeAdapter[T], *, context: object = None) -> T:
    """Check a document against a model; every fault is reported at once. `context` is handed to its validators.

    Raises:
        FileFaultsError: with file, line, path and what is allowed, for each fault.
    """
    adapter: TypeAdapter[T] = target if isinstance(target, TypeAdapter) else TypeAdapter(target)
    try:
        return adapter.validate_python(document.data, context=context)
    except ValidationError as error:
        raise FileFaultsError(document.file, faults_of(error, adapter, document)) from error


def faults_of(
    error: ValidationError, adapter: TypeAdapter[Any] | None = None, document: Document | None = None
) -> list[Fault]:
    """The faults of a pydantic error in our words; an unknown key gets the nearest one that the adapter knows."""
    known = sorted(_property_names(adapter.json_schema())) if adapter else []
    return [_fault(detail, document, known) for detail in _telling(error.errors(include_url=False))]


def _telling(details: Sequence[ErrorDetails]) -> Iterator[ErrorDetails]:
    """All but those that say a list is too short because of the faulty items in it."""
    places = [detail["loc"] for detail in details]
    for detail in details:
        here = detail["loc"]
        within = any(len(place) > len(here) and place[: len(here)] == here for place in places)
        if not (detail["type"] == "too_short" and within):
            yield detail


def in_one_line(error: ValidationError) -> str:
    """All faults of a pydantic error, for a message about something that is no file of its own."""
    return "; ".join(map(str, faults_of(error)))


def _property_names(schema: object) -> set[str]:
    """Every key that a JSON Schema knows, wherever it stands."""
    if isinstance(schema, list):
        return set[str]().union(*map(_property_names, cast("list[object]", schema)))
    if not isinstance(schema, dict):
        return set()
    node = cast("dict[str, object]", schema)
    properties = node.get("properties")
    own = set(cast("dict[str, object]", properties)) if isinstance(properties, dict) else set[str]()
    return own.union(*map(_property_names, node.values()))


def _fault(detail: ErrorDetails, document: Document | None, known: Sequence[str]) -> Fault:
    location = tuple(_keys_only(detail["loc"], document, absent_last=detail["type"] == "missing"))
    where = ".".join(map(str, location))
    line = document.line(location) if document else None
    return Fault(where, _wording(detail, known), line)


def _keys_only(
    location: Sequence[str | int], document: Document | None, *, absent_last: bool
) -> Iterator[str | int]:
    """Drop the parts of a pydantic location that name union members, not keys of the file (the last may be missing)."""
    here: object = document.data if document else None
    for position, part in enumerate(location):
        inner = _child(here, part)
        if document is None or inner is not _ABSENT or (absent_last and position == len(location) - 1):
            yield part
        if inner is not _ABSENT:
            here = inner


def _child(value: object, key: str | int) -> object:
    if isinstance(value, dict):
        return cast("dict[object, object]", value).get(key, _ABSENT)
    if isinstance(value, list) and isinstance(key, int):
        items = cast("list[object]", value)
        return items[key] if key < len(items) else _ABSENT
    return _ABSENT


def _wording(detail: ErrorDetails, known: Sequence[str]) -> str:
    kind, given = detail["type"], detail["input"]
    if kind == "missing":
        return "is required"
    if kind == "extra_forbidden":
        near = difflib.get_close_matches(str(detail["loc"][-1]), known, n=1, cutoff=0.6)
        return f"is not a known key; did you mean {near[0]!r}?" if near else "is not a known key"
    if kind == "union_tag_invalid":
        return _unknown_tag(detail)
    message = _message(detail)
    return message if isinstance(given, dict | list) else f"{message} (got {_shown(given)}){_meant(detail)}"


def _meant(detail: ErrorDetails) -> str:
    """A did-you-mean clause for a value that is near to one of a few allowed ones."""
    if detail["type"] != "literal_error":
        return ""
    allowed = re.findall(r"'([^']*)'", str(detail.get("ctx", {}).get("expected")))
    near = difflib.get_close_matches(_shown(detail["input"]).strip("'"), allowed, n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""


def _unknown_tag(detail: ErrorDetails) -> str:
    context = detail.get("ctx", {})
    key, tag = str(context["discriminator"]).strip("'"), str(context["tag"])
    tags = re.findall(r"'([^']*)'", str(context["expected_tags"]))
    return f"unknown {key} {_shown(tag)}; {nearest(tag, tags)}"


def _message(detail: ErrorDetails) -> str:
    """What is allowed, in the words of a file rather than of Python."""
    if detail["type"] in {"model_type", "model_attributes_type", "dict_type", "dataclass_type"}:
        return "must be a mapping of keys to values"
    if detail["type"] in {"tuple_type", "list_type"}:
        return "must be a list"
    if detail["type"] == "union_tag_not_found":
        return f"needs the key {detail.get('ctx', {})['discriminator']}"
    message = detail["msg"].removeprefix("Value error, ")
    return message[:1].lower() + message[1:]


def _shown(value: object) -> str:
    """A wrong value as a message shows it: all of it when it is short."""
    try:
        text = repr(value)
    except ValueError:
        return "a number with too many digits"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..., {len(text):,} characters"


def nearest(name: str, known: Sequence[str]) -> str:
    """A did-you-mean clause for a wrong name, or the list of known ones."""
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    return f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
