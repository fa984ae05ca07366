"""Runs that repeat another one: of the same experiment with the same seed, which counts once in every mean."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from community.experiments.analysis.rows import FoundRun
from community.experiments.runs.manifest import Ingredients
from community.experiments.sweeps.fingerprint import fingerprint, identity


@dataclass(frozen=True)
class Experiment:
    """What a run is a run of, and what decides whether it counts.

    Attributes:
        run: its directory.
        mark: hash of all that can change its results but for its length.
        sweep: the directory of the sweep that it is a cell of.
        finished: whether it came to its end.
        length: how many episodes it is made of.
        started_at: when it began.
    """

    run: str
    mark: str
    sweep: str | None
    finished: bool
    length: int
    started_at: str

    @property
    def rank(self) -> tuple[bool, int, str, str]:
        """The highest counts: a finished run, of these the longest, of these the newest."""
        return (self.finished, self.length, self.started_at, self.run)


def experiment(run: FoundRun[Any]) -> Experiment | None:
    """What a run is a run of; None before it has begun."""
    if run.manifest is None:
        return None
    made_of = Ingredients(norms=run.manifest.norms, prompts=run.manifest.prompts, questions="")
    config = run.config.model_dump(mode="json", exclude={run.config.length})
    return Experiment(
        run=str(run.directory.path),
        mark=fingerprint(identity(config, made_of)),
        sweep=run.sweep,
        finished=run.status == "finished",
        length=run.config.episodes,
        started_at=run.manifest.started_at,
    )


def repeats(experiments: Iterable[Experiment | None]) -> dict[str, str]:
    """Directory of each run that repeats another -> that of the one that counts in its place.

    Cells of one sweep never repeat each other: where they differ in nothing but length, that is what is compared.
    """
    alike: defaultdict[str, list[Experiment]] = defaultdict(list)
    for each in experiments:
        if each is not None:
            alike[each.mark].append(each)
    return {
        each.run: counted.run
        for group in alike.values()
        for counted in [max(group, key=lambda one: one.rank)]
        for each in group
        if each != counted and (each.sweep is None or each.sweep != counted.sweep)
    }


def told(count: int) -> str:
    """How many runs are left out of the means, and why; empty where none is."""
    if not count:
        return ""
    runs = "1 repeated run is" if count == 1 else f"{count:,} repeated runs are"
    return (
        f"{runs} left out: of runs that differ in nothing, or in length alone, the finished, then the longest, then "
        "the newest one counts."
    )
