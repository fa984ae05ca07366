"""OpenAI-compatible servers: the bytes sent, the fields read, every fault."""

import logging
from collections.abc import AsyncIterator

import pytest

from community.errors import (
    CommunityError,
    ContextOverflowError,
    EndpointError,
    RejectedError,
    TransientError,
    UserError,
)
from community.models import ModelOptions, Sampling, connect, openai_compatible
from community.models.chat import ChatModel, Request, Usage
from community.prompts import Message
from tests.loopback import (
    BROKEN_JSON,
    HANG,
    RESET,
    THINKING_ONLY,
    TRUNCATED,
    Loopback,
    Served,
    failed,
    rate_limited,
)

PROMPT = (Message("system", "Be brief."), Message("user", "What is 2 + 2?"))
ASK = Request(PROMPT, "test")
KEY = "sk-very-secret-4711"


@pytest.fixture
async def model(loopback: Loopback) -> AsyncIterator[ChatModel]:
    model = connect(f"openai:tiny@{loopback.openai_url}", ModelOptions(timeout=0.5))
    yield model
    await model.aclose()


async def test_the_body_sent_holds_exactly_what_was_asked_for(loopback: Loopback):
    options = ModelOptions(temperature=0.7, reasoning="low", extra={"top_k": 5})
    model = connect(f"openai:tiny@{loopback.openai_url}", options)
    schema = {"type": "object", "properties": {"norm": {"type": "string"}}, "required": ["norm"]}
    sampling = Sampling(seed=2**62 + 5, temperature=0.7, top_p=0.9, max_tokens=99, stop=("END",))

    reply = await model.complete(Request(PROMPT, "test", sampling, schema))
    await model.aclose()

    assert loopback.chats == [
        {
            "model": "tiny",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "What is 2 + 2?"},
            ],
            "seed": 5,
            "max_tokens": 99,
            "temperature": 0.7,
            "top_p": 0.9,
            "stop": ["END"],
            "reasoning_effort": "low",
            "response_format": {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema}},
            "top_k": 5,
        }
    ]
    assert reply.text == '{"norm": "text"}'


async def test_settings_left_alone_are_not_sent(loopback: Loopback, model: ChatModel):
    await model.complete(Request(PROMPT, "test", Sampling(top_p=None, max_tokens=None)))

    assert set(loopback.chats[0]) == {"model", "messages", "seed"}


async def test_a_reply_is_read_whole(model: ChatModel):
    reply = await model.complete(ASK)

    assert reply.text == "<final>I read 2 messages, and the answer is (A).</final>"
    assert (reply.finish, reply.model) == ("stop", "tiny@fp_loopback")
    assert reply.usage == Usage(prompt_tokens=15, completion_tokens=14)


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
async def test_thinking_comes_in_a_field_or_in_the_text(loopback: Loopback, model: ChatModel, field: str):
    loopback.reasoning_field, loopback.thinking = field, "apart"
    loopback.replies = lambda messages: "<think>inline</think>Four."

    reply = await model.complete(ASK)

    assert (reply.text, reply.thinking) == ("Four.", "apart\ninline")


async def test_a_reply_that_only_thinks_or_is_cut_counts_as_truncated(loopback: Loopback, model: ChatModel):
    loopback.faults.extend([THINKING_ONLY, TRUNCATED])

    thought, cut = await model.complete(ASK), await model.complete(ASK)

    assert (thought.text, thought.finish) == ("", "unclosed_thinking")
    assert cut.finish == "length"


@pytest.mark.parametrize(
    ("fault", "kind", "message"),
    [
        (RESET, TransientError, "no answer from"),
        (HANG, TransientError, "Timeout"),
        (BROKEN_JSON, TransientError, "protocol"),
        (failed(500), TransientError, "500"),
        (failed(503, "overloaded"), TransientError, "overloaded"),
        (failed(401, "Incorrect API key"), EndpointError, "check the key"),
        (failed(404, "no such model"), EndpointError, "name of the model"),
        (failed(400, "too long", "context_length_exceeded"), ContextOverflowError, "enlarge the context"),
        (failed(400, "response_format json_schema is not supported"), RejectedError, "response_format"),
    ],
)
async def test_every_fault_becomes_one_error(
    loopback: Loopback, model: ChatModel, fault: object, kind: type[CommunityError], message: str
):
    loopback.faults.append(fault)  # pyright: ignore[reportArgumentType]

    with pytest.raises(kind, match=message) as caught:
        await model.complete(ASK)

    assert type(caught.value) is kind
    assert len(loopback.chats) == 1, "the client of the provider may not retry by itself"


