"""A loopback server in a process of its own, so that its work does not count as ours."""

import multiprocessing
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

from tests.loopback import Json, Loopback

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
def served(latency: float, answer: Answer | None = None) -> Generator[Served]:
    """A server that answers every call after `latency` seconds."""
    here, there = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(there, latency, answer))
    process.start()
    server = Served(here.recv())
    yield server
    here.send("over")
    server.requests, server.peak = here.recv()
    process.join()


def _serve(channel: Connection, latency: float, answer: Answer | None) -> None:
    with Loopback() as server:
        server.latency = latency
        if answer is not None:
            server.replies = answer
        channel.send(server.openai_url)
        channel.recv()
        channel.send((len(server.chats), server.peak))
