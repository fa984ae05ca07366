"""An object that fits a JSON Schema, for structured requests about which a scripted person has nothing to say."""

import random
from collections.abc import Mapping
from typing import Any, cast

Schema = Mapping[str, Any]


def fill_schema(schema: Schema, rng: random.Random, text: str) -> object:
    """A small value that the schema admits; `text` goes wherever free text is asked for."""
    return _value(schema, schema, rng, text)


def _value(schema: Schema, root: Schema, rng: random.Random, text: str) -> object:
    if "$ref" in schema:
        return _value(_resolve(str(schema["$ref"]), root), root, rng, text)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(list(schema["enum"]))
    for union in ("anyOf", "oneOf", "allOf"):
        if union in schema:
            return _value(schema[union][0], root, rng, text)
    return _of_type(schema, root, rng, text)


def _resolve(reference: str, root: Schema) -> Schema:
    found: Any = root
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return cast("Schema", found)


def _of_type(schema: Schema, root: Schema, rng: random.Random, text: str) -> object:
    match schema.get("type"):
        case "object":
            fields = cast("dict[str, Schema]", schema.get("properties", {}))
            return {name: _value(field, root, rng, text) for name, field in fields.items()}
        case "array":
            item = cast("Schema", schema.get("items", {"type": "string"}))
            return [_value(item, root, rng, text) for _ in range(int(schema.get("minItems", 0)))]
        case "integer" | "number":
            return _number(schema, rng)
        case "boolean":
            return rng.random() < 0.5
        case "null":
            return None
        case _:
            return text[: int(schema.get("maxLength", len(text)))]


def _number(schema: Schema, rng: random.Random) -> int | float:
    low = schema.get("minimum", schema.get("exclusiveMinimum", 0))
    high = schema.get("maximum", schema.get("exclusiveMaximum", low + 1))
    if schema.get("type") == "integer":
        return rng.randint(int(low), int(high))
    return round(low + (high - low) * rng.uniform(0.25, 0.75), 2)
