"""The commands and files of the README, run as they stand in an empty folder."""

import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from community.cli import main
from community.modules import MODULES
from tests.pages import blocks, commands, run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder to work in, with the files that the README writes down."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for text in blocks(README, "yaml"):
        path = re.match(r"# (\S+\.yaml)\n", text)
        if path:
            (tmp_path / path[1]).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path[1]).write_text(text, encoding="utf-8")


@pytest.mark.usefixtures("_files")
def test_readme_commands_run_as_they_stand(capsys: pytest.CaptureFixture[str]) -> None:
    shown = commands(README)

    for command in ("community run --norm sy_star --module tom", *shown):
        assert run(command) == 0, command

    told = capsys.readouterr().out
    assert len(shown) >= 13
    assert "simulated" in told
    assert "refused: “" in told, "the debate that is shown begins with a refusal"
    assert "admitted it" in told, "and goes on with an admission"


def test_readme_command_is_installed() -> None:
    (command,) = entry_points(group="console_scripts", name="community")

    assert command.load() is main


def test_readme_tree_names_every_room() -> None:
    tree = next(text for text in blocks(README, "") if text.startswith("community/\n"))
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
