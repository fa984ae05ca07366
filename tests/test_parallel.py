import asyncio

import pytest

from community.parallel import together


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
