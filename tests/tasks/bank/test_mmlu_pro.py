"""MMLU-Pro from local files and, through a stand-in of `datasets`, from the Hub."""

import json
import sys
import types
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from community.errors import FileFaultsError, MissingExtraError, UserError
from community.tasks import Question, load_task

ROWS: list[dict[str, Any]] = [
    {
        "question_id": 70 + number,
        "question": f"What is {number} + 1?",
        "options": [str(number + shift) for shift in range(count)],
        "answer": "B",
        "answer_index": 1,
        "cot_content": "",
        "category": "math",
        "src": "made up",
    }
    for number, count in enumerate([3, 4, 10, 7, 5, 9])
]


def write_parquet(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), path)
    return path


def write_jsonl(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def load(path: Path, n: int) -> list[Question]:
    return sorted(load_task(f"mmlu_pro:{path}").questions(0, n), key=lambda question: question.id)


EXPECTED = [
    Question(str(row["question_id"]), row["question"], tuple(row["options"]), "B", "math") for row in ROWS
]


def test_mmlu_pro_reads_parquet(tmp_path: Path):
    assert load(write_parquet(tmp_path / "some.parquet", ROWS), 6) == EXPECTED


def test_mmlu_pro_reads_json_lines(tmp_path: Path):
    assert load(write_jsonl(tmp_path / "some.jsonl", ROWS), 6) == EXPECTED


def test_mmlu_pro_reads_a_folder_in_the_layout_of_the_hub(tmp_path: Path):
    write_parquet(tmp_path / "data" / "test-00000-of-00002.parquet", ROWS[:3])
    write_parquet(tmp_path / "data" / "test-00001-of-00002.parquet", ROWS[3:])
    write_parquet(tmp_path / "data" / "validation-00000-of-00001.parquet", [{**ROWS[0], "question_id": 1}])

    assert load(tmp_path, 6) == EXPECTED


def test_mmlu_pro_reads_every_file_of_a_folder_without_splits(tmp_path: Path):
    write_jsonl(tmp_path / "first.jsonl", ROWS[:3])
    write_parquet(tmp_path / "second.parquet", ROWS[3:])

    assert load(tmp_path, 6) == EXPECTED


def test_mmlu_pro_refuses_a_question_that_stands_in_two_files(tmp_path: Path):
    write_jsonl(tmp_path / "first.jsonl", ROWS)
    write_parquet(tmp_path / "second.parquet", ROWS)

    with pytest.raises(UserError, match="question '70' stands in several files"):
        load(tmp_path, 6)


def test_mmlu_pro_needs_only_question_options_and_answer(tmp_path: Path):
    rows = [{key: row[key] for key in ("question", "options", "answer")} for row in ROWS]

    questions = load(write_jsonl(tmp_path / "mine.jsonl", rows), 6)

    assert [question.id for question in questions] == [f"mine-{number}" for number in range(1, 7)]


def test_mmlu_pro_drops_options_that_only_fill_up(tmp_path: Path):
    row = {**ROWS[0], "options": ["0", "1", "N/A", "2", "N/A", "N/A"]}

    assert load(write_jsonl(tmp_path / "some.jsonl", [row]), 1)[0].options == ("0", "1", "N/A", "2")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"answer_index": 2}, "answer_index: is 2, but the answer B is option 1"),
        ({"answer": ""}, "answer: is missing"),
        ({"answer": None}, "answer: is missing"),
        ({"answer": "D"}, r"answer: must be a letter from A to C \(got 'D'\)"),
        ({"answer": "BC"}, "answer: must be a letter from A to C"),
        ({"question": ""}, "question: is missing"),
        ({"options": []}, "options: must be 2 to 26 texts"),
        ({"options": [str(number) for number in range(27)]}, r"options: must be 2 to 26 texts \(got 27\)"),
        ({"options": ["0", "", "2"]}, r"options: must not be empty, but \(B\) is"),
        ({"options": ["0", "N/A", "N/A"]}, "options: must be 2 to 26 texts"),
        ({"question_id": 75}, "'75' is given twice"),
    ],
)
def test_mmlu_pro_names_line_or_row_of_a_fault(tmp_path: Path, change: dict[str, Any], words: str):
    rows = [ROWS[5], {**ROWS[0], **change}]

    with pytest.raises(FileFaultsError, match=f"some.jsonl: line 2: .*{words}"):
        load(write_jsonl(tmp_path / "some.jsonl", rows), 1)
    with pytest.raises(FileFaultsError, match=f"some.parquet: row 2, .*{words}"):
        load(write_parquet(tmp_path / "some.parquet", rows), 1)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none.parquet", "cannot be read"),
        ("none.jsonl", "cannot be read"),
        ("text.txt", "end in .parquet or .jsonl"),
        ("bad.parquet", "cannot be read as Parquet"),
        ("empty", "has no .parquet or .jsonl file"),
    ],
)
def test_mmlu_pro_says_why_a_path_cannot_be_read(tmp_path: Path, name: str, words: str):
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.txt").write_text("x")
    (tmp_path / "bad.parquet").write_text("x")

    with pytest.raises(UserError, match=words):
        load(tmp_path / name, 1)


def test_mmlu_pro_names_both_numbers_when_there_are_too_few(tmp_path: Path):
    with pytest.raises(UserError, match="50 questions are asked for, but the task has 6"):
        load(write_jsonl(tmp_path / "some.jsonl", ROWS), 50)


def test_mmlu_pro_has_one_fixed_order_per_seed(tmp_path: Path):
    task = load_task(f"mmlu_pro:{write_jsonl(tmp_path / 'some.jsonl', ROWS)}")

    assert [question.id for question in task.questions(0, 6)] == ["75", "72", "70", "73", "71", "74"]
    assert task.questions(0, 3) == task.questions(0, 6)[:3]


def stand_in(monkeypatch: pytest.MonkeyPatch, load_dataset: object) -> None:
    module = types.ModuleType("datasets")
    module.load_dataset = load_dataset  # pyright: ignore[reportAttributeAccessIssue]
    monkeypatch.setitem(sys.modules, "datasets", module)


def test_mmlu_pro_asks_the_hub_for_the_test_split(monkeypatch: pytest.MonkeyPatch):
    asked: list[tuple[str, str]] = []

    def load_dataset(name: str, split: str) -> list[dict[str, Any]]:
        asked.append((name, split))
        return ROWS

    stand_in(monkeypatch, load_dataset)

    questions = load_task("mmlu_pro").questions(0, 6)

    assert asked == [("TIGER-Lab/MMLU-Pro", "test")]
    assert sorted(questions, key=lambda question: question.id) == EXPECTED


def test_mmlu_pro_offers_a_local_copy_when_the_hub_cannot_be_reached(monkeypatch: pytest.MonkeyPatch):
    def load_dataset(name: str, split: str) -> list[dict[str, Any]]:
        raise ConnectionError("no route\nto host")

    stand_in(monkeypatch, load_dataset)

    with pytest.raises(
        UserError, match=r"cannot be had from the Hub \(ConnectionError: no route\); .*mmlu_pro:PATH"
    ):
        load_task("mmlu_pro").questions(0, 1)


@pytest.mark.parametrize(
    ("package", "spec"), [("datasets", "mmlu_pro"), ("pyarrow.parquet", "mmlu_pro:x.parquet")]
)
def test_mmlu_pro_names_the_extra_when_a_package_is_missing(
    monkeypatch: pytest.MonkeyPatch, package: str, spec: str
):
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(MissingExtraError, match=r"pip install 'community\[hub\]'"):
        load_task(spec).questions(0, 1)
