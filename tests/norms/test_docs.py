"""The guide to writing norms says what is so: its norms are sound, its commands run."""

import random
import re
import shlex
from pathlib import Path

import pytest
import yaml

from community.cli import main
from community.norms import load_norm
from community.norms.kinds import RULES
from community.norms.review import Review, misjudged, review

PAGE = (Path(__file__).parents[2] / "docs" / "writing-norms.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


NORMS = {yaml.safe_load(block)["id"]: block for block in blocks("yaml")}


@pytest.fixture(autouse=True)
def _study(tmp_path, monkeypatch):
    """A study folder with the norms and the function of the guide."""
    monkeypatch.chdir(tmp_path)
    Path("norms").mkdir()
    for name, text in NORMS.items():
        Path("norms", f"{name}.yaml").write_text(text, encoding="utf-8")
    (code,) = blocks("python")
    Path(code.partition("\n")[0].removeprefix("# ")).write_text(code, encoding="utf-8")


def test_guide_has_six_worked_norms_from_a_symbol_to_a_function():
    worked = [
        block
        for part in PAGE.split("\n### ")[1:]
        for block in re.findall(r"```yaml\n(.*?)```", part, re.DOTALL)
    ]
    kinds = [yaml.safe_load(block)["check"]["kind"] for block in worked[:6]]

    assert kinds == ["contains", "contains", "part", "substitution", "all", "python"]


@pytest.mark.parametrize("name", NORMS)
def test_norm_of_the_guide_is_sound(name):
    norm = load_norm(name)

    assert norm.predicate.kind in RULES
    assert norm.examples.complies and norm.examples.violates
    if not norm.is_judged:
        assert list(misjudged(norm)) == []
        made = norm.enact("Half of twelve is six, so I choose (B).", None, random.Random(1))
        assert norm.check(made).complies


def test_warnings_are_as_the_guide_says():
    def warnings(name: str) -> str:
        found: Review = review([Path("norms", f"{name}.yaml")])[0]
        assert found.faults == ()
        return " ".join(found.warnings)

    assert "holds by chance in" in warnings("short_and_calm")
    assert "cannot be followed together with" in warnings("short_and_calm")
    assert warnings("sy_delta") == ""


def test_commands_of_the_guide_run(capsys):
    for line in "".join(blocks("sh")).splitlines():
        with pytest.raises(SystemExit) as left:
            main(shlex.split(line)[1:])
        assert left.value.code == 0, (line, capsys.readouterr().err)
