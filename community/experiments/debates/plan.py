"""A dry run: what a run would call and how many tokens that takes, found by playing it with scripted people."""

from pathlib import Path
from tempfile import TemporaryDirectory

from community.debate.play import play_debates
from community.experiments.debates.cast import assemble, connect_models, gather_material
from community.experiments.debates.config import DebateRunConfig
from community.experiments.debates.habits import settle_habits
from community.experiments.runs.plan import Plan, extrapolate
from community.models.calls import Caller
from community.models.journal import Journal
from community.models.pool import ModelPool
from community.norms import load_norm

PLAYED = 20


async def plan_run(config: DebateRunConfig, *, played: int = PLAYED) -> Plan:
    """Estimate a run by playing its first debates in memory; no endpoint is contacted and nothing is kept.

    Raises:
        UserError: something that the configuration names is missing or faulty.
    """
    settled = settle_habits(config, [load_norm(name) for name in config.norms])
    scripted = settled.model_copy(
        update={
            "newcomer": "sim:novice",
            "module_model": "sim:module",
            "judge": "sim:module" if settled.judge else None,
            "background": ("sim:expert",) * len(settled.background),
            "questions": min(settled.questions, played),
        }
    )
    specs = {name: place.spec for name, place in settled.places.items()}
    material = gather_material(scripted)
    with TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "calls.jsonl")
        community = assemble(
            scripted, material, connect_models(scripted, material, ModelPool()), Caller(journal=journal)
        )
        async for _ in play_debates(community):
            pass
        journal.close()
        return extrapolate(journal.path, specs, episodes=settled.questions, played=scripted.questions)
