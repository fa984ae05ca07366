"""Playing a run's chats one after the other: events go out as steps end, newcomers carry on from chat to chat."""

from collections.abc import AsyncIterator, Collection, Hashable, Sequence
from typing import cast as typed

from community.agents.wrapping import bring_back, knowledge_of
from community.chat.cast import Cast
from community.chat.graph import ChatGraph, Update, build_graph, recursion_limit
from community.chat.records import ChatEvent, Event, OpeningEvent, TurnEvent
from community.errors import EPISODE_FAULTS
from community.statistics.estimate import share


async def play_chats(cast: Cast, skip: Collection[Hashable] = ()) -> AsyncIterator[Sequence[Event]]:
    """Yield the events of every step of every chat, in order, before the next step starts.

    A chat that a request, a plug-in or a norm that cannot be judged breaks is a failed chat, not the end of the run:
    its newcomers know afterwards what they knew before it. `skip` names chats that failed in an earlier attempt at
    this run and are not tried again.

    Raises:
        EndpointError: an endpoint cannot be used any more.
        PluginError: a module cannot tell, or take up again, what it knows.
    """
    graph = build_graph(cast)
    for chat in range(cast.config.chats):
        if chat in skip:
            continue
        known = [knowledge_of(newcomer.module) for newcomer in cast.newcomers]
        yield [_opening(cast, chat)]
        try:
            async for events in _chat(graph, cast, chat):
                yield events
        except EPISODE_FAULTS as error:
            for newcomer, state in zip(cast.newcomers, known, strict=True):
                bring_back(newcomer.module, state)
            yield [ChatEvent(chat=chat, status="failed", reason=str(error))]


async def _chat(graph: ChatGraph, cast: Cast, chat: int) -> AsyncIterator[Sequence[Event]]:
    turns: list[TurnEvent] = []
    steps = graph.astream(
        {"chat": chat},
        {"recursion_limit": recursion_limit(cast.config.turns), "callbacks": []},
        stream_mode="updates",
    )
    async for step in steps:
        for update in typed("dict[str, Update]", step).values():
            events: tuple[Event, ...] = update["events"]
            turns += [event for event in events if isinstance(event, TurnEvent)]
            if events:
                yield events
    own = [turn.complies for turn in turns if turn.role == "newcomer"]
    yield [ChatEvent(chat=chat, status="finished", follow_rate=share(own))]


def _opening(cast: Cast, chat: int) -> OpeningEvent:
    return OpeningEvent(
        chat=chat,
        members=cast.member_names,
        newcomers=cast.newcomer_names,
        habits={member.name: tuple(norm.id for norm in member.habits) for member in cast.members},
        demonstrations=cast.config.demonstrations,
    )
