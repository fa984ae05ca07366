"""What a sweep would take: what a dry run says of a cell of every kind, summed over the cells."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from community.experiments.runs.plan import Plan
from community.experiments.runs.setting import setting_of
from community.experiments.sweeps.budget import Prices
from community.experiments.sweeps.cells import Cell
from community.models import is_simulated
from community.models.pool import ModelPool
from community.records import SCHEMA_VERSION, Record

SECONDS = 2.0
"""What a call is taken to last when nothing is known."""
_SERIAL = ("Newcomer", "Module")
"""Whose calls wait for each other."""


class PlannedModel(Record):
    """What one model would be asked."""

    spec: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    """In the currency of the price file; None without a price."""


class SweepEstimate(Record):
    """What `community sweep --dry-run --json` prints; an estimate, as that of a run."""

    schema_version: int = SCHEMA_VERSION
    title: str
    cells: int
    episodes: int
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    """Of the models that have a price; None when none has."""
    seconds: float
    """Roughly; scripted people count nothing."""
    seconds_per_call: float
    """On which this is based."""
    by_model: tuple[PlannedModel, ...]
    names: tuple[str, ...]
    """The cells, in the order in which they would be played."""


async def estimate_cells(cells: Sequence[Cell], *, played: int | None = None) -> dict[str, Plan]:
    """Name of each cell -> what it would take; cells that differ in norm or seed alone are played once.

    Args:
        cells: of one study.
        played: how many episodes are played of each kind of cell; None for as many as the dry run of a run plays.

    Raises:
        UserError: the setting of the cells has no estimate.
    """
    plans: dict[str, Plan] = {}
    for cell in cells:
        shape = _shape(cell)
        if shape not in plans:
            plans[shape] = await setting_of(cell.config).plan(cell.config, played=played)
    return {cell.name: plans[_shape(cell)] for cell in cells}


def sum_up(
    title: str,
    cells: Sequence[Cell],
    estimates: Mapping[str, Plan],
    *,
    prices: Prices | None = None,
    seconds_per_call: float = SECONDS,
) -> SweepEstimate:
    """The estimate of a whole sweep."""
    totals: dict[str, list[int]] = {}
    for cell in cells:
        for row in estimates[cell.name].by_purpose:
            total = totals.setdefault(row.spec, [0, 0, 0])
            for place, count in enumerate((row.calls, row.prompt_tokens, row.completion_tokens)):
                total[place] += count
    models = tuple(_model(spec, total, prices) for spec, total in sorted(totals.items()))
    costs = [model.cost for model in models if model.cost is not None]
    return SweepEstimate(
        title=title,
        cells=len(cells),
        episodes=sum(cell.config.episodes for cell in cells),
        calls=sum(model.calls for model in models),
        prompt_tokens=sum(model.prompt_tokens for model in models),
        completion_tokens=sum(model.completion_tokens for model in models),
        cost=sum(costs) if costs else None,
        seconds=round(_waves(cells, estimates, totals) * seconds_per_call, 1),
        seconds_per_call=seconds_per_call,
        by_model=models,
        names=tuple(cell.name for cell in cells),
    )


def _model(spec: str, total: Sequence[int], prices: Prices | None) -> PlannedModel:
    calls, prompt, completion = total
    price = prices.of(spec) if prices else None
    cost = price.of(prompt, completion) if price else None
    return PlannedModel(spec=spec, calls=calls, prompt_tokens=prompt, completion_tokens=completion, cost=cost)


def _waves(
    cells: Sequence[Cell], estimates: Mapping[str, Plan], totals: Mapping[str, Sequence[int]]
) -> float:
    """How many calls follow each other: those of the longest cell, or those of the busiest endpoint at its limit."""
    pool, load = ModelPool(), dict[str, float]()
    staged = [setting_of(cell.config).stage(cell.config, pool) for cell in _one_of_each(cells)]
    for model in {
        model.spec: model for one in staged for model in one.models if not is_simulated(model.spec)
    }.values():
        load[model.endpoint] = (
            load.get(model.endpoint, 0.0) + totals.get(model.spec, (0,))[0] / model.parallel
        )
    return max([0.0, *load.values(), *(_serial(estimates[cell.name]) for cell in cells)])


def _one_of_each(cells: Sequence[Cell]) -> Iterable[Cell]:
    """A cell for each company of models."""
    return {cell.config.specs: cell for cell in cells}.values()


def _serial(plan: Plan) -> int:
    """Calls of a cell that have to be made one after the other, roughly."""
    return sum(row.calls for row in plan.by_purpose if row.who in _SERIAL and not is_simulated(row.spec))


def _shape(cell: Cell) -> str:
    """All that decides how many calls a cell makes: everything but its seed and the texts of its norms."""
    dumped: dict[str, Any] = cell.config.model_dump(mode="json", exclude={"seed", "prompts"})
    for name in ("norms", "idiosyncratic"):
        dumped[name] = len(dumped.get(name) or ())
    return json.dumps([cell.config.episodes, dumped], sort_keys=True)
