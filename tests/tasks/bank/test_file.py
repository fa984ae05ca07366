"""Questions of one's own: what is read, and what every fault says."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.errors import FileFaultsError, UserError
from community.tasks import Question, load_task

GOOD: dict[str, Any] = {"question": "2 + 2?", "options": ["3", "4", "5"], "answer": "B"}


def write_jsonl(folder: Path, *rows: dict[str, Any] | str) -> Path:
    path = folder / "own.jsonl"
    path.write_text(
        "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), encoding="utf-8"
    )
    return path


def write_csv(folder: Path, text: str) -> Path:
    path = folder / "own.csv"
    path.write_bytes(text.encode())
    return path


def load(path: Path, n: int = 1) -> list[Question]:
    return sorted(load_task(f"file:{path}").questions(0, n), key=lambda question: question.id)


@pytest.mark.parametrize("answer", ["B", "b", "(B)", "B)", "B.", " B ", "4", 4])
def test_file_takes_the_answer_as_letter_or_text(tmp_path: Path, answer: str | int):
    assert load(write_jsonl(tmp_path, {**GOOD, "answer": answer})) == [
        Question("own-1", "2 + 2?", ("3", "4", "5"), "B")
    ]


def test_file_takes_id_and_category_and_numbers_as_options(tmp_path: Path):
    row = {
        "id": 17,
        "category": "sums",
        "question": " 2 + 2? ",
        "options": [3, 4.5],
        "answer": "A",
        "source": "me",
    }

    assert load(write_jsonl(tmp_path, row)) == [Question("17", "2 + 2?", ("3", "4.5"), "A", "sums")]


@pytest.mark.parametrize(
    "row",
    [
        {"options": [str(number) for number in range(27)]},
        {"options": ["3"]},
        {"options": []},
        {"options": None},
        {"options": "3, 4, 5"},
        {"options": ["3", "", "5"]},
        {"options": ["3", None, "5"]},
        {"options": ["3", "4", "4"]},
        {"answer": ""},
        {"answer": None},
        {"answer": "D"},
        {"answer": "6"},
        {"answer": True},
        {"answer": ["B"]},
        {"question": "  "},
        {"question": None},
        {"question": {"text": "2 + 2?"}},
    ],
)
def test_file_names_line_and_field_of_a_fault(tmp_path: Path, row: dict[str, Any]):
    path = write_jsonl(tmp_path, GOOD, {**GOOD, **row})

    with pytest.raises(FileFaultsError) as caught:
        load(path)

    (field,) = row
    assert f"{path}: line 2: {field}: " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_file_says_what_a_row_has_instead_of_a_missing_field(tmp_path: Path):
    path = write_jsonl(tmp_path, {"question": "2 + 2?", "options": ["3", "4"], "anwser": "B"})

    with pytest.raises(
        FileFaultsError, match="line 1: answer: is missing; this row has question, options, anwser"
    ):
        load(path)


def test_file_reports_all_faults_at_once(tmp_path: Path):
    path = write_jsonl(
        tmp_path, GOOD, "{nonsense", {**GOOD, "answer": "", "options": []}, "[1]", {**GOOD, "answer": "Z"}
    )

    with pytest.raises(FileFaultsError) as caught:
        load(path)

    assert [(fault.line, fault.path) for fault in caught.value.faults] == [
        (2, ""),
        (3, "options"),
        (3, "answer"),
        (4, ""),
        (5, "answer"),
    ]


def test_file_cuts_a_long_list_of_faults_and_says_so(tmp_path: Path):
    with pytest.raises(FileFaultsError, match="and 80 more faults"):
        load(write_jsonl(tmp_path, *[{**GOOD, "answer": ""}] * 100))


def test_file_refuses_an_answer_that_means_two_options(tmp_path: Path):
    path = write_jsonl(tmp_path, {"question": "Which letter?", "options": ["B", "A"], "answer": "A"})

    with pytest.raises(
        FileFaultsError, match=r"letter of one option and the text of another; write \(A\) or \(B\)"
    ):
        load(path)


def test_file_refuses_half_a_character(tmp_path: Path):
    path = write_jsonl(tmp_path, GOOD, {**GOOD, "question": "\ud800?"}, {**GOOD, "question": "\U0001f600?"})

    with pytest.raises(FileFaultsError, match="line 2: holds half of a character") as caught:
        load(path)
    assert len(caught.value.faults) == 1


def test_file_refuses_an_id_given_twice(tmp_path: Path):
    with pytest.raises(FileFaultsError, match="line 2: id: 'x' is given twice"):
        load(write_jsonl(tmp_path, {**GOOD, "id": "x"}, {**GOOD, "id": "x"}))


@pytest.mark.parametrize(
    "text",
    [
        'question,options,answer\n2 + 2?,3|4|5,B\n',
        'question,options,answer\n2 + 2?,3 | 4 | 5,4\n',
        'question,options,answer\r\n2 + 2?,"[""3"", ""4"", ""5""]",B\r\n',
        '\ufeffquestion,options,answer\n2 + 2?,"[3, 4, 5]",B\n',
        'question, A, B, C, answer\n2 + 2?,3,4,5,B\n',
        'question,A,B,C,D,answer\n2 + 2?,3,4,5,,B\n',
        'answer,question,options\n\nB,2 + 2?,3|4|5\n\n',
    ],
)  # fmt: skip
def test_file_reads_csv_in_each_layout(tmp_path: Path, text: str):
    assert load(write_csv(tmp_path, text)) == [Question("own-1", "2 + 2?", ("3", "4", "5"), "B")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("question,options,answer\n2 + 2?,3|4,B\n\n2 + 3?,3|5,\n", "line 4: answer: is missing"),
        ("question,options,answer\n2 + 2?,3|4\n", "line 2: answer: is missing"),
        ('question,options,answer\n"2\n+\n2?",3|4,B\n2 + 3?,3|5,Q\n', "line 5: answer: 'Q' is neither"),
        ("question,options,answer\n2 + 2?,3|4,B,C\n", "line 2: has 4 cells, and the header has 3"),
        ("question,options,answer\n2 + 2?,[3,B\n", "line 2: options: must be a list"),
        ('question,options,answer\n2 + 2?,"3|4,B\n', "not CSV"),
        ("question,A,B,C,answer\n2 + 2?,3,,5,C\n", r"line 2: options: must not be empty, but \(B\) is"),
        ("question,answer\n2 + 2?,B\n", "line 2: options: is missing; this row has question, answer"),
        (
            "question;options;answer\n2 + 2?;3|4;B\n",
            "line 2: question: is missing; this row has question;options;answer",
        ),
    ],
)
def test_file_names_the_line_of_a_fault_in_csv(tmp_path: Path, text: str, words: str):
    with pytest.raises(FileFaultsError, match=words):
        load(write_csv(tmp_path, text))


@pytest.mark.parametrize("text", ["", "\n", "question,options,answer\n"])
def test_file_refuses_a_file_without_questions(tmp_path: Path, text: str):
    with pytest.raises(UserError, match="has no questions"):
        load(write_csv(tmp_path, text))


def test_file_names_both_numbers_when_there_are_too_few(tmp_path: Path):
    with pytest.raises(UserError, match="5 questions are asked for, but the task has 1"):
        load(write_jsonl(tmp_path, GOOD), 5)


@pytest.mark.parametrize(
    ("name", "words"),
    [("none.jsonl", "No such file"), ("own.txt", "ends in .jsonl or .csv"), ("dir.csv", "directory")],
)
def test_file_says_why_a_path_cannot_be_read(tmp_path: Path, name: str, words: str):
    (tmp_path / "dir.csv").mkdir()

    with pytest.raises(UserError, match=words):
        load(tmp_path / name)


def test_file_refuses_text_that_is_not_utf8(tmp_path: Path):
    path = tmp_path / "own.csv"
    path.write_bytes("question,options,answer\nHöhe?,3|4,B\n".encode("latin-1"))

    with pytest.raises(UserError, match="not UTF-8"):
        load(path)


def test_file_orders_by_seed_and_grows_with_n(tmp_path: Path):
    task = load_task(f"file:{write_jsonl(tmp_path, *[{**GOOD, 'id': number} for number in range(40)])}")

    assert task.questions(1, 40) == task.questions(1, 40)
    assert task.questions(1, 40) != task.questions(2, 40)
    assert task.questions(1, 40)[:10] == task.questions(1, 10)
    assert len({question.id for question in task.questions(1, 40)}) == 40


CELL = (
    st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=20)
    .map(str.strip)
    .filter(bool)
)


@given(text=CELL, options=st.lists(CELL, min_size=2, max_size=10, unique=True), data=st.data())
def test_file_reads_the_same_question_from_both_formats(
    tmp_path_factory: pytest.TempPathFactory, text: str, options: list[str], data: st.DataObject
):
    folder = tmp_path_factory.mktemp("questions")
    answer = "ABCDEFGHIJ"[data.draw(st.integers(0, len(options) - 1))]
    row = {"question": text, "options": options, "answer": f"({answer})"}
    with (folder / "own.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(row))
        writer.writeheader()
        writer.writerow({**row, "options": json.dumps(options)})

    expected = [Question("own-1", text, tuple(options), answer)]

    if f"({answer})" not in options:
        assert load(write_jsonl(folder, row)) == load(folder / "own.csv") == expected
