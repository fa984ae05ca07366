"""Study files for tests."""

from pathlib import Path

from community.experiments.sweeps.cells import StudyPlan, plan_study
from community.experiments.sweeps.study import read_study

SMALL = """\
title: Do modules help?
base:
  questions: 2
  rounds: 1
axes:
  norms: [sy_star, sy_dagger]
  module: [none, tom]
"""

ONE = SMALL.replace("[sy_star, sy_dagger]", "sy_star").replace("[none, tom]", "tom")
"""One cell of them."""


def written(folder: Path, text: str = SMALL, name: str = "small.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def planned(folder: Path, text: str = SMALL) -> StudyPlan:
    return plan_study(read_study(written(folder, text)))
