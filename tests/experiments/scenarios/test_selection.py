from pathlib import Path

import pytest

from community.errors import UnknownIdError, UserError
from community.experiments.scenarios.selection import Filters, select
from tests.scenarios import published_rows, sound
from tests.scenarios.published_rows import IDS, row, without


def test_builtin_set_is_the_shipped_one() -> None:
    found = select("builtin", Filters())

    assert len(found.named) == 44
    assert found.skipped == ()
    assert all(name == scenario.id for name, scenario in found.named.items())


@pytest.mark.parametrize(
    ("filters", "number"),
    [
        (Filters(norms=["binary_answer_norm"]), 2),
        (Filters(norms=["binary_answer_norm", "mandatory_analogy_norm"]), 4),
        (Filters(events=["standup"], venues=["workplace"]), 5),
        (Filters(ids=["standup__binary_answer_norm__rotterdam_feed"]), 1),
    ],
)
def test_filters_narrow_a_set(filters: Filters, number: int) -> None:
    found = select("builtin", filters)

    assert len(found.named) == number
    assert all(not filters.norms or each.norm in filters.norms for each in found.scenarios)


def test_a_file_is_a_scenario_of_the_builtin_set(tmp_path: Path) -> None:
    file = str(sound.write(sound.sound(), tmp_path))

    assert [*select("builtin", Filters(ids=[file])).named] == [file]


def test_published_rows_are_selected_by_id_and_faulty_ones_named(tmp_path: Path) -> None:
    rows = [row(name) for name in IDS]
    rows[4] = without(rows[4], "norm_id")
    source = published_rows.write(tmp_path / "rows.jsonl", rows)

    whole = select(source, Filters())
    one = select(source, Filters(ids=[IDS[7]]))

    assert [*whole.named] == [name for name in IDS if name != IDS[4]]
    assert whole.skipped == (f"row 5 ({IDS[4]}) is left out: norm_id: is missing",)
    assert [*one.named] == [IDS[7]]


def test_a_folder_is_a_set_whose_faulty_files_are_named(tmp_path: Path) -> None:
    sound.write(sound.sound(), tmp_path)
    (tmp_path / "torn.yaml").write_text("id: [", encoding="utf-8")

    found = select(str(tmp_path), Filters())

    assert [*found.named] == [sound.ID]
    assert "torn.yaml" in found.skipped[0]


@pytest.mark.parametrize(
    ("dataset", "filters", "error", "words"),
    [
        ("builtin", Filters(norms=["binary_anser_norm"]), UnknownIdError, "did you mean 'binary_answer_norm'"),
        ("builtin", Filters(events=["standups"]), UnknownIdError, "did you mean 'standup'"),
        ("builtin", Filters(ids=["nothing"]), UnknownIdError, "unknown scenario 'nothing'"),
        ("builtin", Filters(events=["standup"], norms=["mandatory_analogy_norm"]), UserError, "passes the filters"),
        ("nowhere", Filters(), UserError, "holds no scenario file"),
        ("nowhere.jsonl", Filters(), UserError, "nowhere.jsonl"),
    ],
)  # fmt: skip
def test_what_cannot_be_selected_is_named(
    dataset: str, filters: Filters, error: type[UserError], words: str
) -> None:
    with pytest.raises(error, match=words):
        select(dataset, filters)


def test_one_scenario_under_two_names_is_refused(tmp_path: Path) -> None:
    name = "standup__binary_answer_norm__rotterdam_feed"
    copy = tmp_path / f"{name}.yaml"
    shipped = Path("community/scenarios/data/scenarios") / f"{name}.yaml"
    copy.write_text((Path(__file__).parents[3] / shipped).read_text(encoding="utf-8"), encoding="utf-8")

    with pytest.raises(UserError, match="is given twice"):
        select("builtin", Filters(ids=[name, str(copy)]))
