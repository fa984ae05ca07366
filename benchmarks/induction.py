"""How fast and how well module `induction` learns norms: one table, a line a condition, from scripted communities.

Each cell is a run of K=2, T=3 and 50 procedural questions under the exponential schedule. Prints figures and judges
nothing. `python benchmarks/induction.py --seeds 5` runs everything; `--norms`, `--conditions` and `--module` narrow it.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from community.debate.play import play_debates
from community.debate.records import DebateEvent, Event, MessageEvent
from community.debate.roster import NEWCOMER
from community.debate.scoring import score_debates
from community.errors import UserError
from community.experiments.debates.cast import assemble, connect_models, gather_material
from community.experiments.debates.config import DebateRunConfig, ModuleChoice
from community.experiments.debates.habits import settle_habits
from community.models.calls import Caller
from community.models.pool import ModelPool
from community.norms import list_norms
from community.norms.induction import Episode, Inducer, Said, Trial

QUESTIONS = 50
LEARNED = 10
"""The debates before this one (counted from 0) are for learning."""

_WORDS = "{{kind: contains, words: [{}]{}}}"
_SIGN = "{{kind: contains, characters: ['{}']{}}}"
_BOTH = "{{kind: all, of: [{}, {}]}}"


def _words(word: str, more: str = "") -> str:
    return _WORDS.format(word, more)


def _both(one: str, other: str) -> str:
    return _BOTH.format(one, other)


UNSEEN = {
    "quartz_exactly_4": _words("quartz", ", exactly: 4"),
    "sentences_between_4_and_6": "{kind: count, of: sentences, min: 4, max: 6}",
    "notably_in_last_sentence": _words("notably", ", within: last_sentence"),
    "sign_in_first_paragraph": _both(
        _SIGN.format("◆", ", within: first_paragraph"), "{kind: count, of: paragraphs, min: 2}"
    ),
    "fenwick_for_the": "{kind: substitution, use: fenwick, never: the}",
    "mirple_for_that": _both(_words("mirple"), _words("that", ", exactly: 0")),
    "indeed_and_arrow": _both("{kind: boundary, at: start, words: [indeed]}", _SIGN.format("⇒", "")),
    "note_under_40_words": _both("{kind: count, of: words, max: 39}", _words("note")),
    "over_at_the_end": "{kind: boundary, at: end, characters: ['[over]']}",
    "maybe_in_2_paragraphs": _both(_words("maybe", ", min: 2"), "{kind: count, of: paragraphs, exactly: 2}"),
}
"""Norms outside the catalogue: counts, positions, substitutions, combinations of two."""


@dataclass(frozen=True)
class Cell:
    """One run: its configuration, and what came of it.

    Attributes:
        condition, norm, seed: what was run.
        after: follow rate after the tenth debate.
        whole: follow rate of the whole run.
        imitation: share of messages after the tenth debate that show a habit of a member.
        accuracy: of the newcomer's last answers.
        seconds: of wall time.
        skipped: why it could not be run.
        belief: what the module believed last.
    """

    condition: str
    norm: str
    seed: int
    after: float = 0.0
    whole: float = 0.0
    imitation: float = 0.0
    accuracy: float = 0.0
    seconds: float = 0.0
    belief: str | None = None
    skipped: str | None = None


def clean(norm: str, seed: int, module: ModuleChoice) -> DebateRunConfig:
    """Nothing but the norm."""
    return DebateRunConfig(norms=(norm,), module=module, questions=QUESTIONS, seed=seed)


def varied(norm: str, seed: int, module: ModuleChoice, **changes: Any) -> DebateRunConfig:
    """The same with other settings."""
    return DebateRunConfig.model_validate(clean(norm, seed, module).model_dump() | changes)


CONDITIONS: dict[str, Callable[[str, int, ModuleChoice], DebateRunConfig]] = {
    "clean": clean,
    "habits": partial(varied, idiosyncratic=2),
    "costly": partial(varied, idiosyncratic=2, costly=True),
    "capped": partial(varied, word_cap=200),
    "noisy": partial(varied, sanction={"probability": 0.9, "false_alarm": 0.1}),
}
"""Name -> configuration; `capped` is the clean run that `costly` is compared with."""


def run(cell: Cell, module: ModuleChoice, folder: str) -> Cell:
    """Play one cell."""
    norm = str(Path(folder) / f"{cell.norm}.yaml") if cell.norm in UNSEEN else cell.norm
    started = time.perf_counter()
    condition = CONDITIONS.get(cell.condition, clean)
    try:
        events = asyncio.run(_play(condition(norm, cell.seed, module)))
    except UserError as error:
        return replace(cell, skipped=str(error))
    metrics = score_debates(events, habits=True)
    late = [e for e in events if isinstance(e, DebateEvent) and e.debate >= LEARNED]
    sent = [
        e
        for e in events
        if isinstance(e, MessageEvent) and e.agent == NEWCOMER and e.round > 0 and e.debate >= LEARNED
    ]
    return replace(
        cell,
        after=_mean(e.follow_rate or 0.0 for e in late),
        whole=metrics.follow_rate.value or 0.0,
        imitation=_mean(float(bool(e.habits)) for e in sent),
        accuracy=metrics.accuracy.value or 0.0,
        seconds=time.perf_counter() - started,
        belief=metrics.belief,
    )


async def _play(config: DebateRunConfig) -> list[Event]:
    config = settle_habits(config, gather_material(config).norms)
    material = gather_material(config)
    community = assemble(config, material, connect_models(config, material, ModelPool()), Caller())
    return [event async for events in play_debates(community) for event in events]


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return statistics.fmean(found) if found else 0.0


def write_unseen(folder: Path) -> None:
    """The norms outside the catalogue as YAML files."""
    for name, check in UNSEEN.items():
        text = (
            f"id: {name}\ntitle: {name}\nfamily: local_edit\nset: extended\n"
            f"instruction: Do what {name} says.\ncheck: {check}\nexamples: {{complies: [], violates: []}}\n"
        )
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def show(cells: Sequence[Cell], *, every: bool) -> None:
    """The table, and the norms that were learned worst."""
    for cell in cells:
        if cell.skipped:
            print(f"{cell.condition} {cell.norm} seed {cell.seed} was not run: {cell.skipped}")
    cells = [cell for cell in cells if not cell.skipped]
    print(
        f"{'condition':10} {'runs':>4} {'after 10':>8} {'worst norm':>10} {'whole':>6} {'imitated':>8} "
        f"{'accuracy':>8} {'s/run':>6}"
    )
    for condition in dict.fromkeys(cell.condition for cell in cells):
        mine = [cell for cell in cells if cell.condition == condition]
        by_norm = {
            n: _mean(c.after for c in mine if c.norm == n) for n in dict.fromkeys(c.norm for c in mine)
        }
        print(
            f"{condition:10} {len(mine):4} {_mean(c.after for c in mine):8.3f} {min(by_norm.values()):10.3f} "
            f"{_mean(c.whole for c in mine):6.3f} {_mean(c.imitation for c in mine):8.3f} "
            f"{_mean(c.accuracy for c in mine):8.3f} {_mean(c.seconds for c in mine):6.1f}"
        )
    for cell in sorted(cells, key=lambda cell: cell.after):
        if every or cell.after < 0.75:
            print(
                f"  {cell.condition} {cell.norm} seed {cell.seed}: after {cell.after:.2f}, whole {cell.whole:.2f}, "
                f"imitated {cell.imitation:.2f}; {cell.belief}"
            )


def speed(debates: int = 30) -> None:
    """Milliseconds of processor time for taking in one debate and updating the posterior over a window of ten."""
    config = clean("sy_star", 0, ModuleChoice(id="none"))
    events = asyncio.run(_play(config.model_copy(update={"questions": debates})))
    heard: dict[int, list[MessageEvent]] = {}
    for event in events:
        if isinstance(event, MessageEvent):
            heard.setdefault(event.debate, []).append(event)
    engine, times = Inducer(memory=LEARNED), list[float]()
    for debate, messages in heard.items():
        own = [event.text for event in messages if event.agent == NEWCOMER]
        said = tuple(
            Said(event.agent, event.text, event.round) for event in messages if event.agent != NEWCOMER
        )
        episode = Episode(debate, f"Question {debate}?", said, (Trial(own[0], 0, 2),), (own[0],))
        started = time.process_time()
        engine.take(episode)
        engine.posterior()
        times.append((time.process_time() - started) * 1000)
    late = times[LEARNED:]
    slow = sorted(late)[-1 - len(late) // 10]
    print(
        f"update over ten debates: median {statistics.median(late):.0f} ms, 90 % within {slow:.0f} ms; at most 50"
    )


def main() -> None:
    """Run what is asked for and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument(
        "--conditions", nargs="*", default=["clean", "extended", "unseen", *list(CONDITIONS)[1:]]
    )
    parser.add_argument("--norms", nargs="*", help="ids of the core set; all by default")
    parser.add_argument("--module", default="induction")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, of the module")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--speed", action="store_true", help="only measure an update of the engine")
    parser.add_argument("--every", action="store_true", help="print every cell")
    chosen = parser.parse_args()
    if chosen.speed:
        speed()
        return
    module = ModuleChoice(id=chosen.module, options=dict(item.split("=", 1) for item in chosen.option))
    core = chosen.norms or [norm.id for norm in list_norms(set="core")]
    sets = {"extended": [norm.id for norm in list_norms(set="extended")], "unseen": list(UNSEEN)}
    cells = [
        Cell(condition, norm, seed)
        for condition in chosen.conditions
        for norm in sets.get(condition, core)
        for seed in range(chosen.seeds)
    ]
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(chosen.processes) as pool:
        write_unseen(Path(folder))
        show(list(pool.map(partial(run, module=module, folder=folder), cells)), every=chosen.every)


if __name__ == "__main__":
    main()
