"""The pages that no room tests say what is so: options and defaults, fields, kinds of events, files, commands."""

import json
import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest
import yaml

from community.debate import DebateConfig
from community.debate.integrity import AgentIntegrity, DebateIntegrity
from community.debate.records import Compliance, Fault
from community.debate.scoring import DebateMetrics
from community.experiments.analysis.chats import RowOfChat, RowOfMessage
from community.experiments.analysis.debates import RowOfDebate, RowOfRound
from community.experiments.analysis.export import columns
from community.experiments.analysis.rows import Row
from community.experiments.analysis.scenarios import RowOfReply
from community.models.journal import Rung
from community.models.options import ModelOptions, Sampling
from community.models.spec import DEFAULT_CONTEXT, PROVIDERS
from community.models.usage import Totals, UsageReport
from community.simulation.people import PEOPLE, Abilities
from tests.pages import blocks, coded, commands, leaves, rows, run

ROOT = Path(__file__).parents[1]
PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md"))}
OF_ROOMS = {"clusters.md", "statistics.md", "sweeps.md", "tasks.md", "writing-norms.md"}
"""Pages whose commands the tests of their rooms run."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def test_every_page_is_linked() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8") + "".join(PAGES.values())

    assert PAGES.keys() > OF_ROOMS
    assert [name for name in PAGES if f"{name})" not in text] == [], "pages that nothing links to"


@pytest.mark.parametrize("name", PAGES)
def test_links_of_a_page_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", PAGES[name]):
        assert (ROOT / "docs" / target).exists(), target


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", sorted(PAGES.keys() - OF_ROOMS))
def test_commands_of_a_page_run(name: str) -> None:
    assert run("community run --norm sy_star --questions 1") == 0

    for command in commands(PAGES[name]):
        assert run(re.sub(r"\bRUN\b", "latest", command)) == 0, command


def test_page_on_debates_has_every_option_with_its_default() -> None:
    table = rows(PAGES["debate.md"])

    defaults = {name: yaml.safe_load(table[name][0].strip("`")) for name in leaves(DebateConfig())}

    assert defaults == {
        name: "none" if value is None else value for name, value in leaves(DebateConfig()).items()
    }


def test_page_on_debates_names_every_choice() -> None:
    for config in (DebateConfig(), DebateConfig().schedule, DebateConfig().sanction):
        for field in type(config).model_fields.values():
            choices = {choice for choice in get_args(field.annotation) if isinstance(choice, str)}
            assert choices <= coded(PAGES["debate.md"]), choices


@pytest.mark.usefixtures("folder")
def test_habits_that_the_page_on_debates_names_can_be_had() -> None:
    (named,) = re.findall(r"`(--idiosyncratic [a-z_,]+)`", PAGES["debate.md"])

    assert run(f"community run --norm sy_star {named} --questions 1 --dry-run") == 0


def test_page_on_models_has_every_option_and_provider() -> None:
    table = rows(PAGES["models.md"])
    options = ModelOptions()

    assert table.keys() >= {*ModelOptions.model_fields}
    assert all(f"`{provider}:" in PAGES["models.md"] for provider in PROVIDERS.table)
    assert table["top_p"][1].startswith(f"{Sampling().top_p};")
    assert table["max_tokens"][1].startswith(f"{Sampling().max_tokens};")
    assert table["num_ctx"][1] == str(DEFAULT_CONTEXT)
    assert float(table["timeout"][1]) == options.timeout


def test_page_on_scripted_people_has_every_knob_as_it_is_set() -> None:
    table = rows(PAGES["simulation.md"])

    assert table.keys() >= {f"sim:{name}" for name in PEOPLE}
    for knob in Abilities.model_fields:
        set_to = [getattr(PEOPLE[name], knob) for name in ("expert", "novice", "module")]
        assert [float(cell) for cell in table[knob][1:]] == set_to, knob


def test_page_on_numbers_names_every_number() -> None:
    records = (DebateMetrics, DebateIntegrity, AgentIntegrity, UsageReport, Totals)
    fields = {name for record in records for name in record.model_fields} - {"integrity", "agent"}

    assert fields <= coded(PAGES["reading-a-report.md"])


def test_page_on_numbers_has_no_number_that_is_not_there() -> None:
    records = (DebateMetrics, DebateIntegrity, UsageReport, Totals)

    assert rows(PAGES["reading-a-report.md"]).keys() <= {
        name for record in records for name in record.model_fields
    }


@pytest.mark.parametrize("words", [Fault, Compliance, Rung])
def test_page_on_numbers_explains_every_word_of_a_record(words: object) -> None:
    assert set(get_args(words)) <= coded(PAGES["reading-a-report.md"])


@pytest.mark.usefixtures("folder")
def test_page_on_run_directories_names_every_file_and_field() -> None:
    run("community run --norm sy_star --module infer_edit --questions 2 --out runs")
    (run_dir,) = Path("runs").iterdir()
    text = PAGES["run-directory.md"]

    lines = [
        json.loads(line)
        for name in ("events.jsonl", "calls.jsonl")
        for line in (run_dir / name).read_text(encoding="utf-8").splitlines()
    ]

    assert {path.name for path in run_dir.iterdir()} | {"run.lock", "report.html"} == rows(
        text.partition("## Events")[0]
    ).keys()
    assert {line["kind"] for line in lines if "kind" in line} == rows(text.partition("## Events")[2]).keys()
    assert {name for line in lines for name in line} - {"kind"} <= coded(text)
    assert {name for line in lines for verdict in line.get("verdicts", ()) for name in verdict} <= coded(text)


@pytest.mark.parametrize("kind", [RowOfDebate, RowOfRound, RowOfChat, RowOfMessage, RowOfReply])
def test_page_on_tables_names_every_column(kind: type[Row]) -> None:
    assert columns(kind).keys() <= coded(PAGES["analysis.md"])


@pytest.mark.usefixtures("folder")
def test_python_of_the_page_on_tables_runs(capsys: pytest.CaptureFixture[str]) -> None:
    run("community run --norm sy_star --questions 1")
    (block,) = blocks(PAGES["analysis.md"], "python")

    exec(block, {})

    assert "{'norm': 'sy_star', 'module': 'none'}" in capsys.readouterr().out


def test_version_is_the_same_everywhere() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))

    assert citation["version"] == version
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
