from pathlib import Path

import pytest

from community.experiments.reports.material import gather
from community.experiments.reports.report import build_sections
from community.experiments.sweeps.study import Study, read_study
from tests.experiments.reports.conftest import play

TINY: dict[str, dict[str, object]] = {
    "debate": {"questions": 1},
    "scenarios": {"trials": 1, "norms": ["binary_answer_norm"]},
}
SEATS = {"debate": ("newcomer", "module_model"), "scenarios": ("judge", "module_model")}
STUDIES = sorted((Path(__file__).parents[1] / "studies").glob("*.yaml"))


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_every_study_runs_offline_and_has_a_report(path: Path, tmp_path: Path) -> None:
    study = read_study(path)
    tiny = study.config.model_copy(update={"base": {**study.config.base, **TINY[study.config.setting]}})

    sweep = play(
        Study(study.name, tiny, study.document, study.text), tmp_path / "sweep", cells=slice(None, None, 47)
    )

    found = gather(sweep.path)
    sections = build_sections(found)
    assert found.title == study.config.title
    assert sections and all(section.title.endswith("(simulated)") for section in sections)


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_every_study_says_which_result_it_is_and_what_differs(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    top = text.partition("axes:")[0]

    assert any(f'"{paper}"' in top for paper in ("Reading the Room", "LoSoNA")) and "What differs" in top
    assert all(f"  {seat}: sim:" in top for seat in SEATS[read_study(path).config.setting])
    assert f"community sweep studies/{path.name}" in top
