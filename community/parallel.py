"""Doing several things at once, with results in the order of asking and no stragglers after a failure."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")


async def together(coroutines: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Run all at once and return their results in the order given.

    The first failure in that order is raised, after the others were cancelled and have ended.
    """
    tasks: list[asyncio.Task[T]] = []
    try:
        async with asyncio.TaskGroup() as group:
            tasks += [group.create_task(coroutine) for coroutine in coroutines]
    except BaseExceptionGroup:
        failures = [task.exception() for task in tasks if not task.cancelled()]
        raise next(failure for failure in failures if failure is not None) from None
    return [task.result() for task in tasks]


async def in_order(
    work: Callable[[S], Awaitable[T]], items: Iterable[S], *, at_once: int
) -> AsyncGenerator[T]:
    """Work on many items and yield the results in the order of the items, each as soon as it and all before are there.

    A failure is raised in its place, after everything before it; then, and when nobody wants the rest, what is still
    under way is cancelled and has ended.

    Args:
        work: done for each item.
        items: taken one by one, as work on earlier ones ends.
        at_once: how many are under way; one that is finished and waits for an earlier one does not count.
    """
    rest = iter(items)
    results: deque[asyncio.Task[T]] = deque()

    def begin_next() -> None:
        for item in rest:
            results.append(asyncio.create_task(finish(item)))
            return

    async def finish(item: S) -> T:
        result = await work(item)
        begin_next()
        return result

    try:
        for _ in range(at_once):
            begin_next()
        while results:
            yield await results[0]
            results.popleft()
    finally:
        for task in results:
            task.cancel()
        await asyncio.gather(*results, return_exceptions=True)
