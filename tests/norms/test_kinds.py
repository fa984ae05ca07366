import jsonschema
import pytest
import yaml
from pydantic import TypeAdapter

from community.norms.catalogue import DATA
from community.norms.kinds import RULES, kinds, norm_schema
from community.norms.norm import AnyRule

SCHEMA = norm_schema()
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)
BELL = {"id": "bell", "title": "x", "instruction": "x", "check": {"kind": "contains", "words": ["ding"]}}
KINDS = kinds()


@pytest.mark.parametrize("kind", KINDS, ids=[kind.kind for kind in KINDS])
def test_kind_documents_itself_with_an_example_that_works(kind):
    written = yaml.safe_load(kind.example)

    assert TypeAdapter(AnyRule).validate_python(written).kind == kind.kind
    assert VALIDATOR.is_valid({**BELL, "check": written})
    assert kind.summary
    assert all(field.allowed and field.text for field in kind.fields)


def test_fields_say_what_is_allowed():
    fields = {field.name: field for kind in KINDS if kind.kind == "contains" for field in kind.fields}

    assert fields["words"].allowed == "list of texts"
    assert fields["min"].allowed == "whole number at least 1"
    assert "first_sentence" in fields["within"].allowed


def test_every_rule_is_listed():
    assert [kind.kind for kind in KINDS] == list(RULES)
    assert {"python", "judged", "all"} <= set(RULES)


def test_schema_accepts_every_shipped_norm():
    jsonschema.Draft7Validator.check_schema(SCHEMA)

    for file in DATA.glob("*/*.yaml"):
        VALIDATOR.validate(yaml.safe_load(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "change",
    [
        {"famly": "other"},
        {"id": "a b"},
        {"check": {"words": ["ding"]}},
        {"check": {"kind": "contain", "words": ["ding"]}},
        {"check": {"kind": "contains", "word": "ding"}},
        {"check": {"kind": "contains", "one_of": "greetings"}},
        {"check": {"kind": "not", "rule": {"kind": "count", "of": "letters"}}},
        {"examples": {"complies": [3]}},
    ],
)
def test_schema_refuses_what_the_reader_refuses(change):
    assert VALIDATOR.is_valid(BELL)
    assert not VALIDATOR.is_valid({**BELL, **change})
