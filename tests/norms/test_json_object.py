import json
import random

import pytest
from pydantic import ValidationError

from community.norms import Text
from community.norms.predicates.json_object import JsonObject


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"reason": "It is 7.", "answer": "(C)"}', True),
        ('```json\n{"answer": "(C)"}\n```', True),
        (' {"answer": 7, "unit": null}\n', True),
        ('So: {"answer": "(C)"}', False),
        ('["answer"]', False),
        ("{answer: C}", False),
        ("{}", True),
        ("", False),
    ],
)
def test_the_whole_text_is_an_object(text, expected):
    assert JsonObject().judge(Text(text)).complies is expected


def test_keys_can_be_asked_for():
    rule = JsonObject(keys=("reason", "answer"))

    assert rule.judge(Text('{"answer": "(C)", "reason": "7", "more": 1}')).complies
    assert rule.judge(Text('{"answer": "(C)"}')).detail == 'the JSON object lacks "reason"'


def test_enact_shares_the_sentences_out():
    enacted = JsonObject(keys=("why", "answer")).enact("It is 7.\nThe answer is (C).", None, random.Random(0))

    assert json.loads(enacted) == {"why": "It is 7.", "answer": "The answer is (C)."}


def test_enact_takes_an_object_up():
    enacted = JsonObject().enact('Well. {"x": "It is 7. (C)"}', None, random.Random(0))

    assert json.loads(enacted) == {"reply": "Well. It is 7. (C)"}


def test_a_key_is_named_once():
    with pytest.raises(ValidationError, match="named twice"):
        JsonObject(keys=("a", "a"))
