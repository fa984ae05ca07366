"""A dry run of debates, played with scripted people."""

from community.experiments.debates.cast import stage
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.plan import Plan, estimate
from community.models.pool import ModelPool

PLAYED = 20
"""Twice as many debates as a newcomer's memory takes to be full, or to be near it."""


async def plan_debates(config: DebateRunConfig, *, played: int = PLAYED) -> Plan:
    """Estimate a run by playing its first debates in memory; no endpoint is contacted and nothing is kept.

    Raises:
        UserError: something that the configuration names is missing or faulty.
    """
    scripted = {
        "newcomer": "sim:novice",
        "module_model": "sim:module",
        "background": ("sim:expert",) * len(config.background),
        "judge": "sim:module" if config.judge else None,
        "questions": min(config.questions, played),
    }
    part = stage(config.model_copy(update=scripted), ModelPool())
    return await estimate(config, part, early=part.config.episodes // 2)
