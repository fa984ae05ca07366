"""Playing the scenarios of a run: replies overlap as far as endpoints allow, and their events keep a fixed order."""

from collections.abc import AsyncIterator, Collection, Hashable, Iterable, Sequence
from typing import Any, cast

from community.errors import EPISODE_FAULTS
from community.models import is_simulated
from community.models.seat import Seat
from community.parallel import in_order
from community.scenarios.evaluation import Evaluation, Item
from community.scenarios.graph import ReplyGraph, ReplyState, build_graph
from community.scenarios.records import Event, ReplyEvent

_MOST_AT_ONCE = 1024


async def play_scenarios(
    evaluation: Evaluation, skip: Collection[Hashable] = ()
) -> AsyncIterator[Sequence[Event]]:
    """Yield the event of every reply in the order of the items, as soon as it and all before it are there.

    A reply that a request or a plug-in breaks is a failed one, not the end of the run; `skip` names items (see
    `Item.where`) that failed in an earlier attempt at this run and are not tried again.

    Raises:
        EndpointError: an endpoint cannot be used any more.
    """
    graph = build_graph(evaluation)
    seats = (evaluation.subject, evaluation.services.seat, evaluation.judge.seat)

    async def reply(item: Item) -> ReplyEvent:
        try:
            return await _reply(graph, evaluation, item)
        except EPISODE_FAULTS as error:
            return ReplyEvent(**_names(evaluation, item), status="failed", reason=str(error))

    items = (item for item in evaluation.items if item.where not in skip)
    events = in_order(reply, items, at_once=breadth(seats))
    try:
        async for event in events:
            yield [event]
    finally:
        await events.aclose()


def breadth(seats: Iterable[Seat]) -> int:
    """So many replies under way that no endpoint waits for work: twice what all of them take at once."""
    limits = {seat.model.endpoint: _at_once(seat) for seat in seats}
    return min(_MOST_AT_ONCE, 2 * sum(limits.values()))


def _at_once(seat: Seat) -> int:
    """Calls that the endpoint of a seat takes at once; a scripted person answers without delay, so one is enough."""
    return 1 if is_simulated(seat.model.spec) else seat.caller.limits.of(seat.model).parallel


async def _reply(graph: ReplyGraph, evaluation: Evaluation, item: Item) -> ReplyEvent:
    state = cast("ReplyState", await graph.ainvoke({"item": item.number}, {"callbacks": []}))
    draft = state["draft"]
    return ReplyEvent(
        **_names(evaluation, item),
        status="finished",
        reply=draft.text,
        candidate=draft.candidate,
        judge=state["judge"],
        rule=state["rule"],
        faults=draft.faults,
    )


def _names(evaluation: Evaluation, item: Item) -> dict[str, Any]:
    """What an event is about."""
    return {
        "scenario": item.scenario.id,
        "event": item.scenario.event,
        "norm": item.scenario.norm,
        "condition": item.condition,
        "trial": item.trial,
        "module": evaluation.module,
    }
