"""A chat model that says what a test tells it to."""

import asyncio
from collections.abc import Callable
from typing import Any

from pydantic import Field

from community.models.chat import ChatModel, Reply, Request, Sampling, Usage
from community.prompts import Message


class Script(ChatModel):
    """Answers with what `answer` returns; an exception it returns is raised."""

    spec: str = "test:script"
    endpoint: str = "test"
    answer: Callable[[Request], Reply | str | Exception] = lambda request: "yes"
    latency: float = 0.0
    """Seconds from a request to its answer."""
    seen: list[Any] = Field(default_factory=list)
    in_flight: int = 0
    peak: int = 0
    """The most requests that were in flight at once."""

    async def complete(self, request: Request) -> Reply:
        self.seen.append(request)
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            if self.latency:
                await asyncio.sleep(self.latency)
            answer = self.answer(request)
        finally:
            self.in_flight -= 1
        if isinstance(answer, Exception):
            raise answer
        return reply(answer) if isinstance(answer, str) else answer


def in_turn(*answers: Reply | str | Exception) -> Callable[[Request], Reply | str | Exception]:
    """The answers one after the other."""
    rest = iter(answers)
    return lambda request: next(rest)


def reply(text: str, **fields: Any) -> Reply:
    """A reply of five tokens to ten."""
    return Reply(text, Usage(10, 5), **fields)


def request(*texts: str, seed: int = 0, **fields: Any) -> Request:
    """A request of user messages."""
    messages = tuple(Message("user", text) for text in texts or ("hello",))
    return Request(messages, "answer", Sampling(seed=seed), **fields)
