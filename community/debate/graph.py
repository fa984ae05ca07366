"""The debate as a LangGraph graph: answer, then gate and discuss for every round. The only door to langgraph.

`answer` and `discuss` let all agents speak at once and take up their messages in roster order, whoever ends first.
"""

from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from community.agents.draft import Draft
from community.debate.agents import Insider, Turn
from community.debate.community import Community
from community.debate.judging import judge_message
from community.debate.records import ExchangeEvent, MessageEvent
from community.debate.roster import NEWCOMER
from community.modules.observation import Round, Utterance
from community.parallel import together
from community.tasks import Question


class DebateInput(TypedDict):
    """What starts a debate: which question of the run, counted from 0."""

    debate: int


class DebateState(DebateInput):
    """What flows through the graph; every step returns the fields that it changes.

    Attributes:
        round: 0 after the initial answers.
        messages: every agent's latest message, in roster order.
        exchanges: what the background agents did to the newcomer at the start of this round.
        rounds: the finished rounds from the newcomer's seat.
    """

    round: int
    messages: dict[str, MessageEvent]
    exchanges: tuple[ExchangeEvent, ...]
    rounds: tuple[Round, ...]


Update = dict[str, Any]
DebateGraph = CompiledStateGraph[DebateState, None, DebateInput, DebateState]


def build_graph(community: Community) -> DebateGraph:
    """The graph of one community's debates; one invocation is one debate."""
    nodes = _Nodes(community)
    graph: StateGraph[DebateState, None, DebateInput, DebateState] = StateGraph(
        DebateState, input_schema=DebateInput, output_schema=DebateState
    )
    graph.add_node("answer", nodes.answer)
    graph.add_node("gate", nodes.gate)
    graph.add_node("discuss", nodes.discuss)
    graph.add_edge(START, "answer")
    graph.add_edge("answer", "gate")
    graph.add_edge("gate", "discuss")
    graph.add_conditional_edges("discuss", nodes.next_step, {"next round": "gate", "last round is over": END})
    return graph.compile(name="community debate")


def recursion_limit(rounds: int) -> int:
    """Steps of a debate with T discussion rounds: the answers, then two for every round and the final one."""
    return 2 * (rounds + 1) + 2


class _Nodes:
    """The steps of a debate; each reads the state and returns what changed."""

    def __init__(self, community: Community) -> None:
        self.community = community

    async def answer(self, state: DebateInput) -> Update:
        """Initial answers of all agents."""
        debate = state["debate"]
        question = self.community.questions[debate]
        turn = Turn(f"d{debate}.r0", question.render(), 0, None)
        drafts = await together(
            [
                self.community.newcomer.speak(turn, participating=True, so_far=()),
                *(insider.speak(turn) for insider in self.community.insiders),
            ]
        )
        return {"round": 0, "messages": await self._judged(debate, 0, question, drafts), "rounds": ()}

    async def gate(self, state: DebateState) -> Update:
        """Every background agent shares with the newcomer or sanctions it."""
        number = state["round"] + 1
        exchanges = await together(
            self._exchange(insider, state, number) for insider in self.community.insiders
        )
        return {"round": number, "exchanges": tuple(exchanges)}

    async def discuss(self, state: DebateState) -> Update:
        """All agents write their next message on what reached them."""
        debate, number = state["debate"], state["round"]
        question = self.community.questions[debate]
        participating = self.community.participates[debate][number - 1]
        heard = tuple(self._heard(exchange, state) for exchange in state["exchanges"])
        shown = heard if participating or self.community.config.observation_shares_reasoning else None
        drafts = await together(
            [
                self.community.newcomer.speak(
                    self._turn(state, NEWCOMER, shown), participating=participating, so_far=state["rounds"]
                ),
                *(
                    insider.speak(self._turn(state, insider.name, self._heard_by(insider, state)))
                    for insider in self.community.insiders
                ),
            ]
        )
        messages = await self._judged(debate, number, question, drafts)
        sent = state["messages"][NEWCOMER].text if participating else None
        finished = Round(number, participating, sent, heard, messages[NEWCOMER].text)
        return {"messages": messages, "rounds": (*state["rounds"], finished)}

    async def next_step(self, state: DebateState) -> str:
        """Whether another round follows."""
        over = state["round"] > self.community.config.rounds
        return "last round is over" if over else "next round"

    async def _exchange(self, insider: Insider, state: DebateState, number: int) -> ExchangeEvent:
        debate = state["debate"]
        message = state["messages"][NEWCOMER]
        participates = self.community.participates[debate][number - 1]
        outcome = self.community.gate.decide(
            debate=debate,
            round_number=number,
            agent=insider.name,
            participates=participates,
            complied=message.complies,
        )
        text = await self._sanction(insider, state, number) if outcome == "refused" else None
        complied = message.complies if participates else None
        return ExchangeEvent(
            debate=debate, round=number, agent=insider.name, outcome=outcome, complied=complied, text=text
        )

    async def _sanction(self, insider: Insider, state: DebateState, number: int) -> str:
        sanction = self.community.config.sanction
        if sanction.style == "off_topic":
            question = self.community.questions[state["debate"]].render()
            turn = Turn(f"d{state['debate']}.r{number}", question, number, None)
            return await insider.off_topic(state["messages"][NEWCOMER].text, turn)
        return sanction.text if sanction.style == "refusal" else ""

    def _heard(self, exchange: ExchangeEvent, state: DebateState) -> Utterance:
        text = exchange.text if exchange.text is not None else state["messages"][exchange.agent].text
        return Utterance(exchange.agent, text)

    def _heard_by(self, insider: Insider, state: DebateState) -> tuple[Utterance, ...]:
        """The latest messages of the other background agents and, if this one admitted it, of the newcomer."""
        admitted = any(item.agent == insider.name and item.outcome == "shared" for item in state["exchanges"])
        with_newcomer = admitted and self.community.config.exchange == "mutual"
        return tuple(
            Utterance(name, message.text)
            for name, message in state["messages"].items()
            if name != insider.name and (name != NEWCOMER or with_newcomer)
        )

    def _turn(self, state: DebateState, agent: str, heard: tuple[Utterance, ...] | None) -> Turn:
        debate, number = state["debate"], state["round"]
        question = self.community.questions[debate].render()
        return Turn(f"d{debate}.r{number}", question, number, state["messages"][agent].text, heard)

    async def _judged(
        self, debate: int, number: int, question: Question, drafts: list[Draft]
    ) -> dict[str, MessageEvent]:
        names = [NEWCOMER, *(insider.name for insider in self.community.insiders)]
        return {
            name: await judge_message(
                self.community, draft, debate=debate, number=number, agent=name, question=question
            )
            for name, draft in zip(names, drafts, strict=True)
        }
