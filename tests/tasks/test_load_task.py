"""Spec strings of tasks."""

import json
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from community import plugins
from community.errors import PluginError, UnknownIdError, UserError
from community.plugins import Registry
from community.tasks import TASKS, Question, load_task


def test_load_task_knows_the_built_in_ids():
    assert TASKS.ids()[:3] == ["procedural", "mmlu_pro", "file"]


def test_load_task_gives_questions_of_the_default_task():
    assert len(load_task("procedural").questions(0, 3)) == 3


def test_load_task_passes_the_path_on(tmp_path: Path):
    file = tmp_path / "a:b.jsonl"
    file.write_text(json.dumps({"question": "2 + 2?", "options": ["3", "4"], "answer": "B"}))

    questions = load_task(f"file:{file}").questions(0, 1)

    assert questions[0].text == "2 + 2?"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("procedurl", "did you mean 'procedural'"),
        ("mmlu-pro", "did you mean 'mmlu_pro'"),
        ("mmlu-pro:data", "did you mean 'mmlu_pro'"),
        ("fil:questions.csv", "did you mean 'file'"),
        ("", "known: file, mmlu_pro, procedural"),
        ("no_such_package.tasks:Trivia", "known: file, mmlu_pro, procedural"),
    ],
)
def test_load_task_suggests_a_known_id(spec: str, words: str):
    with pytest.raises(UnknownIdError, match=words):
        load_task(spec)


@pytest.mark.parametrize(
    ("spec", "words"), [("procedural:x", "takes no path"), ("file", "needs a path; write 'file:PATH'")]
)
def test_load_task_wants_a_path_where_there_is_one(spec: str, words: str):
    with pytest.raises(UserError, match=words):
        load_task(spec)


@pytest.fixture
def trivia_module(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    (tmp_path / "party_tasks.py").write_text(
        "from community.tasks import Question, Task\n"
        "class Trivia(Task):\n"
        "    def questions(self, seed, n):\n"
        "        return [Question(str(i), 'Up or down?', ('up', 'down'), 'A') for i in range(n)]\n"
        "class Broken(Trivia):\n"
        "    def __init__(self, config):\n"
        "        raise RuntimeError('no luck')\n"
        "number = 3\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return "party_tasks"


def test_load_task_takes_an_import_path(trivia_module: str):
    assert len(load_task(f"{trivia_module}:Trivia").questions(0, 2)) == 2


def test_load_task_takes_a_file_and_a_class_in_it(trivia_module: str, tmp_path: Path):
    assert len(load_task(f"{tmp_path / trivia_module}.py:Trivia").questions(0, 2)) == 2


def test_load_task_names_a_file_that_is_missing(tmp_path: Path):
    with pytest.raises(UserError, match="there is no file"):
        load_task(f"{tmp_path}/none.py:Trivia")


def test_load_task_attributes_the_failure_of_a_file(tmp_path: Path):
    (tmp_path / "broken.py").write_text("import no_such_package")

    with pytest.raises(PluginError, match="no_such_package"):
        load_task(f"{tmp_path}/broken.py:Trivia")


@pytest.mark.parametrize(
    ("attribute", "words"),
    [("Broken", "no luck"), ("number", "not a subclass"), ("Nothing", "cannot be loaded")],
)
def test_load_task_attributes_the_failure_of_a_plug_in(trivia_module: str, attribute: str, words: str):
    with pytest.raises(PluginError, match=words):
        load_task(f"{trivia_module}:{attribute}")


def test_load_task_finds_entry_points(trivia_module: str, monkeypatch: pytest.MonkeyPatch):
    point = EntryPoint(name="trivia", value=f"{trivia_module}:Trivia", group="community.tasks")
    monkeypatch.setattr(plugins, "entry_points", lambda group: [point] if group == "community.tasks" else [])
    monkeypatch.setattr("community.tasks.TASKS", Registry("task", TASKS.table, TASKS.group))

    assert len(load_task("trivia").questions(0, 2)) == 2


def test_task_grades_letters():
    question = Question("1", "Up or down?", ("up", "down"), "B")
    task = load_task("procedural")

    assert task.extract("I'd say (B).", question) == "B"
    assert task.extract("I'd say (C).", question) is None
    assert task.grade("B", question)
    assert not task.grade("A", question)
    assert not task.grade(None, question)
