"""The page on scenarios says what the data and the code say."""

import re
from pathlib import Path

import pytest

from community.config import parse_yaml, validate
from community.scenarios import Scenario, load_taxonomy
from community.scenarios.published import NAMES, REQUIRED
from community.scenarios.release import read_release
from community.scenarios.scenario import structural_flaws
from tests.scenarios.published_rows import IDS, row, write

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
TAXONOMY = load_taxonomy()
BLOCKS = dict(re.findall(r"^```(yaml|python)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("norm", TAXONOMY.norms.values(), ids=list(TAXONOMY.norms))
def test_page_has_every_norm_as_it_is(norm):
    decided = "rule" if norm.is_verifiable else "reader"
    kind = {"do_not": "forbids", "must_do": "requires", "both": "both"}[norm.kind]

    assert f"| `{norm.id}` | {kind} | {norm.statement} | {decided} |" in PAGE


def test_page_has_every_occasion_and_every_cell_that_is_left_out():
    for event in TAXONOMY.events.values():
        assert f"| `{event.id}` | {event.gist} |" in PAGE
    for (event, norm), reason in TAXONOMY.excluded.items():
        assert f"| `{event}` | `{norm}` | {reason} |" in PAGE


def test_page_names_every_field_and_column():
    for name in (*Scenario.model_fields, *REQUIRED):
        assert f"`{name}`" in PAGE, name
    for columns in NAMES.values():
        assert any(f"`{column}`" in PAGE for column in columns), columns


def test_scenario_of_the_page_can_be_played():
    scenario = validate(parse_yaml(BLOCKS["yaml"], "page"), Scenario)

    assert list(structural_flaws(scenario)) == []


def test_code_of_the_page_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write(Path("losona_scenarios.jsonl"), [row(IDS[0]), {}])

    exec(BLOCKS["python"])

    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "1"
    assert printed[1] == str(read_release("losona_scenarios.jsonl").skipped[0])
