"""Servers that speak no protocol we know, or never come to an end."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from community.errors import EndpointError, TransientError
from community.models.options import ModelOptions
from community.models.spec import connect
from tests.models.script import request

Body = Callable[[asyncio.StreamWriter], Awaitable[None]]


STATUS = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
CLOSING = STATUS + b"Connection: close\r\n\r\n"


@asynccontextmanager
async def serving(body: Body, head: bytes = CLOSING) -> AsyncGenerator[str]:
    """A server that begins every answer with status 200 and leaves the rest to `body`."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head)
        try:
            await body(writer)
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def drip(writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.01)


def saying(page: bytes) -> Body:
    async def body(writer: asyncio.StreamWriter) -> None:
        writer.write(page)
        await writer.drain()

    return body


ODD = r"not what the protocol says|no answer from"
PAGES = [b"<html>hello</html>", b"[1, 2]", b"null", b"", b"\xff\xfe", b"[" * 200_000]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: repr(page[:12]))
@pytest.mark.parametrize("spec", ["openai:tiny@{}/v1", "ollama:tiny@{}"])
async def test_an_answer_in_no_known_protocol_is_one_error(spec: str, page: bytes) -> None:
    async with serving(saying(page)) as address:
        model = connect(spec.format(address))

        with pytest.raises(EndpointError, match=ODD):
            await model.prepare()
        with pytest.raises((EndpointError, TransientError), match=ODD):
            await model.complete(request())
        await model.aclose()


@pytest.mark.parametrize("spec", ["openai:tiny@{}/v1", "ollama:tiny@{}"])
async def test_an_answer_that_never_ends_is_given_up(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in ("openai_compatible", "ollama"):
        monkeypatch.setattr(f"community.models.{room}.METADATA_TIMEOUT", 0.2)

    async with serving(drip) as address:
        model = connect(spec.format(address))

        with pytest.raises(EndpointError, match="no answer from"):
            await asyncio.wait_for(model.prepare(), 5)
        await model.aclose()


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"HTTP/1.1 many\r\n\r\n",
        STATUS + b"No Colon\r\n\r\n",
        STATUS + b"Transfer-Encoding: chunked\r\n\r\n",
    ],
)
async def test_what_is_not_even_http_is_a_passing_fault(head: bytes) -> None:
    async with serving(saying(b"zz\r\n"), head) as address:
        model = connect(f"openai:tiny@{address}/v1")

        with pytest.raises(TransientError, match=ODD):
            await model.complete(request())
        await model.aclose()


KEY = b"lab-key-4711"
ECHOES = [
    KEY,
    b'{"error": {"message": "no %s"}}' % KEY,
    b'{"choices": "%s"}' % KEY,
    b'{"choices": "%s%s"}' % (b"x" * 70, KEY),
]


@pytest.mark.parametrize("page", ECHOES)
@pytest.mark.parametrize("head", [CLOSING, b"", STATUS + KEY])
async def test_a_key_that_an_odd_answer_echoes_is_not_shown(
    head: bytes, page: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAB_KEY", KEY.decode())
    async with serving(saying(page), head) as address:
        model = connect(f"openai:tiny@{address}/v1", ModelOptions(api_key_env="LAB_KEY"))

        with pytest.raises(TransientError, match=ODD) as caught:
            await model.complete(request())
        await model.aclose()

    assert "lab-k" not in str(caught.value)


async def test_a_server_that_closes_without_notice_costs_no_call() -> None:
    page = b'{"choices": [{"message": {"content": "yes"}}]}'
    async with serving(saying(page), STATUS + b"Content-Length: %d\r\n\r\n" % len(page)) as address:
        model = connect(f"openai:tiny@{address}/v1")
        replies = [await model.complete(request()) for _ in range(5)]
        await model.aclose()

    assert [reply.text for reply in replies] == ["yes"] * 5
