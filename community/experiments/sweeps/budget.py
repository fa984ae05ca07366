"""What a sweep may spend, and the clean stop when it is spent: calls under way end, and no further one is sent."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from pydantic import Field, TypeAdapter

from community.config import Config, read_yaml, validate
from community.errors import UserError
from community.experiments.runs.config import RunSettings
from community.experiments.sweeps.cells import Cell
from community.models import is_simulated
from community.models.journal import Finished
from community.models.monitor import Phase

_MILLION = 1_000_000


class Price(Config):
    """What a model costs, in the user's own currency."""

    prompt: float = Field(ge=0, allow_inf_nan=False)
    """For a million prompt tokens."""
    completion: float = Field(ge=0, allow_inf_nan=False)
    """For a million completion tokens."""

    def of(self, prompt_tokens: int, completion_tokens: int) -> float:
        """The cost of so many tokens."""
        return (self.prompt * prompt_tokens + self.completion * completion_tokens) / _MILLION


_FREE = Price(prompt=0, completion=0)


@dataclass(frozen=True)
class Prices:
    """Pattern of a model's spec -> its price; the first that fits counts. Scripted people are free."""

    by_pattern: Mapping[str, Price]

    def of(self, spec: str) -> Price | None:
        """The price of a model; None when no pattern fits."""
        if is_simulated(spec):
            return _FREE
        return next((price for pattern, price in self.by_pattern.items() if fnmatchcase(spec, pattern)), None)

    def demand(self, specs: Iterable[str]) -> None:
        """Refuse models without a price.

        Raises:
            UserError: names them.
        """
        lacking = sorted({spec for spec in specs if self.of(spec) is None})
        if lacking:
            raise UserError(
                f"the price file has no price for {', '.join(lacking)}; add one, or a pattern such as 'ollama:*'"
            )


def read_prices(path: Path) -> Prices:
    """The prices in a YAML file: `"openai:gpt-5-*": {prompt: 0.25, completion: 2}`.

    Raises:
        UserError: it cannot be read, or is faulty; every fault with its line.
    """
    return Prices(validate(read_yaml(path), TypeAdapter(dict[str, Price])))


@dataclass(frozen=True)
class Spending:
    """The most that may be spent by one invocation; None is no bound."""

    calls: int | None = None
    tokens: int | None = None
    seconds: float | None = None
    cost: float | None = None


class Budget:
    """Counts what calls spend, as their monitor, and stops the sending of calls when a bound is reached.

    The number of calls is never exceeded; tokens and cost may be, by the calls that are then under way.

    Args:
        most: what may be spent.
        stop: called once, when a bound is reached.
        prices: for the cost; None leaves it uncounted.
    """

    def __init__(self, most: Spending, stop: Callable[[], None], prices: Prices | None = None) -> None:
        self.most = most
        self.prices = prices
        self.calls = 0
        self.tokens = 0
        self.cost = 0.0
        self.reached: str | None = None
        """Which bound was reached, in words."""
        self._stop = stop
        self._under_way = 0

    def demand_prices(self, configs: Iterable[RunSettings]) -> None:
        """Refuse models whose cost would not be counted.

        Raises:
            UserError: a cost is bounded, and a model of these runs has no price.
        """
        if self.most.cost is not None and self.prices is not None:
            self.prices.demand(spec for config in configs for spec in config.specs)

    def start_clock(self) -> None:
        """Let the time run from now on."""
        if self.most.seconds is not None:
            told = f"{self.most.seconds:g} s"
            asyncio.get_running_loop().call_later(self.most.seconds, self._reach, told)

    def moved(self, endpoint: str, before: Phase | None, after: Phase | None, seconds: float = 0.0) -> None:
        """A call changed its phase."""
        self._under_way += (after == "in_flight") - (before == "in_flight")
        self._bound_calls()

    def finished(self, call: Finished) -> None:
        """A call is over."""
        if call.source != "called":
            return
        usage = call.reply.usage
        self.calls += 1
        self.tokens += usage.prompt_tokens + usage.completion_tokens
        price = self.prices.of(call.spec) if self.prices else None
        if price is not None:
            self.cost += price.of(usage.prompt_tokens, usage.completion_tokens)
        self._bound_calls()
        if self.most.tokens is not None and self.tokens >= self.most.tokens:
            self._reach(f"{self.most.tokens:,} tokens")
        if self.most.cost is not None and self.cost >= self.most.cost:
            self._reach(f"a cost of {self.most.cost:g}")

    def episode_ended(self, cell: Cell, *, replayed: bool) -> None:
        """Episodes have no price."""

    def _bound_calls(self) -> None:
        if self.most.calls is not None and self.calls + self._under_way >= self.most.calls:
            self._reach(f"{self.most.calls:,} calls")

    def _reach(self, bound: str) -> None:
        if self.reached is None:
            self.reached = bound
            self._stop()
