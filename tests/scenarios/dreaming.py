"""A clock that goes on while an event loop waits, and stands still while it works."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any


class Impatient(selectors.DefaultSelector):
    """Waits for nobody: it notes how long it was told to wait."""

    waited = 0.0

    def select(self, timeout: float | None = None) -> Any:
        self.waited += max(0.0, timeout or 0.0)
        return super().select(0)


class Dreaming(asyncio.SelectorEventLoop):
    """An event loop with that clock."""

    def __init__(self) -> None:
        self.selector = Impatient()
        super().__init__(self.selector)

    def time(self) -> float:
        return self.selector.waited


def seconds(play: Callable[[], Coroutine[Any, Any, object]]) -> float:
    """How long something waits in all, whatever the machine is doing besides."""
    with asyncio.Runner(loop_factory=Dreaming) as runner:
        runner.run(play())
        return runner.get_loop().time()
