"""A loopback server in a process of its own, so that its work does not count as ours.

It costs little and holds its latency however many calls come at once; it makes no faults. `tests/loopback` does.
"""

import asyncio
import json
import multiprocessing
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from aiohttp import web

from tests.loopback.script import Json, example, plain, tokens

Answer = Callable[[Sequence[Json]], str]


@dataclass
class Served:
    """The server as its parent sees it.

    Attributes:
        address: of its OpenAI-compatible face.
        requests: how many chat requests it got; known when it is over.
        peak: how many it had at once at most; known when it is over.
    """

    address: str
    requests: int = 0
    peak: int = 0


@contextmanager
def served(latency: float, answer: Answer = plain) -> Generator[Served]:
    """A server that answers every call after `latency` seconds."""
    here, there = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(there, latency, answer))
    process.start()
    server = Served(here.recv())
    yield server
    here.send("over")
    server.requests, server.peak = here.recv()
    process.join()


def _serve(channel: Connection, latency: float, answer: Answer) -> None:
    asyncio.run(_Server(latency, answer).serve(channel))


class _Server:
    def __init__(self, latency: float, answer: Answer) -> None:
        self.latency = latency
        self.answer = answer
        self.requests = 0
        self.in_flight = 0
        self.peak = 0

    async def serve(self, channel: Connection) -> None:
        """Serve until something is sent through the channel."""
        app = web.Application(client_max_size=1 << 26)
        app.router.add_get("/v1/models", self._models)
        app.router.add_post("/v1/chat/completions", self._chat)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        channel.send(f"http://{host}:{port}/v1")
        await asyncio.to_thread(channel.recv)
        channel.send((self.requests, self.peak))
        await runner.cleanup()

    async def _models(self, _: web.Request) -> web.Response:
        model = {"id": "tiny", "object": "model", "created": 0, "owned_by": "loopback"}
        return web.json_response({"object": "list", "data": [model]})

    async def _chat(self, request: web.Request) -> web.Response:
        due = asyncio.get_running_loop().time() + self.latency
        self.requests += 1
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        body = json.loads(await request.read())
        reply = web.json_response(_completion(body, self.answer))
        await asyncio.sleep(due - asyncio.get_running_loop().time())
        self.in_flight -= 1
        return reply


def _completion(body: Json, answer: Answer) -> dict[str, Any]:
    form: Json = body.get("response_format") or {}
    text = json.dumps(example(form["json_schema"]["schema"])) if form else answer(body["messages"])
    prompt, spoken = tokens(body["messages"]), tokens([{"content": text}])
    return {
        "id": "chatcmpl-loopback",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "system_fingerprint": "fp_loopback",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": prompt, "completion_tokens": spoken, "total_tokens": prompt + spoken},
    }
