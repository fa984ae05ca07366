"""Answers of servers that are not as exact as the protocol."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from community.models.completion import FailedAnswerError, read_completion


def answer(message: object, **fields: Any) -> bytes:
    choice = {"message": message, "finish_reason": fields.pop("finish_reason", "stop")}
    return json.dumps({"choices": [choice, None], "model": "tiny", **fields}).encode()


PARTS = [{"type": "text", "text": "fo"}, {"text": "ur"}, {"type": "image_url", "image_url": {}}]
THOUGHT = [
    {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
    {"type": "text", "text": "four"},
]


@pytest.mark.parametrize(
    ("said", "content", "reasoning"),
    [
        ({}, "", ""),
        ({"content": None, "refusal": "no"}, "no", ""),
        ({"content": [], "refusal": False}, "", ""),
        ({"content": PARTS}, "four", ""),
        ({"content": ["fo", "ur"]}, "four", ""),
        ({"content": THOUGHT}, "four", "hm"),
        ({"content": {"norm": "é"}}, '{"norm": "é"}', ""),
        ({"content": 4}, "4", ""),
        ({"content": "four", "reasoning": {"text": "hm"}}, "four", "hm"),
        ({"content": "four", "reasoning": [{"type": "text", "text": "hm"}]}, "four", "hm"),
        ({"content": "four", "reasoning": {"effort": 1}}, "four", '{"effort": 1}'),
        ({"content": "four", "reasoning_content": False, "reasoning": "hm"}, "four", "hm"),
    ],
)
def test_words_come_in_many_shapes(said: dict[str, object], content: str, reasoning: str):
    completion = read_completion(answer(said))

    assert (completion.content, completion.reasoning) == (content, reasoning)


@pytest.mark.parametrize("usage", [None, {}, [], "n/a", {"prompt_tokens": 3.5}, {"prompt_tokens": -1}])
def test_what_is_no_count_is_missing(usage: object):
    counted = read_completion(answer({}, usage=usage)).usage

    assert counted is None or (counted.prompt_tokens, counted.completion_tokens) == (None, None)


def test_counts_may_be_written_as_words():
    counted = read_completion(answer({}, usage={"prompt_tokens": "3", "completion_tokens": 2.0})).usage

    assert counted is not None
    assert (counted.prompt_tokens, counted.completion_tokens) == (3, 2)


@pytest.mark.parametrize(
    ("reason", "cut"),
    [("length", True), (None, False), (1, False), ({"type": "stop"}, False), (["stop"], False)],
)
def test_only_a_known_reason_cuts_a_reply(reason: object, cut: bool):
    assert read_completion(answer({}, finish_reason=reason)).cut is cut


def test_names_of_any_type_make_the_version():
    assert read_completion(answer({}, model=4, system_fingerprint=None)).version == "4"


WHOLE = answer({"content": "four"})


@pytest.mark.parametrize(
    "body",
    [
        b"\xef\xbb\xbf" + WHOLE,
        WHOLE.decode().encode("utf-16"),
        WHOLE.replace(b'"tiny"', rb'"\ud83d"'),
        WHOLE.replace(b'"tiny"', b'"tiny", "created": NaN, "nested": ' + b"[" * 300 + b"]" * 300),
    ],
    ids=["byte order mark", "utf-16", "half a character", "nested"],
)
def test_json_that_is_not_quite_json_is_read(body: bytes):
    assert read_completion(body).content == "four"


def test_half_a_character_in_the_words_is_left_to_the_caller():
    assert read_completion(WHOLE.replace(b"four", rb"fo\ud83d")).content == "fo\ud83d"


@pytest.mark.parametrize(
    "body",
    [{}, {"choices": None}, {"choices": []}, {"choices": {"0": 1}}, {"choices": [{"message": None}]}, []],
)
def test_an_answer_without_a_message_is_none(body: object):
    with pytest.raises(ValidationError):
        read_completion(json.dumps(body).encode())


@pytest.mark.parametrize("fault", ["overloaded", {"message": "overloaded", "type": "upstream"}])
def test_a_fault_in_place_of_an_answer_is_told(fault: object):
    with pytest.raises(FailedAnswerError, match="overloaded"):
        read_completion(json.dumps({"error": fault}).encode())


def test_a_field_for_faults_that_is_empty_is_no_fault():
    assert read_completion(answer({"content": "four"}, error=None)).content == "four"
