import asyncio
import time

import pytest

from community.models.limits import EndpointLimit, Limits
from tests.models.script import Script


async def test_no_more_than_the_limit_is_held_at_once() -> None:
    limit, held, peak = EndpointLimit(3), 0, 0

    async def hold() -> None:
        nonlocal held, peak
        async with limit:
            held += 1
            peak = max(peak, held)
            await asyncio.sleep(0.001)
            held -= 1

    await asyncio.gather(*(hold() for _ in range(20)))

    assert (held, peak) == (0, 3)


async def test_first_come_is_first_served() -> None:
    limit, order = EndpointLimit(2), list[int]()

    async def hold(number: int) -> None:
        async with limit:
            order.append(number)
            await asyncio.sleep(0)

    await asyncio.gather(*(hold(number) for number in range(30)))

    assert order == list(range(30))


async def test_a_pause_holds_everybody_and_a_shorter_one_does_not_end_it() -> None:
    limit, entered = EndpointLimit(4), list[float]()
    start = time.monotonic()
    limit.pause(0.1)
    limit.pause(0.01)

    async def hold() -> None:
        async with limit:
            entered.append(time.monotonic() - start)

    await asyncio.gather(*(hold() for _ in range(8)))

    assert min(entered) >= 0.1


async def test_a_pause_that_grows_while_it_is_waited_for_is_waited_out() -> None:
    limit = EndpointLimit(1)
    start = time.monotonic()
    limit.pause(0.05)
    asyncio.get_running_loop().call_later(0.02, limit.pause, 0.1)

    async with limit:
        waited = time.monotonic() - start

    assert waited >= 0.12


async def test_who_is_cancelled_in_a_pause_or_in_the_queue_leaves_no_slot_taken() -> None:
    limit = EndpointLimit(1)
    limit.pause(0.1)

    async def hold() -> None:
        async with limit:
            pytest.fail("it was cancelled")

    waiting = [asyncio.create_task(hold()) for _ in range(3)]
    await asyncio.sleep(0.01)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)

    async with asyncio.timeout(5), limit:
        pass


def test_the_models_of_an_endpoint_share_its_limit() -> None:
    limits = Limits({"lab": 7})

    assert limits.of(Script(endpoint="a", parallel=2)) is limits.of(Script(spec="test:b", endpoint="a"))
    assert limits.of(Script(endpoint="a")).parallel == 2
    assert limits.of(Script(endpoint="lab", parallel=2)).parallel == 7


@pytest.mark.parametrize(("parallel", "processes", "part"), [(16, 4, 4), (7, 2, 3), (2, 5, 1)])
def test_processes_that_share_an_endpoint_get_their_part_and_one_call_at_least(
    parallel: int, processes: int, part: int
) -> None:
    assert Limits(processes=processes).of(Script(parallel=parallel)).parallel == part


async def test_a_server_with_too_much_gets_half_and_wins_it_back_one_by_one() -> None:
    limit = EndpointLimit(8)

    limit.shrink(since=0)
    limit.shrink(since=0)  # the same burst
    assert (limit.allowed, limit.least, limit.shrunk) == (4, 4, 1)

    for _ in range(4):
        limit.succeed()
    assert limit.allowed == 5
    for _ in range(100):
        limit.succeed()
    assert (limit.allowed, limit.least) == (8, 4)


async def test_a_smaller_limit_holds_for_who_comes_next_and_for_who_waits() -> None:
    limit, held, peak = EndpointLimit(8), 0, 0

    async def hold() -> None:
        nonlocal held, peak
        async with limit:
            held += 1
            peak = max(peak, held)
            await asyncio.sleep(0.001)
            held -= 1

    limit.shrink(since=0)
    limit.shrink(since=1)
    await asyncio.gather(*(hold() for _ in range(20)))

    assert (peak, limit.allowed) == (2, 2)


async def test_stopped_limits_let_calls_end_and_nobody_in() -> None:
    limits, ended = Limits(), list[int]()

    async def hold(number: int, endpoint: str) -> None:
        async with limits.of(Script(endpoint=endpoint, parallel=2)):
            await asyncio.sleep(0.02)
            ended.append(number)

    tasks = [asyncio.create_task(hold(number, "a")) for number in range(4)]
    await asyncio.sleep(0)
    limits.stop()
    tasks.append(asyncio.create_task(hold(4, "b")))
    async with asyncio.timeout(5):
        await limits.drained()

    assert ended == [0, 1]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
