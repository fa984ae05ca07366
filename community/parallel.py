"""Doing several things at once, with results in the order of asking and no stragglers after a failure."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

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
