"""A small community of scripted people, so that the debate's graph opens in LangGraph Studio with no model at hand.

`langgraph dev --allow-blocking` serves it, see `langgraph.json`: scripted people read files as they go.
"""

from community.debate.agents import ANSWER_FORMAT
from community.debate.community import Community, debate_prompts
from community.debate.config import DebateConfig, ScheduleConfig
from community.debate.graph import DebateGraph, build_graph
from community.debate.roster import NEWCOMER, agent_name
from community.models.calls import Caller
from community.models.seat import Seat
from community.modules import load_module, load_module_prompts
from community.modules.module import Services
from community.norms import load_norm
from community.simulation import scripted
from community.tasks import load_task

QUESTIONS = 5
SEED = 0


def make_graph() -> DebateGraph:
    """The graph of a debate in which two insiders enforce a star in every message; invoke it with `{"debate": 0}`."""
    return build_graph(small_community())


def small_community() -> Community:
    """Two scripted insiders and a newcomer."""
    norm = load_norm("sy_star")
    task = load_task("procedural")
    questions = task.questions(SEED, QUESTIONS)
    answers = {question.render(): question.answer for question in questions}
    caller = Caller()

    def seat(name: str, spec: str) -> Seat:
        return Seat(name, scripted(spec, seed=SEED, answers=answers, norms=[norm]), caller, SEED)

    services = Services(
        seat=seat("Module", "sim:module"),
        prompts=load_module_prompts(),
        seed=SEED,
        answer_format=ANSWER_FORMAT,
    )
    return Community(
        config=DebateConfig(schedule=ScheduleConfig(kind="constant", epsilon=0.0)),
        seed=SEED,
        task=task,
        questions=questions,
        norms=[norm],
        newcomer_seat=seat(NEWCOMER, "sim:novice"),
        module=load_module("none", {}, services),
        seats=[seat(agent_name(position), "sim:expert") for position in range(2)],
        habits=[(), ()],
        prompts=debate_prompts(),
    )
