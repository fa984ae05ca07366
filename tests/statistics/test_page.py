import importlib
import re
from pathlib import Path
from typing import get_args

import pytest

import community.statistics
from community.statistics.interval import Kind

PAGE = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text(encoding="utf-8")
MODULES = [path.stem for path in Path(community.statistics.__path__[0]).glob("[!_]*.py")]


def test_the_example_of_the_page_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]):
    code, printed = re.findall(r"```(?:python|text)\n(.*?)```", PAGE, re.DOTALL)

    exec(code, {})

    assert capsys.readouterr().out == printed


def test_the_page_explains_every_kind_of_interval():
    assert all(f"(`{kind}`)" in PAGE for kind in get_args(Kind))


def test_the_page_names_functions_that_there_are():
    table = PAGE.partition("## Which number")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z]+_[a-z]+|holm|agreement)`", table))
    public = {
        name for module in MODULES for name in dir(importlib.import_module(f"community.statistics.{module}"))
    }

    assert named <= public
    assert named > {"clustered_mean", "clustered_share", "bootstrap_mean", "paired_difference"}
