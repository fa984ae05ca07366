"""Servers that speak no protocol we know, or never come to an end."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from community.errors import EndpointError, TransientError
from community.models.spec import connect
from tests.models.script import request

Body = Callable[[asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def serving(body: Body) -> AsyncGenerator[str]:
    """A server that begins every answer with status 200 and leaves the rest to `body`."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n")
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
