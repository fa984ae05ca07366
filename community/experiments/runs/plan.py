"""A dry run: what a run would call and how many tokens that takes, from a part played with scripted people."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from community.experiments.runs.config import RunSettings
from community.experiments.runs.staging import Staged
from community.experiments.watching.numbers import counted
from community.models.calls import Caller
from community.models.chat import Usage
from community.models.journal import Journal, read_calls
from community.records import SCHEMA_VERSION, Record


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
    episodes: int
    """Debates, replies to scenarios, chats."""
    played: int
    """Episodes that were played with scripted people; the rest is in proportion to them, or to the later of them."""
    calls: int
    prompt_tokens: int
    completion_tokens: int
    by_purpose: tuple[PlannedCalls, ...]


async def estimate(config: RunSettings, part: Staged[Any], *, early: int = 0) -> Plan:
    """What a run would take, in proportion to a part of it that is played in memory.

    Args:
        config: of the whole run, with the models that it would ask.
        part: with fewer episodes, and scripted people in all places.
        early: so many of its episodes say nothing of those that are not played, since memories still grow; fewer than
            there are, and played one after the other.
    """
    with TemporaryDirectory() as folder, closing(Journal(Path(folder) / "calls.jsonl")) as journal:
        ended, calls_early = 0, dict[tuple[str, str], int]()
        async for events in part.play(Caller(journal=journal)):
            ended += sum(event.ends is not None for event in events)
            if 0 < ended == early and not calls_early:
                calls_early = {key: len(usages) for key, usages in _spent(journal.path).items()}
        spent = _spent(journal.path)
    episodes, played = config.episodes, part.config.episodes

    def scaled(counts: Sequence[int], first_late: int) -> int:
        return round(sum(counts) + sum(counts[first_late:]) * (episodes - played) / (played - early))

    rows = tuple(
        PlannedCalls(
            who=who,
            purpose=purpose,
            spec=config.places[who].spec,
            calls=scaled([1] * len(usages), late),
            prompt_tokens=scaled([usage.prompt_tokens for usage in usages], late),
            completion_tokens=scaled([usage.completion_tokens for usage in usages], late),
        )
        for (who, purpose), usages in spent.items()
        for late in [calls_early.get((who, purpose), 0)]
    )
    return Plan(
        episodes=episodes,
        played=played,
        calls=sum(row.calls for row in rows),
        prompt_tokens=sum(row.prompt_tokens for row in rows),
        completion_tokens=sum(row.completion_tokens for row in rows),
        by_purpose=rows,
    )


def _spent(journal: Path) -> dict[tuple[str, str], list[Usage]]:
    """Who calls for what purpose -> the tokens of each call; in the order of names."""
    found: defaultdict[tuple[str, str], list[Usage]] = defaultdict(list)
    for call in read_calls(journal):
        found[call.who, call.purpose].append(call.usage)
    return {key: found[key] for key in sorted(found)}


def plan_table(plan: Plan, noun: str, nouns: str) -> RenderableType:
    """The calls and tokens that a run would take, by who asks for what; `noun` is an episode, `nouns` several."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("who", "purpose", "model"):
        table.add_column(name, no_wrap=True)
    for name in ("calls", "prompt tokens", "completion tokens"):
        table.add_column(name, justify="right")
    for row in plan.by_purpose:
        counts = (row.calls, row.prompt_tokens, row.completion_tokens)
        table.add_row(row.who, row.purpose, row.spec, *(f"{count:,}" for count in counts))
    total = (plan.calls, plan.prompt_tokens, plan.completion_tokens)
    table.add_row("all", "", "", *(f"{count:,}" for count in total), style="bold")
    episodes = counted(plan.episodes, noun, nouns)
    note = f"estimated for {episodes} from {plan.played} played with scripted people; nothing was written"
    return Group(table, Text(note, style="dim"))
