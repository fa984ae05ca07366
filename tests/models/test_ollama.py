"""Ollama: the window is pinned, proven and never overrun, and the bytes sent say so."""

from collections.abc import AsyncIterator

import pytest

from community.errors import CommunityError, ContextOverflowError, EndpointError, TransientError
from community.models import ModelOptions, Sampling, connect
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
LONG = Request((Message("user", "norm " * 3000),), "test")


@pytest.fixture
async def model(loopback: Loopback) -> AsyncIterator[ChatModel]:
    model = connect(f"ollama:tiny@{loopback.url}", ModelOptions(num_ctx=1024, timeout=0.5))
    yield model
    await model.aclose()


async def test_the_body_sent_holds_exactly_what_was_asked_for(loopback: Loopback):
    loopback.models["tiny"] = Served(capabilities=("completion", "thinking"))
    options = ModelOptions(num_ctx=4096, keep_alive="30m", reasoning="high", threads=3, extra={"top_k": 5})
    model = connect(f"ollama:tiny@{loopback.url}", options)
    schema = {"type": "object", "properties": {"norm": {"type": "string"}}}
    sampling = Sampling(seed=2**62 + 5, temperature=0.7, top_p=0.9, max_tokens=99, stop=("END",))

    reply = await model.complete(Request(PROMPT, "test", sampling, schema))
    await model.aclose()

    shared = {"model": "tiny", "stream": False, "truncate": False, "shift": False, "keep_alive": "30m"}
    load, chat = loopback.chats
    assert load == {**shared, "messages": [], "options": {"num_ctx": 4096, "num_thread": 3, "top_k": 5}}
    assert chat == {
        **shared,
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "What is 2 + 2?"},
        ],
        "options": {
            "num_ctx": 4096,
            "num_thread": 3,
            "seed": 5,
            "temperature": 0.7,
            "top_p": 0.9,
            "num_predict": 99,
            "stop": ["END"],
            "top_k": 5,
        },
        "format": schema,
        "think": "high",
    }
    assert reply.text == '{"norm": "text"}'


async def test_the_window_is_always_sent_and_its_default_stated(loopback: Loopback):
    model = connect(f"ollama:tiny@{loopback.url}")
    await model.complete(ASK)
    await model.aclose()

    assert [body["options"]["num_ctx"] for body in loopback.chats] == [8192, 8192]
    assert model.settings["num_ctx"] == 8192


async def test_the_model_is_looked_up_and_loaded_once(loopback: Loopback, model: ChatModel):
    await model.complete(ASK)
    await model.complete(ASK)

    paths = [seen.path for seen in loopback.requests]
    assert paths == ["/api/show", "/api/chat", "/api/ps", "/api/version", "/api/chat", "/api/chat"]


async def test_a_reply_names_the_model_and_its_digest(model: ChatModel):
    served = await model.prepare()
    reply = await model.complete(ASK)

    assert (served.model, served.context, served.server) == ("tiny@5f1e", 1024, "ollama 0.99.0")
    assert reply.model == model.settings["model"] == "tiny@5f1e"
    assert reply.usage == Usage(prompt_tokens=15, completion_tokens=14)


@pytest.mark.parametrize(("reasoning", "sent"), [("off", False), ("on", True), ("low", "low")])
async def test_thinking_is_asked_for_as_told(loopback: Loopback, reasoning: str, sent: object):
    loopback.models["tiny"] = Served(capabilities=("completion", "thinking"))
    loopback.thinking = "hmm"
    model = connect(f"ollama:tiny@{loopback.url}", ModelOptions.model_validate({"reasoning": reasoning}))
    reply = await model.complete(ASK)
    await model.aclose()

    assert loopback.chats[-1]["think"] == sent
    assert reply.thinking == ("" if reasoning == "off" else "hmm")


async def test_asking_a_model_to_think_that_cannot_is_refused(loopback: Loopback):
    model = connect(f"ollama:tiny@{loopback.url}", ModelOptions(reasoning="on"))

    with pytest.raises(EndpointError, match="does not think"):
        await model.prepare()
    await model.aclose()


async def test_a_window_that_is_not_in_force_is_an_error_before_any_prompt(
    loopback: Loopback, model: ChatModel
):
    loopback.models["tiny"] = Served(forced=512)

    with pytest.raises(EndpointError, match=r"1024 tokens and Ollama has 512 in force"):
        await model.complete(ASK)

    assert all(not body["messages"] for body in loopback.chats)


