from pathlib import Path

import pytest

from community.errors import FileFaultsError, UserError
from community.experiments.sweeps.budget import Budget, Prices, Spending, read_prices
from community.models.journal import CallKey, Finished, Source
from tests.models.script import reply

PRICES = """\
"openai:gpt-5-*": {prompt: 0.25, completion: 2}
"openai:*": {prompt: 1, completion: 10}
"""


def prices(folder: Path, text: str = PRICES) -> Prices:
    path = folder / "prices.yaml"
    path.write_text(text)
    return read_prices(path)


def call(spec: str = "openai:gpt-5-nano", source: Source = "called") -> Finished:
    """A call of ten prompt tokens and five of completion."""
    return Finished(CallKey("d0.r0", "Newcomer", "answer"), reply("a"), source, spec=spec)


def test_the_first_pattern_that_fits_gives_the_price(tmp_path: Path) -> None:
    found = prices(tmp_path)

    specs = ("openai:gpt-5-nano", "openai:gpt-4o", "sim:novice")
    assert [price.of(1_000_000, 100_000) for spec in specs if (price := found.of(spec))] == [0.45, 2.0, 0.0]
    assert found.of("ollama:gemma3:4b") is None


def test_a_model_without_a_price_is_refused_by_name(tmp_path: Path) -> None:
    prices(tmp_path).demand(["openai:x", "sim:novice"])
    with pytest.raises(UserError, match="has no price for ollama:a, ollama:b; add one"):
        prices(tmp_path).demand(["ollama:b", "openai:x", "ollama:a"])


def test_faults_of_a_price_file_are_told_with_their_lines(tmp_path: Path) -> None:
    with pytest.raises(
        FileFaultsError, match=r"line 1: a.prompt: .*line 2: b.completion: is required; .*line 3: c.prompt: "
    ):
        prices(tmp_path, "a: {prompt: -1, completion: 0}\nb: {prompt: 1}\nc: {prompt: .inf, completion: 0}\n")


@pytest.mark.parametrize(
    ("most", "calls", "bound"),
    [
        (Spending(calls=3), 3, "3 calls"),
        (Spending(tokens=40), 3, "40 tokens"),
        (Spending(cost=0.00003), 3, "a cost of 3e-05"),
        (Spending(), 99, None),
    ],
)
def test_a_budget_stops_once_when_its_bound_is_reached(
    tmp_path: Path, most: Spending, calls: int, bound: str | None
) -> None:
    stops = list[int]()
    budget = Budget(most, lambda: stops.append(budget.calls), prices(tmp_path))

    for _ in range(99):
        budget.moved("lab", "waiting", "in_flight")
        budget.moved("lab", "in_flight", "done")
        budget.finished(call(source="cached"))
        budget.finished(call())

    assert budget.reached == bound
    assert len(stops) == (bound is not None)
    assert all(stop in (calls - 1, calls) for stop in stops)
    assert budget.cost == pytest.approx(99 * (10 * 0.25 + 5 * 2) / 1e6)
