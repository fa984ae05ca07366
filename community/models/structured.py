"""Structured replies: a ladder from the server's own schema down to a default, and the rung each reply was read on.

native: the server held the reply to the schema; extracted: JSON stood in the reply; repaired: nearly JSON did;
reasked: a second reply could be read; default: neither could.
"""

import json
import math
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from pydantic import BaseModel, ValidationError

from community.errors import ContextOverflowError
from community.models.calls import Grade
from community.models.chat import Reply
from community.models.journal import Finished, Rung
from community.models.lenient import read_object
from community.prompts import Message, PromptBook, load_prompts

T = TypeVar("T", bound=BaseModel)

Ask = Callable[[Sequence[Message], Mapping[str, Any], int, Grade], Awaitable[Finished]]
"""Makes a call: messages, JSON Schema, attempt, and how its reply is graded."""

_MOST_FENCES = 4
_MOST_STARTS = 12
_LONGEST_FAULT = 300
_FENCE = re.compile(r"```[\w-]*[ \t]*\r?\n(.*?)(?:```|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Structured(Generic[T]):
    """A value, the rung on which it was read, and the reply that decided it."""

    value: T
    rung: Rung
    reply: Reply


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """What a reply says, or why it cannot be read (`value` is None then)."""

    value: T | None
    rung: Rung
    fault: str = ""


async def fill(
    ask: Ask, messages: Sequence[Message], shape: type[T], *, default: T, prompts: PromptBook | None = None
) -> Structured[T]:
    """Ask for a reply in the form of `shape`, once more if it cannot be read, and fall back on `default`."""
    schema = schema_of(shape)
    first = await ask(messages, schema, 0, lambda reply, native: read(reply, shape, native=native).rung)
    reading = read(first.reply, shape, native=first.native)
    if reading.value is not None:
        return Structured(reading.value, reading.rung, first.reply)
    again = _reask(messages, first.reply, reading.fault, shape, prompts or load_model_prompts())
    try:
        second = await ask(again, schema, 1, lambda reply, _: _second_rung(reply, shape))
    except ContextOverflowError:
        return Structured(default, "default", first.reply)
    value = read(second.reply, shape, native=False).value
    return Structured(default if value is None else value, _second_rung(second.reply, shape), second.reply)


def read(reply: Reply, shape: type[T], *, native: bool) -> Reading[T]:
    """Read a reply without asking again; never raises.

    Args:
        reply: of a model.
        shape: what it should say; an object type.
        native: the server held the reply to the schema of `shape`.
    """
    fault = ""
    for rung, found in _candidates(reply.text, native=native):
        checked = _check(found, shape)
        if not isinstance(checked, str):
            return Reading(checked, rung)
        fault = fault or checked
    return Reading(None, "default", fault or _absence(reply))


@lru_cache(maxsize=256)
def schema_of(shape: type[BaseModel]) -> Mapping[str, Any]:
    """The JSON Schema of a shape; the same object every time, not to be changed."""
    return shape.model_json_schema()


def load_model_prompts(override: Path | None = None) -> PromptBook:
    """The prompts of this room: `reask`, what is said when a reply could not be read."""
    return _builtin_prompts() if override is None else load_prompts(_PROMPTS, override)


_PROMPTS = Path(__file__).parent / "prompts"


@lru_cache(maxsize=1)
def _builtin_prompts() -> PromptBook:
    return load_prompts(_PROMPTS)


def _reask(
    messages: Sequence[Message], reply: Reply, fault: str, shape: type[BaseModel], prompts: PromptBook
) -> tuple[Message, ...]:
    keys = ", ".join(f'"{name}"' for name in schema_of(shape).get("properties", {}))
    said = (Message("assistant", reply.text),) if reply.text.strip() else ()
    return (*messages, *said, *prompts["reask"].fill(fault=fault, keys=keys))


def _second_rung(reply: Reply, shape: type[BaseModel]) -> Rung:
    return "default" if read(reply, shape, native=False).value is None else "reasked"


def _candidates(text: str, *, native: bool) -> Iterator[tuple[Rung, dict[str, Any]]]:
    """What could be meant, the surest first."""
    if native:
        for found in _whole(text):
            yield "native", found
    places = [*_FENCE.findall(text)[:_MOST_FENCES], text]
    for place in places:
        for found in _objects(place, _strict):
            yield "extracted", found
    for place in places:
        for found in _objects(place, read_object):
            yield "repaired", found


def _objects(text: str, parse: Callable[[str, int], dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What can be parsed at the first few opening brackets."""
    start = -1
    for _ in range(_MOST_STARTS):
        start = text.find("{", start + 1)
        if start < 0:
            return
        try:
            yield parse(text, start)
        except (ValueError, RecursionError):
            continue


def _whole(text: str) -> Iterator[dict[str, Any]]:
    """The object that is all of a text."""
    with suppress(ValueError, RecursionError):
        yield _object(_decoder.decode(text))


def _number(text: str) -> float | None:
    value = float(text)
    return value if math.isfinite(value) else None


_decoder = json.JSONDecoder(strict=False, parse_constant=lambda _: None, parse_float=_number)


def _strict(text: str, start: int) -> dict[str, Any]:
    return _object(_decoder.raw_decode(text, start)[0])


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("not an object")  # noqa: TRY004 - as the parsers say it
    return value  # pyright: ignore[reportUnknownVariableType] - JSON keys are strings


def _check(found: dict[str, Any], shape: type[T]) -> T | str:
    """The value, or what is wrong with it."""
    known = _keys(shape)
    if "properties" in found and "properties" not in known:
        if _is_echo(found["properties"]):
            return "it repeats the schema instead of filling it in"
        found = found["properties"]
    if known and not known & found.keys():
        return "the JSON object in it has none of the keys that were asked for"
    try:
        return shape.model_validate(found)
    except ValidationError as error:
        return _faults(error)


def _is_echo(properties: object) -> bool:
    """These are the properties of a schema; some models write their values there instead."""
    if not isinstance(properties, dict):
        return True
    parts = cast("dict[str, object]", properties).values()
    return any(isinstance(part, dict) and "type" in part for part in parts)


def _faults(error: ValidationError) -> str:
    details = error.errors(include_url=False, include_context=False, include_input=False)
    faults = (f"{'.'.join(map(str, detail['loc']))}: {detail['msg']}" for detail in details)
    return "; ".join(faults)[:_LONGEST_FAULT].encode(errors="replace").decode()


@lru_cache(maxsize=256)
def _keys(shape: type[BaseModel]) -> frozenset[str]:
    aliases = (field.validation_alias for field in shape.model_fields.values())
    return frozenset((*shape.model_fields, *(alias for alias in aliases if isinstance(alias, str))))


def _absence(reply: Reply) -> str:
    if reply.finish != "stop":
        return "it was cut off at the length limit before a JSON object was complete; be brief"
    return "there is no JSON object in it" if reply.text.strip() else "it is empty"
