from pathlib import Path

import pytest

from community.errors import FileFaultsError, UserError
from community.experiments.debates.config import DebateRunConfig
from community.experiments.sweeps.axes import label_of
from community.experiments.sweeps.study import read_study, study_schema
from tests.experiments.sweeps.studies import SMALL, planned, written


def labels(folder: Path, text: str) -> list[dict[str, str]]:
    return [dict(cell.labels) for cell in planned(folder, text).cells]


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("tom", "tom"),
        ("norms/mine.yaml", "mine"),
        (["a", "b"], "a+b"),
        ({"id": "tom", "options": {"second_order": True}}, "tom(second_order=true)"),
        ({"kind": "constant", "epsilon": 0.3}, "constant(epsilon=0.3)"),
        ({"id": "none"}, "none"),
        (None, "none"),
        (3, "3"),
        (False, "false"),
    ],
)
def test_label_says_what_a_value_is(value: object, label: str) -> None:
    assert label_of(value) == label


def test_cells_are_all_combinations_in_the_order_of_the_file(tmp_path: Path) -> None:
    assert labels(tmp_path, SMALL) == [
        {"norms": norm, "module": module} for norm in ("sy_star", "sy_dagger") for module in ("none", "tom")
    ]


def test_a_cell_is_named_after_its_labels_and_its_fingerprint(tmp_path: Path) -> None:
    cell = planned(tmp_path, SMALL + "  seed: [7]\n").cells[1]

    assert cell.name == f"sy_star_tom_seed-7_{cell.fingerprint[:8]}"
    assert cell.config.seed == 7


@pytest.mark.parametrize(
    ("norms", "count"),
    [("{set: core}", 48), ("[{set: core, family: boundary}, sy_star]", None), ("[[a, b]]", 1)],
)
def test_norms_may_be_a_set_a_family_or_several_at_once(
    tmp_path: Path, norms: str, count: int | None
) -> None:
    norms = norms.replace("[[a, b]]", "[[sy_star, sy_dagger]]")
    cells = planned(tmp_path, f"title: t\nbase: {{questions: 1}}\naxes:\n  norms: {norms}\n").cells

    assert count is None or len(cells) == count
    if count == 1:
        assert isinstance(cells[0].config, DebateRunConfig)
        assert cells[0].config.norms == ("sy_star", "sy_dagger")
    else:
        assert len(cells) > 5
        assert {len(cell.labels["norms"].split("+")) for cell in cells} == {1}


def test_a_linked_axis_changes_several_fields_at_once(tmp_path: Path) -> None:
    text = SMALL + (
        "  people:\n"
        "    - {label: two, background: [sim:expert*2], schedule.kind: linear}\n"
        "    - {label: three, background: [sim:expert*3]}\n"
    )
    configs = [cell.config for cell in planned(tmp_path, text).cells[:2]]

    assert [(len(c.background), c.schedule.kind) for c in configs if isinstance(c, DebateRunConfig)] == [
        (2, "linear"),
        (3, "exponential"),
    ]


def test_a_dotted_axis_reaches_into_a_field_and_a_whole_one_replaces_it(tmp_path: Path) -> None:
    text = """\
title: t
base: {questions: 1, norms: sy_star, schedule: constant}
axes:
  schedule.epsilon: [0.25]
  module: [{id: tom, options: {second_order: true}}, none]
"""
    first, second = (cell.config for cell in planned(tmp_path, text).cells)

    assert isinstance(first, DebateRunConfig)
    assert isinstance(second, DebateRunConfig)
    assert (first.schedule.kind, first.schedule.epsilon) == ("constant", 0.25)
    assert (first.module.options, second.module.options) == ({"second_order": True}, {})


def test_exclude_leaves_out_and_include_adds(tmp_path: Path) -> None:
    text = (
        SMALL
        + "exclude:\n- {norms: sy_star, module: [tom]}\ninclude:\n- {norms: sy_star, module: contrastive}\n"
    )

    assert labels(tmp_path, text) == [
        {"norms": "sy_star", "module": "none"},
        {"norms": "sy_dagger", "module": "none"},
        {"norms": "sy_dagger", "module": "tom"},
        {"norms": "sy_star", "module": "contrastive"},
    ]


def test_a_value_may_be_given_a_label_and_be_named_by_it(tmp_path: Path) -> None:
    text = SMALL.replace(
        "[none, tom]", "[none, {label: deep, value: {id: tom, options: {second_order: true}}}]"
    )

    assert [
        cell["module"] for cell in labels(tmp_path, text + "exclude: [{module: deep, norms: sy_star}]\n")
    ] == [
        "none",
        "none",
        "deep",
    ]


FAULTY = """\
title: t
base:
  questions: four
  roundz: 3
axes:
  norms: [sy_star, sy_sta]
  module: [none, tomm]
  shedule: [linear]
exclude:
  - {module: non}
  - {modul: none}
"""


def test_all_faults_of_a_study_are_told_at_once_with_their_lines(tmp_path: Path) -> None:
    with pytest.raises(FileFaultsError) as caught:
        planned(tmp_path, FAULTY)

    told = [(fault.line, fault.path) for fault in caught.value.faults]
    assert told == [
        (3, "base.questions"),
        (4, "base.roundz"),
        (8, "axes.shedule.0"),
        (10, "exclude.0.module"),
        (11, "exclude.1.modul"),
    ]
    assert "did you mean 'schedule'?" in str(caught.value)
    assert "did you mean 'rounds'?" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("sy_dagger", "sy_dager", "line 6: axes.norms.1: unknown norm 'sy_dager'; did you mean 'sy_dagger'"),
        ("tom", "tomm", "line 7: axes.module.1: unknown module 'tomm'; did you mean 'tom'?"),
        ("[none, tom]", "[none, none]", "line 7: axes.module: 'none' stands here twice"),
        ("[none, tom]", "[]", "line 7: axes.module: has no values"),
        ("[sy_star, sy_dagger]", "{set: cor}", "line 6: axes.norms: no norm is of it; sets: core"),
        ("rounds: 1", "idiosyncratic: 3", "small.yaml: idiosyncratic: 3 habits for 2 background agents"),
        ("title: Do modules help?", "titel: x", "title: is required"),
    ],
)
def test_a_fault_is_told_where_it_stands(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        planned(tmp_path, SMALL.replace(old, new))

    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_fault_of_some_combination_names_its_cell(tmp_path: Path) -> None:
    text = SMALL + "  idiosyncratic: [0, 3]\n  background: [sim:expert*2, sim:expert*3]\n"

    with pytest.raises(
        FileFaultsError, match=r"cell norms=sy_star, .*idiosyncratic=3, background=sim:expert\*2 and 3 more"
    ):
        planned(tmp_path, text)


def test_an_excluded_study_has_no_cells(tmp_path: Path) -> None:
    with pytest.raises(FileFaultsError, match="leaves no cell"):
        planned(tmp_path, SMALL + "exclude: [{module: [none, tom]}]\n")


def test_the_schema_knows_the_fields_of_a_study_and_of_its_runs() -> None:
    schema = study_schema()

    assert {"title", "base", "axes", "include", "exclude"} <= schema["properties"].keys()
    assert {"norms", "module", "seed"} <= schema["properties"]["base"]["properties"].keys()


def test_a_study_is_called_after_its_file(tmp_path: Path) -> None:
    assert read_study(written(tmp_path, name="my study.yaml")).name == "my-study"


def test_a_study_of_too_many_cells_is_refused_before_they_are_made(tmp_path: Path) -> None:
    numbers = list(range(1, 1001))
    text = f"title: t\nbase: {{norms: sy_star}}\naxes: {{seed: {numbers}, questions: {numbers}}}\n"

    with pytest.raises(FileFaultsError, match="axes: seed, questions make 1,000,000 cells; at most"):
        planned(tmp_path, text)


def test_a_value_that_stands_twice_is_told_once(tmp_path: Path) -> None:
    with pytest.raises(FileFaultsError, match="'1' stands here twice") as told:
        planned(tmp_path, "title: t\nbase: {norms: sy_star}\naxes: {seed: [1, 1]}\n")

    assert len(told.value.faults) == 1


def test_an_unknown_setting_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(FileFaultsError, match="line 2: setting: unknown setting 'debat'"):
        planned(tmp_path, "title: t\nsetting: debat\naxes: {seed: 1}\n")
