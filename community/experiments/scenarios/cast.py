"""From a configuration to an evaluation: scenarios, prompts, models, seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from community.digests import digest
from community.experiments.runs.manifest import Ingredients
from community.experiments.runs.prompts import load_books, prompt_digests
from community.experiments.scenarios.config import ScenarioRunConfig
from community.experiments.scenarios.selection import Selection
from community.models import ModelOptions, is_simulated, parse_spec, sampling_for
from community.models.calls import Caller
from community.models.chat import ChatModel
from community.models.pool import ModelPool
from community.models.seat import Seat
from community.models.windows import demand_one_window
from community.modules.module import Services
from community.prompts import PromptBook
from community.scenarios.conditions import scenario_prompts
from community.scenarios.config import JUDGE_TEMPERATURE, SUBJECT_TEMPERATURE
from community.scenarios.evaluation import ANSWER_FORMAT, JUDGE, MODULE, SUBJECT, Evaluation
from community.scenarios.judging import ScenarioJudge, scripted_rules
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


@dataclass(frozen=True)
class Models:
    """The chat models of a run."""

    subject: ChatModel
    judge: ChatModel
    module: ChatModel

    def asked(self, config: ScenarioRunConfig) -> list[ChatModel]:
        """Each model that is asked for anything, once."""
        members = [self.subject, self.judge, *([self.module] if config.module.id != "none" else [])]
        return list({id(model): model for model in members}.values())


def connect_models(config: ScenarioRunConfig, scenarios: Sequence[Scenario], pool: ModelPool) -> Models:
    """Build the chat models that the configuration names; nothing is contacted yet.

    Raises:
        UserError: a spec, an option or an extra is wrong or missing, or seats contradict each other.
    """
    seats = {
        name: model_for(spec, options, scenarios, pool, seed=config.seed)
        for name, spec, options in (
            ("subject_options", config.subject, config.subject_options),
            ("judge_options", config.judge, config.judge_options),
            ("module_options", config.module_model, config.module_options),
        )
    }
    demand_one_window(seats.items())
    return Models(*seats.values())


def model_for(
    spec: str, options: ModelOptions, scenarios: Sequence[Scenario], pool: ModelPool, *, seed: int
) -> ChatModel:
    """The model of a spec; a scripted person can judge by the norms of the scenarios."""
    if not is_simulated(spec):
        return pool.model(spec, options)
    return scripted(spec, seed=seed, answers={}, norms=(), rules=scripted_rules(scenarios))


def assemble(config: ScenarioRunConfig, material: Material, models: Models, caller: Caller) -> Evaluation:
    """Seat everybody."""
    module = Seat(
        MODULE,
        models.module,
        caller,
        config.seed,
        sampling_for(parse_spec(config.module_model), config.module_options),
        material.prompts["models"],
    )
    subject = Seat(
        SUBJECT,
        models.subject,
        caller,
        config.seed,
        sampling_for(parse_spec(config.subject), config.subject_options, temperature=SUBJECT_TEMPERATURE),
        material.prompts["models"],
    )
    return Evaluation(
        config=config,
        scenarios=material.selection.scenarios,
        subject=subject,
        module=config.module.id,
        options=config.module.options,
        services=Services(module, material.prompts["modules"], derive(config.seed, "module"), ANSWER_FORMAT),
        judge=seat_judge(config, material, models.judge, caller),
        prompts=material.prompts["scenarios"],
    )


def seat_judge(
    config: ScenarioRunConfig, material: Material, model: ChatModel, caller: Caller
) -> ScenarioJudge:
    """Seat the judge alone."""
    sampling = sampling_for(parse_spec(config.judge), config.judge_options, temperature=JUDGE_TEMPERATURE)
    seat = Seat(JUDGE, model, caller, config.seed, sampling, material.prompts["models"])
    return ScenarioJudge(seat, material.prompts["scenarios"])
