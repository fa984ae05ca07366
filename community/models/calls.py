"""The one way to a model: replayed, else cached, else sent under the endpoint's limit, retried, and journaled."""

import asyncio
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace

from community.errors import EndpointError, RecordError, RejectedError, TransientError, boundary
from community.models.asked import Asked, ask
from community.models.cache import ReplyCache, Slot
from community.models.chat import ChatModel, Reply, Request
from community.models.journal import CallKey, Finished, Journal, Rung
from community.models.limits import EndpointLimit, Limits
from community.models.monitor import Monitor, Track
from community.seeds import derive

Grade = Callable[[Reply, bool], Rung]
"""How a reply was read, of the reply and whether it was held to the schema; pure, so that a replay agrees."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long to try again; times in seconds."""

    attempts: int = 5
    """Tries of one call, the first included. A 429 is not one of them when other calls got through meanwhile."""
    first_delay: float = 1.0
    """Before the second try; doubles from try to try."""
    longest_delay: float = 60.0
    """A delay doubles up to this."""
    longest_pause: float = 600.0
    """A server that asks for a longer pause is given up."""


class Caller:
    """Makes the calls of one run.

    Args:
        journal: of the run; None keeps nothing.
        cache: of replies across runs; None is off.
        limits: shared by all callers of the process; None for limits of its own.
        monitor: a live view, or None.
        patience: of retries.
    """

    def __init__(
        self,
        *,
        journal: Journal | None = None,
        cache: ReplyCache | None = None,
        limits: Limits | None = None,
        monitor: Monitor | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.journal = journal
        self.cache = cache
        self.limits = limits or Limits()
        self.monitor = monitor
        self.patience = patience or Patience()
        self._under_way: set[CallKey] = set()
        self._without_schema: set[tuple[str, str]] = set()

    async def call(self, model: ChatModel, request: Request, key: CallKey) -> Reply:
        """The reply to a request; see `settle`."""
        return (await self.settle(model, request, key)).reply

    async def settle(
        self, model: ChatModel, request: Request, key: CallKey, *, grade: Grade | None = None
    ) -> Finished:
        """Finish a call: from the journal, from the cache, or by sending it. When this returns, it is on disk.

        Of equal requests that are under way at once in the process, one is sent, and the others find its reply cached.
        A schema that the server refuses is left out, for good in this run.

        Args:
            model: to ask.
            request: what is asked.
            key: which call of the run this is.
            grade: names the rung on which a structured reply was read, for the journal.

        Raises:
            RecordError: the journal has this key with another request, or this very call is under way.
            EndpointError: the endpoint is unusable, or faults outlived the patience.
            ContextOverflowError: the prompt does not fit.
            RejectedError: the endpoint refuses the request for good.
            PluginError: the model's own code failed.
        """
        asked = ask(model.spec, request)
        finished = self.journal.replay(key, asked) if self.journal else None
        if finished is None:
            slot = self.cache.slot(model, asked) if self.cache else None
            with self._once(key):
                async with slot.turn() if slot else nullcontext():
                    found = slot.find() if slot else None
                    if found is not None:
                        finished = Finished(key, found.reply, "cached", native=found.native, spec=model.spec)
                    else:
                        finished = await self._attributed(model, request, key)
                    finished = self._keep(asked, finished, slot, grade)
        if self.monitor is not None:
            self.monitor.finished(finished)
        return finished

    def _keep(self, asked: Asked, finished: Finished, slot: Slot | None, grade: Grade | None) -> Finished:
        """Put a call on disk. Not a coroutine: nothing can come between an answer and the disk."""
        if grade is not None:
            finished = replace(finished, rung=grade(finished.reply, finished.native))
        if self.journal is not None:
            self.journal.write(asked, finished)
        if slot is not None and finished.source == "called":
            slot.keep(finished.reply, native=finished.native)
        return finished

    async def _attributed(self, model: ChatModel, request: Request, key: CallKey) -> Finished:
        try:
            return await self._persist(model, request, key)
        except EndpointError as error:
            error.spec = model.spec
            raise

    async def _persist(self, model: ChatModel, request: Request, key: CallKey) -> Finished:
        """Try until there is an answer or patience ends."""
        limit, spent, retries = self.limits.of(model), 0, 0
        with Track(self.monitor, model.endpoint) as track:
            while True:
                track.to("waiting")
                async with limit:
                    track.to("in_flight")
                    passed, shrunk = limit.passed, limit.shrunk
                    try:
                        started = time.monotonic()
                        reply, native = await self._try(model, request)
                        seconds = time.monotonic() - started
                    except TransientError as error:
                        fault = error
                    else:
                        limit.succeed()
                        track.to("done")
                        return Finished(key, reply, "called", seconds, retries, native, spec=model.spec)
                if fault.status == 429:
                    limit.shrink(shrunk)
                if fault.status != 429 or limit.passed == passed:
                    spent += 1
                retries += 1
                delay = self._delay(model, key, fault, limit, spent)
                track.to("retrying", delay)
                await asyncio.sleep(delay)

    def _delay(
        self, model: ChatModel, key: CallKey, fault: TransientError, limit: EndpointLimit, spent: int
    ) -> float:
        """Seconds until the next try; pauses the whole endpoint when the server asked for it.

        Raises:
            EndpointError: patience ends here.
        """
        who = f"endpoint {model.endpoint!r} ({model.spec})"
        if spent >= self.patience.attempts:
            raise EndpointError(
                f"{who} failed {spent} times for call {key}; the last fault: {fault}"
            ) from fault
        pause = fault.retry_after or 0.0
        if pause > self.patience.longest_pause:
            raise EndpointError(
                f"{who} asks to wait {pause:.0f} s, longer than {self.patience.longest_pause:.0f} s: {fault}"
            ) from fault
        doubled = min(self.patience.longest_delay, self.patience.first_delay * 2 ** max(0, spent - 1))
        jitter = 0.5 + derive(0, *key, spent) / 2**64
        delay = max(pause, doubled * jitter)
        if fault.status == 429 or fault.retry_after is not None:
            limit.pause(delay)
        return delay

    async def _try(self, model: ChatModel, request: Request) -> tuple[Reply, bool]:
        """Send once; the reply, and whether it was held to the schema. A refused schema is remembered."""
        name = (model.spec, model.endpoint)
        if request.schema is None:
            return await self._complete(model, request), False
        plain = replace(request, schema=None)
        if name in self._without_schema:
            return await self._complete(model, plain), False
        try:
            return await self._complete(model, request), True
        except RejectedError:
            reply = await self._complete(model, plain)
            self._without_schema.add(name)
            return reply, False

    async def _complete(self, model: ChatModel, request: Request) -> Reply:
        try:
            async with asyncio.timeout(model.timeout):
                with boundary(f"model {model.spec!r}"):
                    return _encodable(await model.complete(request))
        except TimeoutError as error:
            raise TransientError(f"no reply within {model.timeout:g} s") from error

    @contextmanager
    def _once(self, key: CallKey) -> Generator[None]:
        if key in self._under_way:
            raise RecordError(f"call {key} is asked for while it is under way; two calls need two keys")
        self._under_way.add(key)
        try:
            yield
        finally:
            self._under_way.discard(key)


def _encodable(reply: Reply) -> Reply:
    """The reply without halves of characters, which a cut in the middle of an emoji leaves and no file can hold."""
    try:
        reply.text.encode()
        reply.thinking.encode()
    except UnicodeEncodeError:
        text, thinking = (part.encode(errors="replace").decode() for part in (reply.text, reply.thinking))
        return replace(reply, text=text, thinking=thinking)
    return reply
