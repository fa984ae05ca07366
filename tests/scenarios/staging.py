"""Scenarios played out among models that do what a test says, or among scripted people."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from community.models.calls import Caller
from community.models.chat import ChatModel, Reply, Request
from community.models.limits import Limits
from community.models.seat import Seat
from community.modules import load_module_prompts
from community.modules.module import Services
from community.scenarios.catalogue import load_scenario
from community.scenarios.conditions import scenario_prompts
from community.scenarios.config import ScenarioConfig
from community.scenarios.evaluation import ANSWER_FORMAT, JUDGE, MODULE, SUBJECT, Evaluation
from community.scenarios.judging import ScenarioJudge, scripted_rules
from community.scenarios.play import play_scenarios
from community.scenarios.records import ReplyEvent
from community.scenarios.scenario import Scenario
from community.simulation import scripted
from tests.models.script import Script

DATA = Path(__file__).parents[2] / "community" / "scenarios" / "data" / "scenarios"
IDS = sorted(path.stem for path in DATA.glob("*.yaml"))

Answer = Callable[[Request], Reply | str | Exception]


def some_scenarios(number: int) -> list[Scenario]:
    """The first of every so many shipped scenarios."""
    step = max(1, len(IDS) // number)
    return [load_scenario(name) for name in IDS[::step][:number]]


def judgement(*, complies: object = True, **fields: object) -> str:
    """A judge's reply."""
    texts = dict.fromkeys(("elicitor_uptake", "norm_requirement", "evidence", "reasoning"), "seen")
    return json.dumps({**texts, "complies": complies, **fields})


def model(answer: Answer | str, **fields: Any) -> Script:
    return Script(answer=(lambda _: answer) if isinstance(answer, str) else answer, **fields)


def staged(
    scenarios: Sequence[Scenario],
    *,
    subject: ChatModel,
    judge: ChatModel,
    worker: ChatModel | None = None,
    module: str = "none",
    options: Mapping[str, object] | None = None,
    caller: Caller | None = None,
    seed: int = 0,
    **config: object,
) -> Evaluation:
    """An evaluation; `worker` is the module's model."""
    prompts, path = scenario_prompts(), caller or Caller(limits=Limits())

    def seat(name: str, model: ChatModel) -> Seat:
        return Seat(name, model, path, seed)

    return Evaluation(
        config=ScenarioConfig.model_validate({"trials": 1, "conditions": ["naive"], **config}),
        scenarios=scenarios,
        subject=seat(SUBJECT, subject),
        module=module,
        options=options or {},
        services=Services(seat(MODULE, worker or subject), load_module_prompts(), seed, ANSWER_FORMAT),
        judge=ScenarioJudge(seat(JUDGE, judge), prompts),
        prompts=prompts,
    )


def simulated(
    scenarios: Sequence[Scenario],
    *,
    subject: str = "sim:novice",
    judge: str = "sim:expert",
    seed: int = 0,
    **rest: Any,
) -> Evaluation:
    """An evaluation among scripted people."""

    def person(spec: str) -> ChatModel:
        return scripted(spec, seed=seed, answers={}, norms=(), rules=scripted_rules(scenarios))

    worker = person("sim:module")
    return staged(scenarios, subject=person(subject), judge=person(judge), worker=worker, seed=seed, **rest)


async def played(evaluation: Evaluation, skip: Sequence[str] = ()) -> list[ReplyEvent]:
    return [event async for events in play_scenarios(evaluation, skip) for event in events]
