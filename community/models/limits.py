"""How many calls an endpoint takes at once: one queue per endpoint, shared by every run of the process.

A server that answers "too many requests" halves what is sent to it at once; what gets through wins it back, one call at
a time.
"""

import asyncio
import time
from collections import deque
from collections.abc import Mapping
from typing import Self

from community.models.chat import ChatModel

_DRAIN = 0.02
"""Seconds between two looks at whether the last call has ended."""


class EndpointLimit:
    """The queue of one endpoint: first come, first served; a pause holds everybody.

    `async with limit:` waits for a slot and holds it.
    """

    def __init__(self, parallel: int) -> None:
        self.parallel = parallel
        """The most calls at once."""
        self.allowed = parallel
        """How many are let through at once at present."""
        self.least = parallel
        """The fewest that ever were."""
        self.in_flight = 0
        """How many are being sent."""
        self.passed = 0
        """How many calls got a reply."""
        self.shrunk = 0
        """How often the server asked for fewer."""
        self._held = 0
        """Slots that are taken, by calls that are sent or wait for the end of a pause."""
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._won = 0
        """Replies since `allowed` changed last."""
        self._open_at = 0.0
        self._stopped = False

    def pause(self, seconds: float) -> None:
        """Send nothing for so long; a longer pause that already holds stays."""
        self._open_at = max(self._open_at, time.monotonic() + seconds)

    def succeed(self) -> None:
        """A call got its reply; as many in a row as are let through at once let one more through."""
        self.passed += 1
        self._won += 1
        if self.allowed < self.parallel and self._won >= self.allowed:
            self.allowed += 1
            self._won = 0
            self._admit()

    def shrink(self, since: int) -> None:
        """The server had too much of a call that was sent when `shrunk` was `since`; a burst of these counts once."""
        if since == self.shrunk:
            self.shrunk += 1
            self.allowed = max(1, self.allowed // 2)
            self.least = min(self.least, self.allowed)
            self._won = 0

    def stop(self) -> None:
        """Let nobody through any more; who waits, waits for ever."""
        self._stopped = True

    async def __aenter__(self) -> Self:
        if self._waiting or self._held >= self.allowed:
            await self._turn()
        else:
            self._held += 1
        try:
            while (wait := self._open_at - time.monotonic()) > 0:  # noqa: ASYNC110 - the pause may grow
                await asyncio.sleep(wait)
            if self._stopped:
                await asyncio.get_running_loop().create_future()
        except BaseException:
            self._release()
            raise
        self.in_flight += 1
        return self

    async def __aexit__(self, *_: object) -> None:
        self.in_flight -= 1
        self._release()

    async def _turn(self) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release()  # it was let through at the moment in which it was given up
            raise

    def _release(self) -> None:
        self._held -= 1
        self._admit()

    def _admit(self) -> None:
        while self._waiting and self._held < self.allowed:
            turn = self._waiting.popleft()
            if not turn.done():
                self._held += 1
                turn.set_result(None)


class Limits:
    """The limits of all endpoints, made when first asked for.

    Args:
        parallel: endpoint -> calls at once, where a model's own default is not wanted.
        processes: how many share the endpoints; each gets its part of that default, and one call at least.
    """

    def __init__(self, parallel: Mapping[str, int] | None = None, *, processes: int = 1) -> None:
        self._parallel = dict(parallel or {})
        self._processes = processes
        self._stopped = asyncio.Event()
        self.by_endpoint: dict[str, EndpointLimit] = {}

    def of(self, model: ChatModel) -> EndpointLimit:
        """The limit of a model's endpoint."""
        limit = self.by_endpoint.get(model.endpoint)
        if limit is None:
            part = max(1, model.parallel // self._processes)
            limit = EndpointLimit(self._parallel.get(model.endpoint, part))
            self.by_endpoint[model.endpoint] = limit
            if self._stopped.is_set():
                limit.stop()
        return limit

    def stop(self) -> None:
        """Let no further call through anywhere; those under way end."""
        self._stopped.set()
        for limit in self.by_endpoint.values():
            limit.stop()

    async def drained(self) -> None:
        """Return once `stop` was called and no call is under way any more."""
        await self._stopped.wait()
        while any(limit.in_flight for limit in self.by_endpoint.values()):  # noqa: ASYNC110 - after `stop` alone
            await asyncio.sleep(_DRAIN)
