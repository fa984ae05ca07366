"""One reply as a LangGraph graph: compose while the module watches the chat, rewrite, judge."""

from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from community.errors import boundary
from community.modules.module import Context, NormativeModule
from community.scenarios.conditions import subject_prompt
from community.scenarios.evaluation import Evaluation, Item
from community.scenarios.judging import judge_by_rule
from community.scenarios.records import JudgeVerdict, RuleVerdict
from community.scenarios.watching import watched


class ReplyInput(TypedDict):
    """What starts a reply.

    Attributes:
        item: which reply of the run.
        module: what wraps the subject in it.
    """

    item: Item
    module: NormativeModule


class ReplyState(ReplyInput):
    """What flows through the graph; every step returns the fields that it adds.

    Attributes:
        candidate: the subject's own words.
        truncated: the candidate was cut off.
        reply: what is sent.
        judge, rule: the verdicts on it.
    """

    candidate: str
    truncated: bool
    reply: str
    judge: JudgeVerdict
    rule: RuleVerdict | None


Update = dict[str, Any]
ReplyGraph = CompiledStateGraph[ReplyState, None, ReplyInput, ReplyState]


def build_graph(evaluation: Evaluation) -> ReplyGraph:
    """The graph of one run's replies; one invocation is one reply."""
    nodes = _Nodes(evaluation)
    graph: StateGraph[ReplyState, None, ReplyInput, ReplyState] = StateGraph(
        ReplyState, input_schema=ReplyInput, output_schema=ReplyState
    )
    graph.add_node("compose", nodes.compose)
    graph.add_node("watch", nodes.watch)
    graph.add_node("rewrite", nodes.rewrite)
    graph.add_node("judge", nodes.judge)
    graph.add_edge(START, "compose")
    graph.add_edge(START, "watch")
    graph.add_edge(["compose", "watch"], "rewrite")
    graph.add_edge("rewrite", "judge")
    graph.add_edge("judge", END)
    return graph.compile(name="reply to a scenario")


class _Nodes:
    """The steps of a reply; each reads the state and returns what it adds."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation

    async def compose(self, state: ReplyInput) -> Update:
        """The subject's own words."""
        item = state["item"]
        messages = subject_prompt(self.evaluation.prompts, item.scenario, item.condition)
        reply = await self.evaluation.subject.say(messages, where=item.where, purpose="reply")
        return {"candidate": reply.text.strip(), "truncated": reply.finish != "stop"}

    async def watch(self, state: ReplyInput) -> Update:
        """The module sees the chat, as somebody who has only watched it."""
        with boundary(f"module {type(state['module']).__name__}"):
            await state["module"].learn(watched(state["item"].scenario, state["item"].number))
        return {}

    async def rewrite(self, state: ReplyState) -> Update:
        """The module reworks the candidate; without words there is nothing to rework."""
        item, candidate = state["item"], state["candidate"]
        if not candidate:
            return {"reply": candidate}
        last = len(watched(item.scenario, item.number).rounds)
        context = Context(item.where, item.scenario.elicitor.text, last, True, ())
        with boundary(f"module {type(state['module']).__name__}"):
            reply = await state["module"].rewrite(candidate, context)
        return {"reply": reply.strip()}

    async def judge(self, state: ReplyState) -> Update:
        """The verdicts of the judge and of the norm's rule."""
        item, reply = state["item"], state["reply"]
        verdict = await self.evaluation.judge.verdict(item.scenario, reply, where=item.where)
        return {"judge": verdict, "rule": judge_by_rule(item.scenario, reply)}
