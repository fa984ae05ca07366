import asyncio
import json
import shutil
from pathlib import Path

import pytest

from community.experiments.runs.run import Runner
from community.experiments.sweeps.cells import plan_study
from community.experiments.sweeps.directory import SweepDirectory, prepare_directory
from community.experiments.sweeps.plan import SweepPlan
from community.experiments.sweeps.study import Study, read_study
from community.records import write_json

STUDY = """
title: Two norms & two modules
base: {questions: 3, idiosyncratic: 2, schedule: {kind: constant, epsilon: 0.2}}
axes:
  norms: [sy_star, rp_great_question]
  module: [none, contrastive]
"""


def play(study: Study, path: Path, *, cells: slice = slice(None)) -> SweepDirectory:
    """The sweep of a study, with some of its cells played."""
    plan = plan_study(study)
    directory = prepare_directory(path)
    write_json(directory.plan, SweepPlan.of(study, plan))

    async def all_of_them() -> None:
        async with Runner() as runner:
            for cell in plan.cells[cells]:
                await runner.start(cell.config, directory.cells, name=cell.name)

    asyncio.run(all_of_them())
    return directory


@pytest.fixture(scope="session")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four finished runs of three debates, of scripted people."""
    folder = tmp_path_factory.mktemp("reports")
    (folder / "two.yaml").write_text(STUDY, encoding="utf-8")
    return play(read_study(folder / "two.yaml"), folder / "sweep").path


@pytest.fixture(scope="session")
def mixed(sweep: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same runs in a folder, half of them as if models had taken part."""
    folder = tmp_path_factory.mktemp("mixed") / "runs"
    shutil.copytree(sweep / "cells", folder)
    for path in sorted(folder.iterdir())[::2]:
        config = json.loads((path / "config.json").read_text(encoding="utf-8"))
        config |= {
            "newcomer": "ollama:gemma3:4b",
            "background": ["openai:gpt-5-nano"] * 2,
            "module_model": "ollama:qwen3:8b",
        }
        (path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder
