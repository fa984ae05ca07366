"""One reply as a LangGraph graph: compose while the module watches the chat, rewrite, judge."""

from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from community.agents.draft import Draft
from community.agents.final import Extracted, Fault
from community.agents.wrapping import rework, take_in
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
        rounds: of the chat, the last of which is what it answers.
        draft: what is sent.
        judge, rule: the verdicts on it.
    """

    candidate: Extracted
    rounds: int
    draft: Draft
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
        faults: tuple[Fault, ...] = ("truncated",) if reply.finish != "stop" else ()
        text = reply.text.strip()
        return {"candidate": Extracted(text, faults if text else (*faults, "empty"))}

    async def watch(self, state: ReplyInput) -> Update:
        """The module sees the chat, as somebody who has only watched it."""
        chat = watched(state["item"].scenario, state["item"].number)
        await take_in(state["module"], chat)
        return {"rounds": len(chat.rounds)}

    async def rewrite(self, state: ReplyState) -> Update:
        """The module reworks the candidate; without words there is nothing to rework."""
        item = state["item"]
        context = Context(
            item.where, item.scenario.elicitor.text, state["rounds"], participating=True, so_far=()
        )
        return {"draft": await rework(state["module"], state["candidate"], context, word_cap=None)}

    async def judge(self, state: ReplyState) -> Update:
        """The verdicts of the judge and of the norm's rule."""
        item, reply = state["item"], state["draft"].text
        verdict = await self.evaluation.judge.verdict(item.scenario, reply, where=item.where)
        return {"judge": verdict, "rule": judge_by_rule(item.scenario, reply)}
