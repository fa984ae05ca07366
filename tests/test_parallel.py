import asyncio

import pytest

from community.parallel import in_order, together


async def test_together_keeps_the_order_of_asking() -> None:
    async def after(seconds: float, value: int) -> int:
        await asyncio.sleep(seconds)
        return value

    assert await together([after(0.02, 1), after(0.0, 2), after(0.01, 3)]) == [1, 2, 3]


async def test_together_raises_the_failure_and_leaves_no_straggler() -> None:
    ended: list[str] = []

    async def slow() -> None:
        try:
            await asyncio.sleep(10)
        finally:
            ended.append("slow")

    async def broken() -> None:
        await asyncio.sleep(0)
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await together([slow(), broken()])

    assert ended == ["slow"]


async def test_results_come_in_order_however_long_each_takes() -> None:
    begun: list[int] = []

    async def work(number: int) -> int:
        begun.append(number)
        await asyncio.sleep(0.02 if number == 0 else 0)
        return number

    found = [number async for number in in_order(work, range(20), at_once=3)]

    assert found == list(range(20))
    assert begun == list(range(20))


async def test_a_slow_item_does_not_hold_up_the_work_on_later_ones() -> None:
    done: list[int] = []
    last = asyncio.Event()

    async def work(number: int) -> int:
        if number == 0:
            await last.wait()
        done.append(number)
        if number == 19:
            last.set()
        return number

    async with asyncio.timeout(5):
        assert [number async for number in in_order(work, range(20), at_once=2)] == list(range(20))
    assert done == [*range(1, 20), 0]


@pytest.mark.parametrize("at_once", [1, 3, 50])
async def test_no_more_than_so_many_are_under_way(at_once: int) -> None:
    under_way, peak = 0, 0

    async def work(number: int) -> int:
        nonlocal under_way, peak
        under_way += 1
        peak = max(peak, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return number

    assert [number async for number in in_order(work, range(9), at_once=at_once)] == list(range(9))
    assert peak == min(at_once, 9)


async def test_a_failure_comes_after_all_that_is_before_it_and_ends_the_rest() -> None:
    found: list[int] = []
    ended: list[int] = []

    async def work(number: int) -> int:
        if number == 2:
            raise ValueError("the third")
        try:
            await asyncio.sleep(0.01 if number < 2 else 60)
        finally:
            ended.append(number)
        return number

    with pytest.raises(ValueError, match="the third"):
        async for number in in_order(work, range(100), at_once=5):
            found.append(number)

    assert found == [0, 1]
    assert {0, 1, 3, 4, 5} <= set(ended) <= {0, 1, 3, 4, 5, 6}


async def test_what_nobody_waits_for_any_more_is_cancelled() -> None:
    ended: list[int] = []

    async def work(number: int) -> int:
        try:
            await asyncio.sleep(60 if number else 0)
        finally:
            ended.append(number)
        return number

    results = in_order(work, range(100), at_once=4)
    async for _ in results:
        break
    await results.aclose()

    assert sorted(ended) == [0, 1, 2, 3, 4]
