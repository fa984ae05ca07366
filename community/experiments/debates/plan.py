"""A dry run: what a run would call and how many tokens that takes, found by playing it with scripted people."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from community.debate.play import play
from community.experiments.debates.cast import assemble, connect_models, gather_material
from community.experiments.debates.config import RunConfig
from community.experiments.debates.habits import settle_habits
from community.models.calls import Caller
from community.models.journal import Journal, read_calls
from community.models.pool import ModelPool
from community.norms import load_norm
from community.records import SCHEMA_VERSION, Record

PLAYED = 20


class PlannedCalls(Record):
    """The calls of one participant for one purpose."""

    who: str
    purpose: str
    spec: str
    """The model that a real run would ask."""
    calls: int
    prompt_tokens: int
    completion_tokens: int


class Plan(Record):
    """What a run would cost; an estimate, since other models write more or less and are refused more or less."""

    schema_version: int = SCHEMA_VERSION
    debates: int
    played: int
    """Debates that were played with scripted people; the rest is in proportion."""
    calls: int
    prompt_tokens: int
    completion_tokens: int
    by_purpose: tuple[PlannedCalls, ...]


async def plan_run(config: RunConfig) -> Plan:
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
            "questions": min(settled.questions, PLAYED),
        }
    )
    specs = {"Newcomer": settled.newcomer, "Module": settled.module_model, "Judge": settled.judge or ""} | {
        f"Agent {number}": spec for number, spec in enumerate(settled.background, start=1)
    }
    material = gather_material(scripted)
    with TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "calls.jsonl")
        community = assemble(
            scripted, material, connect_models(scripted, material, ModelPool()), Caller(journal=journal)
        )
        async for _ in play(community):
            pass
        journal.close()
        return _fold(journal.path, specs, settled.questions, scripted.questions)


def _fold(path: Path, specs: dict[str, str], debates: int, played: int) -> Plan:
    calls: Counter[tuple[str, str]] = Counter()
    prompt: Counter[tuple[str, str]] = Counter()
    completion: Counter[tuple[str, str]] = Counter()
    for call in read_calls(path):
        key = (call.who, call.purpose)
        calls[key] += 1
        prompt[key] += call.usage.prompt_tokens
        completion[key] += call.usage.completion_tokens

    def scaled(count: int) -> int:
        return round(count * debates / played)

    rows = tuple(
        PlannedCalls(
            who=who,
            purpose=purpose,
            spec=specs[who],
            calls=scaled(calls[who, purpose]),
            prompt_tokens=scaled(prompt[who, purpose]),
            completion_tokens=scaled(completion[who, purpose]),
        )
        for who, purpose in sorted(calls)
    )
    return Plan(
        debates=debates,
        played=played,
        calls=sum(row.calls for row in rows),
        prompt_tokens=sum(row.prompt_tokens for row in rows),
        completion_tokens=sum(row.completion_tokens for row in rows),
        by_purpose=rows,
    )
