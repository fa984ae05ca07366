"""The page on modules says what is so: its own module runs, its table of options is complete."""

import re
from pathlib import Path

import pytest
import yaml

from community.modules import MODULES, find_module
from tests.modules.listener import moment, past, sensible, wrap

PAGE = (Path(__file__).parents[2] / "docs" / "modules.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's class, saved where the page says."""
    monkeypatch.chdir(tmp_path)
    Path("modules").mkdir()
    Path("modules/echo.py").write_text(block("python"), encoding="utf-8")


@pytest.mark.usefixtures("study")
async def test_the_module_of_the_page_runs_from_one_class_and_one_line():
    chosen = yaml.safe_load(block("yaml"))

    module, model = wrap(chosen["module"], sensible)

    assert await module.rewrite("Two. (A)", moment()) == "Two. (A)"
    await module.learn(past(refused=False))
    assert await module.rewrite("Two. (A)", moment()) == "Two. (A) indeed"
    assert model.purposes == ["echo_edit"]
    assert "It is 2 indeed. (A)" in model.text("echo_edit")


def test_the_page_names_every_module():
    assert all(f"| `{name}` |" in PAGE for name in MODULES.table)


@pytest.mark.parametrize("name", MODULES.table)
def test_the_page_has_every_option_with_its_default(name: str):
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in PAGE.splitlines() if "|" in line]

    for option, value in find_module(name).Config().model_dump().items():
        (default,) = [row[2] for row in rows if row[0] == option and row[1] in (name, "all")]
        assert yaml.safe_load(default) == ("all" if value is None else value)
