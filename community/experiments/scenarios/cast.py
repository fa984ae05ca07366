"""From a configuration to an evaluation: scenarios, prompts, models, seats."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from community.digests import digest
from community.experiments.runs.manifest import Ingredients
from community.experiments.runs.prompts import load_books, prompt_digests
from community.experiments.runs.seating import Models, Seating, asked, connect
from community.experiments.runs.staging import Staged
from community.experiments.scenarios.config import ScenarioRunConfig
from community.experiments.scenarios.rejudging import finished_replies, judge_anew
from community.experiments.scenarios.selection import Selection
from community.models.calls import Caller
from community.models.chat import ChatModel
from community.models.pool import ModelPool
from community.modules.module import Services
from community.prompts import PromptBook
from community.scenarios.conditions import scenario_prompts
from community.scenarios.evaluation import ANSWER_FORMAT, JUDGE, MODULE, SUBJECT, Evaluation
from community.scenarios.judging import ScenarioJudge, scripted_rules
from community.scenarios.play import play_scenarios
from community.scenarios.scenario import Scenario
from community.seeds import derive
from community.simulation import scripted


@dataclass(frozen=True)
class Material:
    """What a run is about, read and checked before anything is written or called."""

    selection: Selection
    prompts: Mapping[str, PromptBook]
    """Every prompt in use, by room."""

    @property
    def ingredients(self) -> Ingredients:
        """What the run is made of, by hash; norms as the scenarios state them."""
        scenarios = self.selection.scenarios
        norms = {scenario.norm: scenario.hidden_norm for scenario in scenarios}
        return Ingredients(
            norms={name: digest(norm.model_dump_json()) for name, norm in norms.items()},
            prompts=prompt_digests(self.prompts),
            questions=self.selection.hash,
            skipped=self.selection.skipped,
        )


def gather_material(config: ScenarioRunConfig) -> Material:
    """Load scenarios and prompts.

    Raises:
        UserError: something that the configuration names does not exist or is faulty.
    """
    return Material(config.selection(), load_books(config.prompts, scenarios=scenario_prompts))


def stage(config: ScenarioRunConfig, pool: ModelPool) -> Staged[Any]:
    """Read and check everything that the configuration names, and name the scenarios.

    Raises:
        UserError: something is missing or faulty.
    """
    material = gather_material(config)
    named = config.model_copy(update={"scenarios": tuple(material.selection.named)})
    models = connect(named.places, pool, person(material.selection.scenarios, seed=config.seed))
    about = (named, material.ingredients, asked(named.places, models))
    if named.replies_from is not None:
        replies = finished_replies(Path(named.replies_from), material.ingredients)
        return Staged(
            *about,
            seat=lambda caller: _judge(_seating(named, material, models, caller), material),
            perform=lambda judge, _: judge_anew(judge, replies, material.selection.named),
        )
    return Staged(*about, seat=partial(assemble, named, material, models), perform=play_scenarios)


def person(scenarios: Sequence[Scenario], *, seed: int) -> Callable[[str], ChatModel]:
    """Gives the scripted person of a spec, who can judge by the norms of the scenarios."""
    return partial(scripted, seed=seed, answers={}, norms=(), rules=scripted_rules(scenarios))


def assemble(config: ScenarioRunConfig, material: Material, models: Models, caller: Caller) -> Evaluation:
    """Seat everybody.

    Raises:
        UserError, PluginError: the module cannot be had, or does not take its options.
    """
    seats = _seating(config, material, models, caller)
    services = Services(
        seats.seat(MODULE), material.prompts["modules"], derive(config.seed, "module"), ANSWER_FORMAT
    )
    evaluation = Evaluation(
        config=config,
        scenarios=material.selection.scenarios,
        subject=seats.seat(SUBJECT),
        module=config.module.id,
        options=config.module.options,
        services=services,
        judge=_judge(seats, material),
        prompts=material.prompts["scenarios"],
    )
    evaluation.fresh_module()  # each reply has its own; whether there can be one is to be known before the first
    return evaluation


def _seating(config: ScenarioRunConfig, material: Material, models: Models, caller: Caller) -> Seating:
    return Seating(config.places, models, caller, config.seed, material.prompts["models"])


def _judge(seats: Seating, material: Material) -> ScenarioJudge:
    return ScenarioJudge(seats.seat(JUDGE), material.prompts["scenarios"])
