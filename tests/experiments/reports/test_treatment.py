from pathlib import Path

import pytest

from community.experiments.analysis.finding import find_runs
from community.experiments.debates.config import DebateRunConfig, ModuleChoice
from community.experiments.reports.treatment import read_treatment
from tests.experiments.played import start


async def test_prompts_state_the_norm_to_insiders_alone(sweep: Path) -> None:
    for run in find_runs(sweep):
        found = read_treatment(run)

        assert found.stating is not None
        assert found.prompts["insiders"] == found.stating["insiders"] > 0
        assert found.prompts["newcomer"] > found.stating["newcomer"] == 0
        assert found.stating.get("module", 0) == 0
        assert found.integrity.violations_refused == 1


async def test_a_newcomer_that_is_told_has_the_norm_in_its_prompts(tmp_path: Path) -> None:
    config = DebateRunConfig(
        norms=("sy_star", "greeting"), condition="told", module=ModuleChoice(id="none"), questions=1
    )
    await start(config, tmp_path)
    found = read_treatment(find_runs(tmp_path)[0])

    assert found.stating is not None
    assert found.prompts["newcomer"] == found.stating["newcomer"] > 0


async def test_an_unfinished_run_is_read_from_its_events(sweep: Path, tmp_path: Path) -> None:
    await start(DebateRunConfig(norms=("sy_star",), questions=1), tmp_path)
    run = find_runs(tmp_path)[0]
    whole = read_treatment(run)
    run.directory.metrics.unlink()

    assert read_treatment(run) == whole


@pytest.mark.parametrize("norm", ["gone.yaml"])
async def test_a_norm_that_is_gone_leaves_its_words_unknown(norm: str, tmp_path: Path) -> None:
    await start(DebateRunConfig(norms=("sy_star",), questions=1), tmp_path)
    (run,) = find_runs(tmp_path)
    text = run.directory.config.read_text(encoding="utf-8").replace("sy_star", norm)
    run.directory.config.write_text(text, encoding="utf-8")

    assert read_treatment(find_runs(tmp_path)[0]).stating is None
