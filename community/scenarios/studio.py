"""A few scenarios played by scripted people, so that the graph opens in LangGraph Studio with no model at hand.

`langgraph dev --allow-blocking` serves it, see `langgraph.json`: scripted people read files as they go.
"""

from community.models.calls import Caller
from community.models.seat import Seat
from community.modules import load_module_prompts
from community.modules.module import Services
from community.scenarios.catalogue import list_scenarios
from community.scenarios.conditions import scenario_prompts
from community.scenarios.config import CONDITIONS, ScenarioConfig
from community.scenarios.evaluation import ANSWER_FORMAT, JUDGE, MODULE, SUBJECT, Evaluation
from community.scenarios.graph import ReplyGraph, build_graph
from community.scenarios.judging import ScenarioJudge, scripted_rules
from community.simulation import scripted

SCENARIOS = 3
SEED = 0


def make_graph() -> ReplyGraph:
    """The graph of replies to three scenarios, each under every condition; invoke it with `{"item": 0}`."""
    return build_graph(small_evaluation())


def small_evaluation() -> Evaluation:
    """A scripted subject and judge."""
    scenarios, prompts, caller = list_scenarios()[:SCENARIOS], scenario_prompts(), Caller()
    rules = scripted_rules(scenarios)

    def seat(name: str, spec: str) -> Seat:
        return Seat(name, scripted(spec, seed=SEED, answers={}, norms=(), rules=rules), caller, SEED)

    return Evaluation(
        config=ScenarioConfig(conditions=CONDITIONS, trials=1),
        scenarios=scenarios,
        subject=seat(SUBJECT, "sim:novice"),
        module="none",
        options={},
        services=Services(seat(MODULE, "sim:module"), load_module_prompts(), SEED, ANSWER_FORMAT),
        judge=ScenarioJudge(seat(JUDGE, "sim:expert"), prompts),
        prompts=prompts,
    )
