"""The loopback server is itself checked with a plain HTTP client."""

import httpx
import pytest

from tests.loopback import (
    BROKEN_JSON,
    HANG,
    RESET,
    SCHEMA_IGNORED,
    THINKING_ONLY,
    TRUNCATED,
    Loopback,
    rate_limited,
)

HELLO = [{"role": "user", "content": "Hello"}]


def ask(server: Loopback, **fields: object) -> httpx.Response:
    with httpx.Client(timeout=2) as client:
        return client.post(
            f"{server.openai_url}/chat/completions", json={"model": "tiny", "messages": HELLO, **fields}
        )


def test_loopback_records_what_was_sent_and_answers(loopback: Loopback):
    answer = ask(loopback, seed=3).json()

    assert answer["choices"][0]["message"]["content"].startswith("<final>")
    assert loopback.chats == [{"model": "tiny", "messages": HELLO, "seed": 3}]
    assert b'"seed":3' in loopback.requests[0].raw


def test_loopback_scripted_faults_come_in_order(loopback: Loopback):
    loopback.faults.extend([rate_limited("7"), RESET, BROKEN_JSON, THINKING_ONLY, TRUNCATED, None])

    assert ask(loopback).headers["retry-after"] == "7"
    with pytest.raises(httpx.TransportError):
        ask(loopback)
    with pytest.raises(ValueError):
        ask(loopback).json()
    assert ask(loopback).json()["choices"][0]["message"]["content"] == ""
    assert ask(loopback).json()["choices"][0]["finish_reason"] == "length"
    assert ask(loopback).status_code == 200


def test_loopback_hang_lasts_until_the_client_gives_up(loopback: Loopback):
    loopback.faults.append(HANG)

    with httpx.Client(timeout=0.1) as client, pytest.raises(httpx.ReadTimeout):
        client.post(f"{loopback.url}/api/chat", json={"model": "tiny", "messages": HELLO})


def test_loopback_obeys_a_schema_unless_told_to_ignore_it(loopback: Loopback):
    schema = {
        "type": "object",
        "properties": {"norm": {"type": "string"}, "sure": {"enum": ["weak", "strong"]}},
    }
    form = {"type": "json_schema", "json_schema": {"name": "belief", "schema": schema}}
    loopback.faults.extend([None, SCHEMA_IGNORED])

    obeyed = ask(loopback, response_format=form).json()["choices"][0]["message"]["content"]
    ignored = ask(loopback, response_format=form).json()["choices"][0]["message"]["content"]

    assert obeyed == '{"norm": "text", "sure": "weak"}'
    assert ignored.startswith("<final>")


def test_loopback_ollama_cuts_a_long_prompt_silently_unless_forbidden(loopback: Loopback):
    long = {
        "model": "tiny",
        "messages": [{"role": "user", "content": "word " * 400}],
        "options": {"num_ctx": 64},
    }
    with httpx.Client(timeout=2) as client:
        cut = client.post(f"{loopback.url}/api/chat", json=long)
        refused = client.post(f"{loopback.url}/api/chat", json={**long, "truncate": False})
        listed = client.get(f"{loopback.url}/api/ps").json()["models"][0]["context_length"]

    assert cut.json()["prompt_eval_count"] == 64
    assert refused.status_code == 400
    assert listed == 64
