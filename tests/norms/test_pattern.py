import random

import pytest
from pydantic import ValidationError

from community.errors import UserError
from community.norms import CannotEnactError, Text
from community.norms.predicates.pattern import Pattern


def test_matches_are_counted_and_shown():
    verdict = Pattern(pattern=r"\d+ km", min=2).judge(Text("3 km, then 40 km"))

    assert verdict.complies
    assert [span.text for span in verdict.spans] == ["3 km", "40 km"]


def test_a_pattern_that_takes_too_long_is_the_users_fault():
    with pytest.raises(UserError, match=r"takes more than 0\.25 s"):
        Pattern(pattern=r"(?:(?:a|aa)+)+$").judge(Text("a" * 60 + "b"))


def test_broken_patterns_and_examples_are_refused():
    with pytest.raises(ValidationError, match="not a regular expression"):
        Pattern(pattern="(")
    with pytest.raises(ValidationError, match="not a regular expression"):
        Pattern(pattern="(" * 5000 + ")" * 5000)
    with pytest.raises(ValidationError, match="does not match"):
        Pattern(pattern=r"\d", example="none")


def test_enact_uses_the_example_or_says_what_is_missing():
    rule = Pattern(pattern=r"\d+ km", exactly=2, example="That is 3 km.")

    assert rule.judge(Text(rule.enact("So it is. The answer is (C).", None, random.Random(0)))).complies
    assert rule.judge(Text(rule.enact("1 km 2 km 3 km (C)", None, random.Random(0)))).complies
    with pytest.raises(CannotEnactError, match="fitting 'example'"):
        Pattern(pattern=r"\d+ km").enact("So (C).", None, random.Random(0))
