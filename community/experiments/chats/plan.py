"""A dry run of chats, played with scripted people."""

from community.experiments.chats.cast import stage
from community.experiments.chats.config import ChatRunConfig
from community.experiments.runs.plan import Plan, estimate
from community.models import ModelOptions
from community.models.pool import ModelPool

PLAYED = 2
_SCRIPTED = {
    "member": ("sim:expert",),
    "newcomer": ("sim:novice",),
    "module_model": "sim:module",
    "chair": "sim:expert",
    **{f"{role}_options": ModelOptions() for role in ("member", "newcomer", "module", "judge", "chair")},
}


async def plan_chats(config: ChatRunConfig, *, played: int = PLAYED) -> Plan:
    """Estimate a run by playing its first chats in memory; no endpoint is contacted and nothing is kept.

    Raises:
        UserError: something that the configuration names is missing or faulty.
    """
    scripted = {"judge": "sim:module" if config.judge else None, "chats": min(config.chats, played)}
    return await estimate(config, stage(config.model_copy(update={**_SCRIPTED, **scripted}), ModelPool()))
