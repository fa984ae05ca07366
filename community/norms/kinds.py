"""What a norm can check, for people and editors: each kind of rule with its fields, and the schema of a norm file."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from community.norms.judged_rule import JudgedRule
from community.norms.norm import Norm
from community.norms.predicates import KINDS
from community.norms.predicates.base import Predicate
from community.norms.predicates.lexicon import lexicons
from community.norms.python_rule import PythonRule
from community.records import Record

RULES: Mapping[str, type[Predicate]] = {**KINDS, "python": PythonRule, "judged": JudgedRule}
"""Every kind of rule that a norm can check."""

_EXAMPLE = re.compile(r"`(\{kind: [^`]*\})`")


class KindField(Record):
    """One key of a rule."""

    name: str
    allowed: str
    required: bool
    default: Any = None
    text: str


class Kind(Record):
    """One kind of rule, as it documents itself."""

    kind: str
    summary: str
    example: str
    """What stands after `check:` in YAML."""
    fields: tuple[KindField, ...]


def kinds() -> list[Kind]:
    """Every kind of rule."""
    return [_kind(name, rule) for name, rule in RULES.items()]


def norm_schema() -> dict[str, Any]:
    """The JSON Schema (draft 7) of a norm file, with descriptions, for editors that complete and check YAML."""
    schema = cast("dict[str, Any]", _tidied(Norm.model_json_schema()))
    bare = schema["$defs"]["Example"]
    schema["$defs"]["Example"] = {"anyOf": [{"type": "string"}, bare], "description": bare["description"]}
    return {"$schema": "http://json-schema.org/draft-07/schema#", **schema, "title": "Norm"}


def _tidied(node: object) -> object:
    """Without what only OpenAPI reads, with `kind` required, and with the names that `one_of` takes."""
    if isinstance(node, list):
        return [_tidied(item) for item in cast("list[object]", node)]
    if not isinstance(node, dict):
        return node
    tidy = {
        key: _tidied(value)
        for key, value in cast("dict[str, object]", node).items()
        if key != "discriminator"
    }
    properties = tidy.get("properties")
    if isinstance(properties, dict):
        known = cast("dict[str, dict[str, Any]]", properties)
        if known.get("kind", {}).pop("default", None):
            tidy["required"] = ["kind", *cast("list[str]", tidy.get("required", []))]
        if "one_of" in known:
            known["one_of"]["anyOf"] = [{"enum": list(lexicons())}, {"type": "null"}]
    return tidy


@cache
def _properties(rule: type[Predicate]) -> Mapping[str, Any]:
    schema = rule.model_json_schema()
    own = schema.get("$defs", {}).get(rule.__name__, schema)
    return own["properties"]


def _kind(name: str, rule: type[Predicate]) -> Kind:
    found = _EXAMPLE.search(rule.__doc__ or "")
    fields = tuple(
        KindField(
            name=field,
            allowed=_allowed(_properties(rule)[field]),
            required=info.is_required(),
            default=None if info.is_required() else info.get_default(call_default_factory=True),
            text=" ".join((info.description or "").split()),
        )
        for field, info in rule.model_fields.items()
        if field != "kind"
    )
    return Kind(
        kind=name, summary=rule.summary, example=found[1] if found else f"{{kind: {name}}}", fields=fields
    )


def _allowed(schema: Mapping[str, Any]) -> str:
    """What a property takes, in a few words."""
    if "enum" in schema or "const" in schema:
        return " | ".join(map(str, schema.get("enum", [schema.get("const")])))
    if "anyOf" in schema:
        return " or ".join(_allowed(option) for option in schema["anyOf"] if option.get("type") != "null")
    if "oneOf" in schema or "$ref" in schema:
        return "a rule"
    if schema.get("type") == "array":
        items = _allowed(schema["items"]) if schema.get("items") else "text"
        return f"list of {items.removeprefix('a ')}s"
    bounds = [
        f"{word} {schema[key]}"
        for key, word in (("minimum", "at least"), ("maximum", "at most"))
        if key in schema
    ]
    return " ".join([_NAMES.get(schema.get("type", ""), "value"), *bounds])


_NAMES = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true | false"}
