"""The group chat as a LangGraph graph, turn after turn. The room's only door to langgraph.

`floor` decides whose turn it is; a member `speak`s, a newcomer `learn`s from what it has heard and then `send`s; in
the end `leave` lets all newcomers learn from what came last.
"""

from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from community.agents.beliefs import BeliefJudge
from community.agents.draft import Place
from community.agents.wrapping import take_in
from community.chat.cast import Cast, Newcomer
from community.chat.floor import Floor, next_floor
from community.chat.judging import member_turn, newcomer_turn
from community.chat.records import BeliefEvent, Event, PhaseEvent, TopicEvent, TurnEvent
from community.chat.speaking import due, member_speaks, newcomer_speaks
from community.chat.standing import last_turn
from community.chat.stretch import stretch_of


class ChatInput(TypedDict):
    """What starts a chat: which of the run, counted from 0."""

    chat: int


class ChatState(ChatInput):
    """What flows through the graph; every step returns the fields that it changes.

    Attributes:
        log: all messages so far.
        floor: whose turn it is.
        events: of the step that has just ended.
    """

    log: tuple[TurnEvent, ...]
    floor: Floor
    events: tuple[Event, ...]


Update = dict[str, Any]
ChatGraph = CompiledStateGraph[ChatState, None, ChatInput, ChatState]


def build_graph(cast: Cast) -> ChatGraph:
    """The graph of one cast's chats; one invocation is one chat."""
    nodes = _Nodes(cast)
    graph: StateGraph[ChatState, None, ChatInput, ChatState] = StateGraph(
        ChatState, input_schema=ChatInput, output_schema=ChatState
    )
    graph.add_node("floor", nodes.floor)
    graph.add_node("learn", nodes.learn)
    graph.add_node("send", nodes.send)
    graph.add_node("speak", nodes.speak)
    graph.add_node("leave", nodes.leave)
    graph.add_edge(START, "floor")
    graph.add_conditional_edges("floor", nodes.whose_turn, {"newcomer": "learn", "member": "speak"})
    graph.add_edge("learn", "send")
    for said in ("send", "speak"):
        graph.add_conditional_edges(said, nodes.next_step, {"next turn": "floor", "chat is over": "leave"})
    graph.add_edge("leave", END)
    return graph.compile(name="group chat")


def recursion_limit(turns: int) -> int:
    """Steps of a chat: at most three for a turn, and leaving."""
    return 3 * turns + 2


class _Nodes:
    """The steps of a chat; each reads the state and returns what changed."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.beliefs = [BeliefJudge(norms, cast.judge) for norms in cast.phases]

    async def floor(self, state: ChatState) -> Update:
        """Somebody gets the floor; a new phase or topic begins before the message that it is the first of."""
        log = state.get("log", ())
        floor = await next_floor(self.cast, state["chat"], log)
        return {"log": log, "floor": floor, "events": self._changes(floor)}

    async def whose_turn(self, state: ChatState) -> str:
        """What kind of person has the floor."""
        return "newcomer" if state["floor"].speaker in self.cast.newcomer_names else "member"

    async def learn(self, state: ChatState) -> Update:
        """The newcomer takes in what has happened since its latest message."""
        return {"events": await self._learned(state, self._newcomer(state["floor"]), state["floor"].turn)}

    async def send(self, state: ChatState) -> Update:
        """The newcomer writes, and it is decided how its message is met."""
        floor, log = state["floor"], state["log"]
        at = self._place(floor)
        draft = await newcomer_speaks(self.cast, self._newcomer(floor), at, log)
        turn = await newcomer_turn(self.cast, floor, at, draft, log)
        return {"log": (*log, turn), "events": (turn,)}

    async def speak(self, state: ChatState) -> Update:
        """A member goes on with the talk, or reacts to a newcomer."""
        floor, log = state["floor"], state["log"]
        member = self.cast.members[self.cast.member_names.index(floor.speaker)]
        at = self._place(floor)
        withheld = self._withheld(state)
        norms = () if withheld else self.cast.norms_at(floor.turn)
        owed = due(self.cast, member.name, log)
        draft = await member_speaks(self.cast, member, at, log, norms=norms, reacts_to=owed)
        turn = await member_turn(
            self.cast, floor, at, draft, member=member, reacts_to=owed, withheld=withheld
        )
        return {"log": (*log, turn), "events": (turn,)}

    async def next_step(self, state: ChatState) -> str:
        """Whether another turn follows."""
        return "next turn" if len(state["log"]) < self.cast.config.turns else "chat is over"

    async def leave(self, state: ChatState) -> Update:
        """Every newcomer takes in what came last."""
        turn = self.cast.config.turns + 1
        learned = [await self._learned(state, newcomer, turn) for newcomer in self.cast.newcomers]
        return {"events": tuple(event for events in learned for event in events)}

    def _changes(self, floor: Floor) -> tuple[Event, ...]:
        chat, turn = floor.chat, floor.turn
        events: list[Event] = []
        if turn in {phase.from_turn for phase in self.cast.config.phases}:
            norms = tuple(norm.id for norm in self.cast.norms_at(turn))
            events.append(PhaseEvent(chat=chat, turn=turn, norms=norms))
        if (turn - 1) % self.cast.config.topic_every == 0:
            topic = self.cast.topic_at(chat, turn)
            events.append(TopicEvent(chat=chat, turn=turn, topic=topic.id, text=topic.text))
        return tuple(events)

    async def _learned(self, state: ChatState, newcomer: Newcomer, turn: int) -> tuple[BeliefEvent, ...]:
        """Let the module learn; what it then believes, unless nothing has happened."""
        chat, log = state["chat"], state["log"]
        own = last_turn(log, newcomer.name)
        heard = range(own.turn if own else 1, turn)
        interaction = stretch_of(
            log,
            newcomer.name,
            index=chat * (self.cast.config.turns + 1) + turn - 1,
            topics=[self.cast.topic_at(chat, number).text for number in heard],
        )
        if interaction is None:
            return ()
        await take_in(newcomer.module, interaction)
        belief = newcomer.module.belief
        judge = self.beliefs[self.cast.phase_at(turn)]
        verdict = await judge.verdict(belief, f"{interaction.where}.{newcomer.name}")
        return (BeliefEvent(chat=chat, turn=turn, newcomer=newcomer.name, belief=belief, verdict=verdict),)

    def _withheld(self, state: ChatState) -> bool:
        """Whether members do not know the norms yet: until every newcomer has written once, without demonstrations."""
        return not self.cast.config.demonstrations and any(
            last_turn(state["log"], name) is None for name in self.cast.newcomer_names
        )

    def _place(self, floor: Floor) -> Place:
        return Place(floor.where, self.cast.topic_at(floor.chat, floor.turn).text)

    def _newcomer(self, floor: Floor) -> Newcomer:
        return self.cast.newcomers[self.cast.newcomer_names.index(floor.speaker)]
