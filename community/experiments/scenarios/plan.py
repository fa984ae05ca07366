"""A dry run of scenarios, played with scripted people."""

from pathlib import Path
from tempfile import TemporaryDirectory

from community.experiments.runs.plan import Plan, extrapolate
from community.experiments.scenarios.cast import assemble, connect_models, gather_material
from community.experiments.scenarios.config import ScenarioRunConfig
from community.models import ModelOptions
from community.models.calls import Caller
from community.models.journal import Journal
from community.models.pool import ModelPool
from community.scenarios.evaluation import JUDGE, MODULE, SUBJECT
from community.scenarios.play import play_scenarios

_SCRIPTED = {
    "subject": "sim:novice",
    "judge": "sim:expert",
    "module_model": "sim:module",
    **dict.fromkeys(("subject_options", "judge_options", "module_options"), ModelOptions()),
}


async def plan_scenarios(config: ScenarioRunConfig) -> Plan:
    """Estimate a run by playing each scenario once under each condition, in memory; no endpoint is contacted.

    Raises:
        UserError: something that the configuration names is missing or faulty.
    """
    scripted = config.model_copy(update={**_SCRIPTED, "trials": 1})
    specs = {SUBJECT: config.subject, MODULE: config.module_model, JUDGE: config.judge}
    material = gather_material(config)
    with TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "calls.jsonl")
        models = connect_models(scripted, material.selection.scenarios, ModelPool())
        async for _ in play_scenarios(assemble(scripted, material, models, Caller(journal=journal))):
            pass
        journal.close()
        return extrapolate(journal.path, specs, episodes=config.episodes, played=scripted.episodes)
