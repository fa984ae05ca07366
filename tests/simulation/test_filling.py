import random

import pytest
from pydantic import BaseModel

from community.modules import beliefs
from community.simulation.filling import fill_schema

SHAPES = [
    beliefs.SelfModel,
    beliefs.RatedSelfModel,
    beliefs.AgentBelief,
    beliefs.RatedAgentBelief,
    beliefs.AgentView,
    beliefs.Hypothesis,
    beliefs.RatedHypothesis,
]


class Nested(BaseModel):
    """A shape with references, unions, numbers and constants."""

    inner: beliefs.AgentView
    maybe: int | None
    many: list[beliefs.SelfModel]
    sure: bool


@pytest.mark.parametrize("shape", [*SHAPES, Nested])
def test_fill_schema_fits_the_shape(shape: type[BaseModel]):
    for seed in range(20):
        shape.model_validate(fill_schema(shape.model_json_schema(), random.Random(seed), "something to say"))


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"const": 4}, 4),
        ({"type": "null"}, None),
        ({"type": "string", "maxLength": 4}, "some"),
        ({"type": "integer", "minimum": 3, "maximum": 3}, 3),
        ({"type": "array", "minItems": 2, "items": {"const": 1}}, [1, 1]),
        ({"allOf": [{"enum": ["only"]}]}, "only"),
        ({}, "something"),
    ],
)
def test_fill_schema_keeps_limits(schema: dict[str, object], expected: object):
    assert fill_schema(schema, random.Random(0), "something") == expected
