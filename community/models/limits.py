"""How many calls an endpoint takes at once: one queue per endpoint, shared by every run of the process."""

import asyncio
import time
from collections.abc import Mapping
from typing import Self

from community.models.chat import ChatModel


class EndpointLimit:
    """The queue of one endpoint: first come, first served; a pause holds everybody.

    `async with limit:` waits for a slot and holds it.
    """

    def __init__(self, parallel: int) -> None:
        self.parallel = parallel
        self.passed = 0
        """How many calls got a reply."""
        self._slots = asyncio.Semaphore(parallel)
        self._open_at = 0.0

    def pause(self, seconds: float) -> None:
        """Send nothing for so long; a longer pause that already holds stays."""
        self._open_at = max(self._open_at, time.monotonic() + seconds)

    async def __aenter__(self) -> Self:
        await self._slots.acquire()
        try:
            while (wait := self._open_at - time.monotonic()) > 0:  # noqa: ASYNC110 - the pause may grow
                await asyncio.sleep(wait)
        except BaseException:
            self._slots.release()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._slots.release()


class Limits:
    """The limits of all endpoints, made when first asked for.

    Args:
        parallel: endpoint -> calls at once, where a model's own default is not wanted.
    """

    def __init__(self, parallel: Mapping[str, int] | None = None) -> None:
        self._parallel = dict(parallel or {})
        self._limits: dict[str, EndpointLimit] = {}

    def of(self, model: ChatModel) -> EndpointLimit:
        """The limit of a model's endpoint."""
        limit = self._limits.get(model.endpoint)
        if limit is None:
            limit = EndpointLimit(self._parallel.get(model.endpoint, model.parallel))
            self._limits[model.endpoint] = limit
        return limit