async def test_a_429_carries_the_time_to_wait(loopback: Loopback, model: ChatModel):
    loopback.faults.append(rate_limited("7"))

    with pytest.raises(TransientError) as caught:
        await model.complete(ASK)

    assert (caught.value.status, caught.value.retry_after) == (429, 7)


async def test_an_error_body_with_status_200_is_a_passing_fault(loopback: Loopback, model: ChatModel):
    loopback.malformed = {"error": {"message": "upstream", "code": 502}}

    with pytest.raises(TransientError, match=r"protocol says: an error with status 200: .*upstream.*502"):
        await model.complete(ASK)


async def test_a_prompt_that_does_not_fit_is_an_error(loopback: Loopback, model: ChatModel):
    loopback.models["tiny"] = Served(context=8)

    with pytest.raises(ContextOverflowError, match="8 tokens"):
        await model.complete(ASK)


async def test_a_dead_server_is_found_when_preparing():
    model = connect("openai:tiny@http://127.0.0.1:9/v1")

    with pytest.raises(EndpointError, match="connection refused; is the server running"):
        await model.prepare()
    await model.aclose()


async def test_prepare_reads_the_window_and_minds_no_missing_list(loopback: Loopback, model: ChatModel):
    assert (await model.prepare()).context == 32768

    loopback.without = {"/v1/models"}
    assert (await model.prepare()).context is None


async def test_keys_come_from_a_variable_and_show_nowhere(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LAB_KEY", KEY)
    loopback.api_key = KEY
    model = connect(f"openai:tiny@{loopback.openai_url}", ModelOptions(api_key_env="LAB_KEY"))
    await model.complete(ASK)
    loopback.faults.append(failed(401, f"Incorrect API key provided: {KEY}"))

    with pytest.raises(EndpointError) as caught:
        await model.complete(ASK)
    await model.aclose()

    assert loopback.requests[0].headers["authorization"] == f"Bearer {KEY}"
    shown = [repr(model), str(model), str(model.model_dump()), str(model.settings), repr(caught.value)]
    assert all(KEY not in text for text in shown)
    assert caught.value.__suppress_context__


async def test_a_server_without_keys_gets_a_placeholder(loopback: Loopback, model: ChatModel):
    await model.complete(ASK)

    assert loopback.requests[0].headers["authorization"] == "Bearer none"


def test_the_hosted_service_needs_a_key():
    with pytest.raises(UserError, match="OPENAI_API_KEY"):
        connect("openai:gpt-5-nano")
    with pytest.raises(UserError, match="LAB_KEY"):
        connect("openai:m@http://h/v1", ModelOptions(api_key_env="LAB_KEY"))


async def test_the_base_url_of_the_environment_is_used(loopback: Loopback, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_BASE_URL", f"{loopback.openai_url}/")
    model = connect("openai:tiny")
    await model.complete(ASK)
    await model.aclose()

    assert model.endpoint == loopback.openai_url
    assert loopback.chats[0]["model"] == "tiny"


async def test_calls_to_this_machine_go_past_a_proxy(loopback: Loopback, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    model = connect(f"openai:tiny@{loopback.openai_url}")
    await model.complete(ASK)
    await model.aclose()

    assert len(loopback.chats) == 1


async def test_ollama_behind_the_wrong_protocol_is_pointed_out(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING):
        model = connect("openai:gemma3:4b@http://127.0.0.1:11434/v1")
    await model.aclose()

    assert "use ollama:gemma3:4b" in caplog.text


@pytest.fixture
def hosted(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> Loopback:
    """The loopback server in the place of the hosted service."""
    monkeypatch.setattr(openai_compatible, "HOSTED", loopback.openai_url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return loopback


async def test_a_hosted_model_is_asked_with_the_field_it_knows(hosted: Loopback):
    hosted.refused = {"max_tokens": "Unsupported parameter: use 'max_completion_tokens'"}
    model = connect(f"openai:tiny@{hosted.openai_url}")
    await model.complete(ASK)
    await model.aclose()

    assert hosted.chats[0]["max_completion_tokens"] == 2048


async def test_a_hosted_model_that_is_not_listed_is_found_when_preparing(hosted: Loopback):
    model = connect(f"openai:tinny@{hosted.openai_url}")

    with pytest.raises(EndpointError, match="did you mean 'tiny'"):
        await model.prepare()
    await model.aclose()


async def test_it_answers_as_a_langchain_model(loopback: Loopback, model: ChatModel):
    answer = await model.ainvoke("What is 2 + 2?", stop=["END"])

    assert "(A)" in answer.text
    assert loopback.chats[0]["stop"] == ["END"]
    assert answer.response_metadata["model_name"] == "tiny@fp_loopback"
