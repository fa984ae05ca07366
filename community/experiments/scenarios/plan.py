"""A dry run of scenarios, played with scripted people."""

from community.experiments.runs.plan import Plan, estimate
from community.experiments.scenarios.cast import stage
from community.experiments.scenarios.config import ScenarioRunConfig
from community.models import ModelOptions
from community.models.pool import ModelPool

_SCRIPTED = {
    "subject": "sim:novice",
    "judge": "sim:expert",
    "module_model": "sim:module",
    **dict.fromkeys(("subject_options", "judge_options", "module_options"), ModelOptions()),
}


async def plan_scenarios(config: ScenarioRunConfig) -> Plan:
    """Estimate a run by playing each scenario once under each condition, in memory; no endpoint is contacted.

    Earlier replies are all judged anew.

    Raises:
        UserError: something that the configuration names is missing or faulty.
    """
    trials = config.trials if config.replies_from else 1
    scripted = config.model_copy(update={**_SCRIPTED, "trials": trials})
    return await estimate(config, stage(scripted, ModelPool()))
