"""Cells at which another process is, or was when it was killed."""

import asyncio
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from community.experiments.engines.engine import play_cell
from community.experiments.runs.config import RunSettings
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.run import Runner
from community.experiments.runs.staging import Staged
from community.experiments.sweeps.cells import Cell
from community.experiments.sweeps.directory import SweepDirectory, prepare_directory
from tests.experiments.sweeps.played import calls, journaled_twice, metrics
from tests.experiments.sweeps.studies import ONE, planned


@dataclass
class Slow(Runner):
    """Takes so long to prepare that another one has played the cell meanwhile."""

    cell: Cell | None = None
    directory: SweepDirectory | None = None

    async def prepare(self, config: RunSettings) -> Staged[Any]:
        staged = await super().prepare(config)
        cell, self.cell = self.cell, None
        if cell is not None and self.directory is not None:
            async with Runner() as other:
                await play_cell(other, cell, self.directory)
        return staged


@pytest.fixture(scope="module")
def cell(tmp_path_factory: pytest.TempPathFactory) -> Cell:
    return planned(tmp_path_factory.mktemp("study"), ONE).cells[0]


@pytest.fixture(scope="module")
def whole(cell: Cell, tmp_path_factory: pytest.TempPathFactory) -> SweepDirectory:
    directory = prepare_directory(tmp_path_factory.mktemp("whole"))
    asyncio.run(play_cell(Runner(), cell, directory))
    return directory


def broken_off(whole: SweepDirectory, cell: Cell, out: Path, kept: int | None) -> RunDirectory:
    """A sweep whose cell was killed after so many calls; None is before its configuration was on disk."""
    run = prepare_directory(out).run(cell.name)
    run.path.mkdir()
    run.lock.touch()
    if kept is not None:
        shutil.copy(whole.run(cell.name).config, run.config)
        lines = whole.run(cell.name).calls.read_bytes().splitlines(keepends=True)
        run.calls.write_bytes(b"".join(lines[:kept]))
    return run


@pytest.mark.parametrize("kept", [None, 0, 5])
async def test_a_cell_that_another_process_is_at_is_waited_for(
    tmp_path: Path, cell: Cell, whole: SweepDirectory, kept: int | None
) -> None:
    run = broken_off(whole, cell, tmp_path, kept)

    async with Runner() as runner:
        with run.locked():
            playing = asyncio.create_task(play_cell(runner, cell, SweepDirectory(tmp_path)))
            await asyncio.sleep(0.1)
            assert not playing.done()
        outcome = await playing

    assert outcome.status == "finished"
    assert metrics(tmp_path) == metrics(whole.path)
    assert len(calls(tmp_path)) == len(calls(whole.path))
    assert journaled_twice(tmp_path) == []


@pytest.mark.parametrize("kept", [None, 5])
async def test_a_cell_that_another_process_stays_at_is_stopped_and_untouched(
    tmp_path: Path, cell: Cell, whole: SweepDirectory, kept: int | None
) -> None:
    run = broken_off(whole, cell, tmp_path, kept)
    before = {file: file.read_bytes() for file in run.path.iterdir()}

    async with Runner() as runner:
        with run.locked():
            outcome = await play_cell(runner, cell, SweepDirectory(tmp_path), held=0.0)

            assert outcome.status == "stopped"
            assert "in use by another process" in (outcome.reason or "")
            assert {file: file.read_bytes() for file in run.path.iterdir()} == before


async def test_a_cell_that_another_process_has_begun_meanwhile_is_gone_on_with(
    tmp_path: Path, cell: Cell, whole: SweepDirectory
) -> None:
    directory = prepare_directory(tmp_path)

    async with Slow(cell=cell, directory=directory) as runner:
        outcome = await play_cell(runner, cell, directory)

    assert outcome.status == "finished"
    assert metrics(tmp_path) == metrics(whole.path)
    assert journaled_twice(tmp_path) == []
