"""Starting a sweep, or going on with it: what is finished is skipped, what broke off is resumed."""

import asyncio
import shlex
from collections.abc import Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from community.errors import CommunityError, Interrupted, RecordError, UnknownIdError, UserError
from community.experiments.engines.engine import Engine
from community.experiments.sweeps.budget import Budget, Prices
from community.experiments.sweeps.cells import Cell, StudyPlan, plan_study
from community.experiments.sweeps.directory import SweepDirectory, prepare_directory, started
from community.experiments.sweeps.dry_run import SweepEstimate, estimate_cells, sum_up
from community.experiments.sweeps.index import Index
from community.experiments.sweeps.order import in_order
from community.experiments.sweeps.plan import SweepPlan, refuse_changes
from community.experiments.sweeps.reading import planned_before
from community.experiments.sweeps.result import SweepResult, sweep_result
from community.experiments.sweeps.study import Study
from community.experiments.sweeps.watching import SweepView
from community.models.limits import Limits
from community.records import write_json

PLAYED = 1
"""Episodes that are played with scripted people to find the long cells."""


@dataclass(frozen=True)
class Selection:
    """Which cells of a study are wanted.

    Attributes:
        only: axis -> the labels that count; an axis that is not named lets all through.
        limit: the most cells that are played now; None for all.
    """

    only: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    limit: int | None = None

    def of(self, plan: StudyPlan) -> list[Cell]:
        """The cells that `only` lets through.

        Raises:
            UnknownIdError: an axis or a label is not of this study.
            UserError: no cell is left.
        """
        for axis, labels in self.only.items():
            if axis not in plan.axes:
                raise UnknownIdError("axis", axis, plan.axes)
            known = {cell.labels[axis] for cell in plan.cells if axis in cell.labels}
            for label in labels:
                if label not in known:
                    raise UnknownIdError(f"value of axis {axis!r}", label, known)
        chosen = [
            cell for cell in plan.cells if all(cell.labels.get(axis) in self.only[axis] for axis in self.only)
        ]
        if not chosen:
            raise UserError("no cell has all the values that --only asks for")
        return chosen


@dataclass(frozen=True)
class Means:
    """What a sweep is played with.

    Attributes:
        engine: plays the cells.
        limits: of its endpoints, for the index.
        budget: what may be spent; None for everything.
        view: for a person, or None.
    """

    engine: Engine
    limits: Limits = field(default_factory=Limits)
    budget: Budget | None = None
    view: SweepView | None = None


async def play_sweep(
    study: Study, out: Path, means: Means, selection: Selection | None = None, *, again: str | None = None
) -> SweepResult:
    """Play the cells of a study that are not finished in the directory `out`.

    Args:
        study: whose cells are played.
        out: made when it is missing.
        means: what they are played with.
        selection: which of them; None for all.
        again: the command that goes on in the same way, to name when the sweep is cancelled; None for one that goes
            on with everything.

    Raises:
        UserError: the study is faulty, or has changed under cells that have begun, or the directory is in use;
            nothing ran.
        Interrupted: the sweep was cancelled; what was finished is on disk, and the command that goes on is named.
    """
    planned = plan_study(study)
    chosen = (selection or Selection()).of(planned)
    if means.budget is not None:
        means.budget.demand_prices(cell.config for cell in chosen)
    directory = prepare_directory(out)
    with directory.locked():
        plan = SweepPlan.of(study, planned)
        _write_plan(directory, study, plan)
        index = Index(directory, plan, means.limits)
        left = index.left()
        todo = await _in_order([cell for cell in chosen if cell.name in left], means.engine)
        todo = todo[: selection.limit if selection else None]
        if means.view is not None:
            means.view.began(plan.title, todo, before=len(plan.cells) - len(left))
        try:
            unusable = await _play(todo, directory, index, means)
        except asyncio.CancelledError:
            index.write("interrupted")
            raise Interrupted(f"interrupted; go on with: {again or _again(study, out)}") from None
        reached = means.budget.reached if means.budget else None
        incomplete = any(cell.status != "finished" for cell in index.cells.values())
        status = "limit" if reached else "incomplete" if incomplete else "finished"
        index.write(status, reached)
        return sweep_result(
            directory,
            plan,
            index.cells,
            status=status,
            reason=reached,
            unusable=unusable,
            chosen=[cell.name for cell in chosen],
        )


async def estimate_sweep(study: Study, selection: Selection, prices: Prices | None = None) -> SweepEstimate:
    """What the cells would take, finished or not; no endpoint is contacted and nothing is written.

    Raises:
        UserError: the study or the selection is faulty, or the setting has no estimate.
    """
    chosen = selection.of(plan_study(study))
    estimates = await estimate_cells(chosen)
    cells = in_order(chosen, {name: plan.calls for name, plan in estimates.items()})[: selection.limit]
    return sum_up(study.config.title, cells, estimates, prices=prices)


def _again(study: Study, out: Path) -> str:
    """The command that goes on with a sweep."""
    return f"community sweep {shlex.quote(study.document.file)} --out {shlex.quote(str(out))}"


async def _play(todo: Sequence[Cell], directory: SweepDirectory, index: Index, means: Means) -> list[str]:
    """Play cells and note how they end; gives the models whose endpoints could not be used."""
    unusable: dict[str, None] = {}
    if means.budget is not None:
        means.budget.start_clock()
    async with aclosing(means.engine.play(todo, directory)) as outcomes:
        async for outcome in outcomes:
            index.note(outcome)
            if outcome.unusable:
                unusable[outcome.unusable] = None
            if means.view is not None:
                means.view.cell_ended(outcome)
    return list(unusable)


async def _in_order(cells: Sequence[Cell], engine: Engine) -> list[Cell]:
    """The cells in the order in which they are played; without an estimate, by their episodes.

    Cells that can all be under way at once need no estimate.
    """
    work: dict[str, float] = {cell.name: cell.config.episodes for cell in cells}
    if engine.at_once is not None and len(cells) <= engine.at_once:
        return in_order(cells, work)
    with suppress(CommunityError):
        plans = await estimate_cells(cells, played=PLAYED)
        work = {name: plan.calls for name, plan in plans.items()}
    return in_order(cells, work)


def _write_plan(directory: SweepDirectory, study: Study, plan: SweepPlan) -> None:
    """Put the study and its plan on disk.

    Raises:
        UserError: cells that have begun would be others, or the disk does not take it.
    """
    try:
        before = planned_before(directory)
        if before is not None:
            refuse_changes(before, plan, started(directory), str(directory.path))
        write_json(directory.plan, plan)
        directory.study.write_text(study.text, encoding="utf-8", newline="")
    except RecordError as error:
        raise UserError(str(error)) from error
    except OSError as error:
        raise UserError(f"{directory.study} cannot be written: {error.strerror or error}") from error
