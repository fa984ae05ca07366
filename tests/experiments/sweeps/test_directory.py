from pathlib import Path

import pytest

from community.errors import UserError
from community.experiments.sweeps.directory import prepare_directory, sweep_around
from community.experiments.sweeps.fingerprint import fingerprint, identity
from community.experiments.sweeps.plan import SweepPlan, read_plan, refuse_changes
from community.experiments.sweeps.study import read_study
from community.records import write_json
from tests.experiments.sweeps.studies import SMALL, planned, written


def plan_of(folder: Path, text: str = SMALL) -> SweepPlan:
    return SweepPlan.of(read_study(written(folder, text)), planned(folder, text))


def test_a_plan_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    plan, path = plan_of(tmp_path), tmp_path / "plan.json"
    write_json(path, plan)

    again = read_plan(path)

    assert again == plan
    assert [cell.cell("debate") for cell in again.cells] == list(planned(tmp_path).cells)


def test_a_fingerprint_depends_on_what_changes_results_alone(tmp_path: Path) -> None:
    cell = planned(tmp_path).cells[0]
    dumped = cell.config.model_dump(mode="json")

    def mark(**changes: object) -> str:
        return fingerprint(identity({**dumped, **changes}, cell.ingredients))

    options = dumped["newcomer_options"]
    assert mark() == cell.fingerprint
    assert (
        mark(prompts="elsewhere", newcomer_options={**options, "timeout": 5, "parallel": 3})
        == cell.fingerprint
    )
    assert mark(rounds=2) != cell.fingerprint
    assert mark(newcomer_options={**options, "temperature": 0.5}) != cell.fingerprint


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("questions: 2", "questions: 3", "differing: ingredients.questions, questions"),
        ("[none, tom]", "[tom]", "it is no longer one of its cells"),
    ],
)
def test_a_study_that_changed_under_its_cells_is_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    before, after = plan_of(tmp_path), plan_of(tmp_path, SMALL.replace(old, new))
    begun = [cell.name for cell in before.cells if cell.labels["module"] == "none"]

    refuse_changes(before, after, [], "out")
    with pytest.raises(
        UserError, match=rf"cell {begun[0]} \(and 1 more\) has begun in out .*{message}; .*--out"
    ):
        refuse_changes(before, after, begun, "out")


def test_a_study_may_grow(tmp_path: Path) -> None:
    before, after = (
        plan_of(tmp_path),
        plan_of(tmp_path, SMALL.replace("[none, tom]", "[none, tom, contrastive]")),
    )

    refuse_changes(before, after, [cell.name for cell in before.cells], "out")


def test_two_processes_do_not_share_a_sweep(tmp_path: Path) -> None:
    directory = prepare_directory(tmp_path)

    with directory.locked(), pytest.raises(UserError, match="in use by another process"), directory.locked():
        pass


def test_the_sweep_around_a_run_is_known_by_where_the_run_lies(tmp_path: Path) -> None:
    directory = prepare_directory(tmp_path / "study")

    assert sweep_around(directory.run("one").path) == directory
    assert sweep_around(tmp_path / "runs" / "one") is None


def test_the_lock_is_there_while_a_sweep_is_held(tmp_path: Path) -> None:
    directory = prepare_directory(tmp_path)

    with directory.locked():
        assert directory.lock.exists()
