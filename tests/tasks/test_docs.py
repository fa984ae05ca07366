"""The page on tasks says what is so: its programs run, its files are read, its commands work."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from community.errors import FileFaultsError
from community.tasks import TASKS, load_task

PAGE = (Path(__file__).parents[2] / "docs" / "tasks.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the page."""
    monkeypatch.chdir(tmp_path)
    Path("questions.jsonl").write_text(blocks("jsonl")[0], encoding="utf-8")
    Path("questions.csv").write_text(blocks("csv")[0], encoding="utf-8")
    Path("parity.py").write_text(blocks("python")[1], encoding="utf-8")
    return tmp_path


def test_the_page_names_every_task():
    for name in TASKS.ids():
        assert f"`{name}" in PAGE


@pytest.mark.usefixtures("study")
def test_the_programs_of_the_page_run():
    names: dict[str, Any] = {"__name__": "page"}
    for program in blocks("python"):
        exec(program, names)


@pytest.mark.usefixtures("study")
@pytest.mark.parametrize("spec", ["file:questions.jsonl", "file:questions.csv", "parity.py:Parity"])
def test_the_files_of_the_page_are_read(spec: str):
    questions = load_task(spec).questions(0, 2)

    assert len({question.text for question in questions}) == 2


@pytest.mark.usefixtures("study")
def test_the_page_shows_the_message_of_a_fault():
    path = Path("questions.jsonl")
    path.write_text(path.read_text().replace('"answer": 29', '"answer": 31'))

    with pytest.raises(FileFaultsError) as caught:
        load_task(f"file:{path}").questions(0, 1)

    assert str(caught.value) == blocks("text")[0].strip()


@pytest.mark.parametrize("command", "".join(blocks("console")).splitlines())
def test_the_commands_of_the_page_run(command: str, study: Path):
    program, *arguments = shlex.split(command)

    done = subprocess.run(
        [sys.executable, "-m", program, *arguments],
        cwd=study,
        check=False,
        capture_output=True,
        text=True,
        env=dict(os.environ),
    )

    assert done.returncode == 0, done.stderr
