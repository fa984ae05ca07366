"""Work that can be stopped: the first signal saves and stops, the second leaves at once."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Coroutine, Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, TypeVar

from community.errors import Interrupted

T = TypeVar("T")
_STOPPING = (signal.SIGINT, signal.SIGTERM)
_SHOW_CURSOR = "\x1b[?25h\n"


def run_until_stopped(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine; SIGINT and SIGTERM cancel it.

    Raises:
        Interrupted: it was stopped; its exit code says by which signal.
    """
    received: list[int] = []

    async def stoppable() -> T:
        with _signals(received):
            return await work

    try:
        return asyncio.run(stoppable())
    except (asyncio.CancelledError, Interrupted) as stop:
        error = (
            stop if isinstance(stop, Interrupted) else Interrupted("interrupted before anything was started")
        )
        if signal.SIGTERM in received:
            error.exit_code = 128 + signal.SIGTERM
        raise error from None


@contextmanager
def ended_by_signals() -> Generator[None]:
    """SIGINT and SIGTERM end what goes on within, and no more; also where whoever started us has them ignored."""
    before = {number: signal.signal(number, signal.default_int_handler) for number in _STOPPING}
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _signals(received: list[int]) -> Generator[None]:
    """Turn the first signal into a cancellation of the current task."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None

    def stop(number: int, frame: FrameType | None) -> None:
        if received:
            _leave(128 + number)
        received.append(number)
        loop.call_soon_threadsafe(task.cancel)

    before = {number: signal.signal(number, stop) for number in _STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(code: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(_SHOW_CURSOR)
        sys.stderr.flush()
    os._exit(code)
