"""The page on induction says what is so."""

import re
from pathlib import Path

import pytest

from community.norms.induction import plain_replies

PAGE = (Path(__file__).parents[3] / "docs" / "induction.md").read_text(encoding="utf-8")


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]):
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None

    exec(found[1], {})

    assert "star" in capsys.readouterr().out


def test_the_page_counts_the_plain_replies():
    assert f"{len(plain_replies())} plain replies" in PAGE.replace("\n", " ")
