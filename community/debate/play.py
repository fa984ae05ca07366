"""Playing a run's debates one after the other: events go out as each step ends, and the module learns in between."""

from collections.abc import AsyncIterator, Collection, Hashable, Sequence
from typing import cast

from community.agents.beliefs import BeliefJudge
from community.agents.wrapping import take_in
from community.debate.community import Community
from community.debate.graph import DebateGraph, Update, build_graph, recursion_limit
from community.debate.records import BeliefEvent, DebateEvent, Event, MessageEvent, QuestionEvent
from community.debate.roster import NEWCOMER
from community.debate.scoring import score_debate
from community.errors import EPISODE_FAULTS
from community.modules.observation import Interaction, Round


async def play_debates(
    community: Community, skip: Collection[Hashable] = ()
) -> AsyncIterator[Sequence[Event]]:
    """Yield the events of every step of every debate, in order, before the next step starts.

    A debate that a request, a plug-in or a norm that cannot be judged breaks is a failed debate, not the end of the
    run; `skip` names debates that failed in an earlier attempt at this run and are not tried again.

    Raises:
        EndpointError: an endpoint cannot be used any more.
    """
    graph, beliefs = build_graph(community), BeliefJudge(community.norms, community.judge)
    for debate in range(len(community.questions)):
        if debate in skip:
            continue
        yield [_opening(community, debate)]
        try:
            async for events in _debate(graph, community, debate, beliefs):
                yield events
        except EPISODE_FAULTS as error:
            question = community.questions[debate].id
            yield [DebateEvent(debate=debate, question=question, status="failed", reason=str(error))]


async def _debate(
    graph: DebateGraph, community: Community, debate: int, beliefs: BeliefJudge
) -> AsyncIterator[Sequence[Event]]:
    rounds: tuple[Round, ...] = ()
    messages: list[MessageEvent] = []
    steps = graph.astream(
        {"debate": debate},
        {"recursion_limit": recursion_limit(community.config.rounds), "callbacks": []},
        stream_mode="updates",
    )
    async for step in steps:
        for update in cast("dict[str, Update]", step).values():
            rounds = update.get("rounds", rounds)
            said = list(update.get("messages", {}).values())
            messages += said
            yield [*update.get("exchanges", ()), *said]
    opening = next(message.text for message in messages if message.agent == NEWCOMER)
    interaction = Interaction(debate, community.questions[debate].render(), opening, rounds)
    await take_in(community.module, interaction)
    belief = community.module.belief
    verdict = await beliefs.verdict(belief, interaction.where)
    yield [BeliefEvent(debate=debate, belief=belief, verdict=verdict)]
    yield [score_debate(debate, community.questions[debate].id, messages)]


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
