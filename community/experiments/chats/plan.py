"""A dry run of chats, played with scripted people."""

from pathlib import Path
from tempfile import TemporaryDirectory

from community.chat.play import play_chats
from community.experiments.chats.cast import assemble, connect_models, gather_material
from community.experiments.chats.config import ChatRunConfig
from community.experiments.runs.plan import Plan, extrapolate
from community.models import ModelOptions
from community.models.calls import Caller
from community.models.journal import Journal
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
    judge = "sim:module" if config.judge else None
    played = min(config.chats, played)
    scripted = config.model_copy(update={**_SCRIPTED, "judge": judge, "chats": played})
    specs = {name: place.spec for name, place in config.places.items()}
    material = gather_material(scripted)
    with TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "calls.jsonl")
        models = connect_models(scripted, material, ModelPool())
        async for _ in play_chats(assemble(scripted, material, models, Caller(journal=journal))):
            pass
        journal.close()
        return extrapolate(journal.path, specs, episodes=config.chats, played=played)
