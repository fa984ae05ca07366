import re
from pathlib import Path

import pytest

from community.errors import RecordError, UserError
from community.experiments.sweeps.plan import SweepPlan
from community.experiments.sweeps.reading import read_sweep
from community.experiments.sweeps.study import read_study
from community.records import write_json
from tests.experiments.sweeps.studies import SMALL, planned, written


def test_reading_says_what_is_no_sweep(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=re.escape("is not the directory of a sweep: it has no plan.json")):
        read_sweep(tmp_path)
    (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(RecordError, match="is not the plan of a sweep: fingerprint_version: is required"):
        read_sweep(tmp_path)


def test_cells_that_have_not_begun_are_planned(tmp_path: Path) -> None:
    write_json(tmp_path / "plan.json", SweepPlan.of(read_study(written(tmp_path, SMALL)), planned(tmp_path)))

    sweep = read_sweep(tmp_path)

    assert [cell.status for cell in sweep.cells] == ["planned"] * 4
    assert sweep.cells[0].directory.path == tmp_path / "cells" / sweep.plan.cells[0].name
