"""One reply as a LangGraph graph: the subject composes, a module rewrites, the judge decides."""

from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from community.agents.draft import Draft
from community.agents.final import Extracted, Fault
from community.agents.wrapping import rework, take_in
from community.modules.module import Context
from community.scenarios.conditions import subject_prompt
from community.scenarios.evaluation import Evaluation
from community.scenarios.judging import judge_by_rule
from community.scenarios.records import JudgeVerdict, RuleVerdict
from community.scenarios.watching import watched


class ReplyInput(TypedDict):
    """What starts a reply: which item of the run, counted from 0."""

    item: int


class ReplyState(ReplyInput):
    """What flows through the graph; every step returns the fields that it adds.

    Attributes:
        candidate: the subject's own words.
        draft: what is sent.
        judge, rule: the verdicts on it.
    """

    candidate: Extracted
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
    graph.add_node("rewrite", nodes.rewrite)
    graph.add_node("judge", nodes.judge)
    graph.add_edge(START, "compose")
    graph.add_edge("compose", "rewrite")
    graph.add_edge("rewrite", "judge")
    graph.add_edge("judge", END)
    return graph.compile(name="reply to a scenario")


class _Nodes:
    """The steps of a reply; each reads the state and returns what it adds."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation

    async def compose(self, state: ReplyInput) -> Update:
        """The subject's own words."""
        item = self.evaluation.items[state["item"]]
        messages = subject_prompt(self.evaluation.prompts, item.scenario, item.condition)
        reply = await self.evaluation.subject.say(messages, where=item.where, purpose="reply")
        faults: tuple[Fault, ...] = ("truncated",) if reply.finish != "stop" else ()
        text = reply.text.strip()
        return {"candidate": Extracted(text, faults if text else (*faults, "empty"))}

    async def rewrite(self, state: ReplyState) -> Update:
        """A fresh module watches the chat and reworks the candidate; without words there is nothing to rework."""
        item, candidate = self.evaluation.items[state["item"]], state["candidate"]
        if not candidate.text:
            return {"draft": Draft("", faults=candidate.faults)}
        module, chat = self.evaluation.fresh_module(), watched(item.scenario, item.number)
        await take_in(module, chat)
        context = Context(
            item.where, item.scenario.elicitor.text, len(chat.rounds), participating=True, so_far=()
        )
        return {"draft": await rework(module, candidate, context, word_cap=None)}

    async def judge(self, state: ReplyState) -> Update:
        """The verdicts of the judge and of the norm's rule."""
        item, reply = self.evaluation.items[state["item"]], state["draft"].text
        verdict = await self.evaluation.judge.verdict(item.scenario, reply, where=item.where)
        return {"judge": verdict, "rule": judge_by_rule(item.scenario, reply)}
