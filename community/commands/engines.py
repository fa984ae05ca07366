"""What plays the cells of a sweep, as the user chooses it: this process, or workers of Ray."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from community.commands.playing import reply_cache
from community.errors import UserError

if TYPE_CHECKING:
    from community.experiments.sweeps.budget import Prices, Spending
    from community.experiments.sweeps.result import SweepResult
    from community.experiments.sweeps.study import Study
    from community.experiments.sweeps.sweep import Means, Selection
    from community.experiments.sweeps.watching import SweepView

EngineName = Literal["local", "ray"]
_PANEL = "Engine"

Engine = Annotated[
    EngineName,
    typer.Option("--engine", rich_help_panel=_PANEL, help="Play in this process, or as tasks of Ray."),
]
AtOnce = Annotated[
    int | None,
    typer.Option(
        "--at-once",
        metavar="N",
        min=1,
        rich_help_panel=_PANEL,
        help="local: cells that are under way at once. [default: 64]",
        show_default=False,
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        rich_help_panel=_PANEL,
        help="ray: workers, each with one cell at a time and its part of every model's `parallel`. "
        "[default: one for each CPU]",
        show_default=False,
    ),
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray-address",
        metavar="ADDRESS",
        rich_help_panel=_PANEL,
        help="ray: a cluster that is running, as in 10.0.0.5:6379 or auto. [default: start one here]",
        show_default=False,
    ),
]
NoSharedFiles = Annotated[
    bool,
    typer.Option(
        "--no-shared-files",
        rich_help_panel=_PANEL,
        help="ray: the workers cannot see the sweep's directory; send run directories to and fro.",
    ),
]


@dataclass(frozen=True)
class Choice:
    """An engine and the options of all engines; None is that engine's default."""

    engine: EngineName
    at_once: int | None
    workers: int | None
    ray_address: str | None
    shared_files: bool

    def refuse_mixtures(self) -> None:
        """Refuse options of an engine that was not chosen.

        Raises:
            UserError: names the first.
        """
        of_ray = {
            "--workers": self.workers,
            "--ray-address": self.ray_address,
            "--no-shared-files": not self.shared_files,
        }
        others = {"local": of_ray, "ray": {"--at-once": self.at_once}}[self.engine]
        for option, value in others.items():
            if value:
                needed = "ray" if self.engine == "local" else "local"
                raise UserError(f"{option} is an option of --engine {needed}")


@dataclass(frozen=True)
class Engines:
    """Plays a sweep by the engine of a choice, within what may be spent."""

    choice: Choice
    most: "Spending"
    prices: "Prices | None"
    view: "SweepView"
    no_cache: bool

    def play(self, study: "Study", out: Path, selection: "Selection", *, again: str) -> "SweepResult":
        """Play a sweep, or go on with it; `again` is the command that does the same once more.

        Raises:
            UserError, Interrupted: as `play_sweep`.
        """
        from community.commands.interrupts import run_until_stopped
        from community.experiments.sweeps.sweep import play_sweep

        async def work() -> "SweepResult":
            async with self._ray() if self.choice.engine == "ray" else self._local() as means:
                return await play_sweep(study, out, means, selection, again=again)

        return run_until_stopped(work())

    @asynccontextmanager
    async def _local(self) -> "AsyncGenerator[Means]":
        from community.experiments.engines.local import AT_ONCE, LocalEngine
        from community.experiments.runs.run import Runner
        from community.experiments.sweeps.budget import Budget
        from community.experiments.sweeps.sweep import Means

        with reply_cache(no_cache=self.no_cache) as cache:
            async with Runner(cache) as runner:
                spent = Budget(self.most, runner.limits.stop, self.prices)
                engine = LocalEngine(runner, (self.view, spent), self.choice.at_once or AT_ONCE)
                yield Means(engine, runner.limits, spent, self.view)

    @asynccontextmanager
    async def _ray(self) -> "AsyncGenerator[Means]":
        from community.experiments.engines.ray import RayEngine
        from community.experiments.sweeps.budget import Budget
        from community.experiments.sweeps.sweep import Means

        engine = RayEngine(
            self.choice.ray_address,
            self.choice.workers,
            shared_files=self.choice.shared_files,
            cached=not self.no_cache,
        )
        spent = Budget(self.most, engine.stop, self.prices)
        engine.watchers = (self.view, spent)
        yield Means(engine, budget=spent, view=self.view)
