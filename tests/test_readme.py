"""The commands and files of the README, run as they stand in an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from community.modules import MODULES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEEDS_A_MODEL = re.compile(r"ollama|OPENAI|/path/")


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCK.findall(README) if name == language]


def commands() -> list[str]:
    """Shell commands in order, continued lines joined, those that need a model or a checkout left out."""
    lines = "\n".join(blocks("")).replace("\\\n", " ").splitlines()
    found = [
        line.removeprefix(".venv/bin/")
        for line in lines
        if re.match(r"(\.venv/bin/)?community |run_dir=", line)
    ]
    return [line for line in found if not NEEDS_A_MODEL.search(line)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder with the files that the README writes down."""
    for text in blocks("yaml"):
        path = re.match(r"# (\S+\.yaml)\n", text)
        if path:
            (tmp_path / path[1]).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path[1]).write_text(text, encoding="utf-8")
    return tmp_path


def test_readme_commands_run_as_they_stand(folder: Path) -> None:
    script = "\n".join(
        ["set -euo pipefail", "community run --norm sy_star --module tom >/dev/null", *commands()]
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": path, "XDG_CONFIG_HOME": str(folder / "home")},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert len(commands()) >= 8
    assert "simulated" in done.stdout
    assert "refused: “" in done.stdout, "the debate that is shown begins with a refusal"
    assert "admitted it" in done.stdout, "and goes on with an admission"


def test_readme_tree_names_every_room() -> None:
    tree = next(text for text in blocks("") if text.startswith("community/\n"))
    rooms = {path.name for path in (ROOT / "community").iterdir() if path.is_dir() and path.name[0] != "_"}
    files = {path.name for path in (ROOT / "community").glob("*.py") if path.name[0] != "_"}

    assert all(f"  {room}/" in tree for room in rooms)
    assert all(name in tree for name in files)


def test_readme_names_every_module() -> None:
    assert all(f"`{name}`" in README for name in MODULES.table)


def test_readme_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_make_run_is_the_command_that_the_readme_says() -> None:
    assert "community run --norm sy_star --module tom" in (ROOT / "Makefile").read_text(encoding="utf-8")
