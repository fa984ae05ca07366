"""Playing a run's debates one after the other: events go out as each step ends, and the module learns in between."""

from collections.abc import AsyncIterator, Collection, Sequence
from typing import cast

from community.debate.community import Community
from community.debate.graph import DebateGraph, DebateUpdate, build_graph, recursion_limit
from community.debate.records import BeliefEvent, DebateEvent, Event, MessageEvent, QuestionEvent
from community.debate.scoring import score_debate
from community.errors import ContextOverflowError, PluginError, RejectedError, boundary
from community.modules.observation import Interaction

_EPISODE_FAULTS = (ContextOverflowError, RejectedError, PluginError)


async def play(community: Community, skip: Collection[int] = ()) -> AsyncIterator[Sequence[Event]]:
    """Yield the events of every step of every debate, in order, before the next step starts.

    A debate that a request or a plug-in breaks is a failed debate, not the end of the run; `skip` names debates that
    failed in an earlier attempt at this run and are not tried again.

    Raises:
        EndpointError: an endpoint cannot be used any more.
    """
    graph = build_graph(community)
    for debate in range(len(community.questions)):
        if debate in skip:
            continue
        yield (_opening(community, debate),)
        try:
            async for events in _debate(graph, community, debate):
                yield events
        except _EPISODE_FAULTS as error:
            question = community.questions[debate].id
            yield (DebateEvent(debate=debate, question=question, status="failed", reason=str(error)),)


async def _debate(graph: DebateGraph, community: Community, debate: int) -> AsyncIterator[Sequence[Event]]:
    seen: DebateUpdate = {}
    messages: list[MessageEvent] = []
    steps = graph.astream(
        {"debate": debate},
        {"recursion_limit": recursion_limit(community.config.rounds), "callbacks": []},
        stream_mode="updates",
    )
    async for step in steps:
        for update in cast("dict[str, DebateUpdate]", step).values():
            seen.update(update)
            events = update.get("events", ())
            messages += [event for event in events if isinstance(event, MessageEvent)]
            yield events
    yield await _learned(community, debate, seen)
    question = community.questions[debate]
    yield (score_debate(debate, question.id, messages),)


async def _learned(community: Community, debate: int, seen: DebateUpdate) -> Sequence[Event]:
    interaction = Interaction(
        index=debate,
        question=community.questions[debate].render(),
        opening=seen.get("opening", ""),
        rounds=seen.get("rounds", ()),
    )
    with boundary(f"module {type(community.module).__name__}"):
        await community.module.learn(interaction)
    return (BeliefEvent(debate=debate, belief=community.module.belief),)


def _opening(community: Community, debate: int) -> QuestionEvent:
    question = community.questions[debate]
    return QuestionEvent(
        debate=debate,
        question=question.id,
        text=question.render(),
        answer=question.answer,
        category=question.category,
        participates=community.participates[debate],
    )