async def test_a_window_larger_than_the_model_is_an_error(loopback: Loopback, model: ChatModel):
    loopback.models["tiny"] = Served(context=512)

    with pytest.raises(EndpointError, match="at most 512"):
        await model.prepare()


async def test_an_older_server_that_states_no_window_is_used(loopback: Loopback, model: ChatModel):
    loopback.models["tiny"] = Served(silent=True)

    assert (await model.prepare()).context is None
    assert (await model.complete(ASK)).text


async def test_a_prompt_that_cannot_fit_is_not_sent(loopback: Loopback, model: ChatModel):
    await model.prepare()

    with pytest.raises(ContextOverflowError, match="num_ctx"):
        await model.complete(LONG)

    assert all(not body["messages"] for body in loopback.chats)


@pytest.mark.parametrize("cuts_anyway", [False, True])
async def test_a_prompt_that_nearly_fits_is_never_cut_silently(
    loopback: Loopback, model: ChatModel, cuts_anyway: bool
):
    loopback.cuts_anyway = cuts_anyway
    with pytest.raises(ContextOverflowError):
        await model.complete(Request((Message("user", "norms " * 1020),), "test"))

    assert loopback.chats[-1]["truncate"] is False


async def test_a_server_that_drops_whole_messages_is_found_out(loopback: Loopback, model: ChatModel):
    loopback.cuts_anyway, loopback.counted = True, 300
    rules = tuple(Message("user", "norms " * 350) for _ in range(3))

    with pytest.raises(ContextOverflowError, match="read 300 tokens"):
        await model.complete(Request(rules, "test"))


async def test_a_reply_that_only_thinks_or_is_cut_counts_as_truncated(loopback: Loopback, model: ChatModel):
    loopback.faults.extend([THINKING_ONLY, TRUNCATED])

    thought, cut = await model.complete(ASK), await model.complete(ASK)

    assert (thought.text, thought.finish) == ("", "unclosed_thinking")
    assert cut.finish == "length"


@pytest.mark.parametrize(
    ("fault", "kind", "message"),
    [
        (RESET, TransientError, "no answer from"),
        (HANG, TransientError, "no answer from"),
        (BROKEN_JSON, TransientError, "protocol"),
        (failed(500), TransientError, "500"),
        (failed(503, "server busy"), TransientError, "busy"),
        (failed(500, "model requires more system memory (9 GiB)"), EndpointError, "smaller"),
    ],
)
async def test_every_fault_becomes_one_error(
    loopback: Loopback, model: ChatModel, fault: object, kind: type[CommunityError], message: str
):
    loopback.faults.append(fault)  # pyright: ignore[reportArgumentType]

    with pytest.raises(kind, match=message) as caught:
        await model.complete(ASK)

    assert type(caught.value) is kind


async def test_a_429_carries_the_time_to_wait(loopback: Loopback, model: ChatModel):
    loopback.faults.append(rate_limited("7"))

    with pytest.raises(TransientError) as caught:
        await model.complete(ASK)

    assert (caught.value.status, caught.value.retry_after) == (429, 7)


async def test_a_missing_model_says_how_to_get_it(loopback: Loopback):
    model = connect(f"ollama:gemma3:4b@{loopback.url}")

    with pytest.raises(EndpointError, match="ollama pull gemma3:4b"):
        await model.prepare()
    await model.aclose()


async def test_a_dead_server_is_found_when_preparing():
    model = connect("ollama:tiny@http://127.0.0.1:9")

    with pytest.raises(EndpointError, match="ollama serve"):
        await model.prepare()
    await model.aclose()


async def test_the_host_of_the_environment_is_used(loopback: Loopback, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OLLAMA_HOST", loopback.url.removeprefix("http://"))
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    model = connect("ollama:tiny")
    await model.complete(ASK)
    await model.aclose()

    assert model.endpoint == loopback.url


async def test_a_model_kept_for_good_is_kept_by_a_number(loopback: Loopback):
    model = connect(f"ollama:tiny@{loopback.url}", ModelOptions(keep_alive="-1"))
    await model.prepare()
    await model.aclose()

    assert loopback.chats[0]["keep_alive"] == -1
