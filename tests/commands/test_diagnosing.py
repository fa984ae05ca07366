import io
import json
import sys
from pathlib import Path

import pytest

from community.experiments.housekeeping.doctor import extras
from community.experiments.housekeeping.endpoints import without_secrets
from community.models.probe import NAMES
from tests.commands.conftest import Command, Outcome
from tests.loopback import Loopback

DEAD = "openai:tiny@http://127.0.0.1:9/v1"
SECRET = "sk-nobody-may-read-this"

pytestmark = pytest.mark.usefixtures("no_runs")


def check(outcome: Outcome, name: str) -> dict[str, str]:
    return next(each for each in outcome.json["checks"] if each["name"] == name)


def test_a_sound_machine_without_endpoints_is_0(community: Command) -> None:
    outcome, table = community("doctor", "--json"), community("doctor")

    assert outcome.code == table.code == 0
    assert outcome.json["schema_version"] == 1
    assert outcome.json["endpoints"] == []
    assert all(each["status"] != "no" for each in outcome.json["checks"])
    assert all(each["name"] in table.out for each in outcome.json["checks"])
    assert "no problem" in table.err


def test_every_problem_and_every_missing_extra_has_its_fix(
    community: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "community.experiments.housekeeping.doctor.requires",
        lambda _: [
            "rich>=13.9",
            "nowhere-to-be-had>=1; extra == 'odd'",
            "rich; extra == 'even'",
            "x; extra == 'dev'",
        ],
    )
    Path("taken").touch()

    outcome = community("doctor", "--out", "taken", "--json")

    assert extras() == {"odd": ["nowhere-to-be-had"], "even": ["rich"]}
    assert check(outcome, "extra even")["status"] == "ok"
    assert "pip install 'community[odd]'" in check(outcome, "extra odd")["fix"]
    assert check(outcome, "folder runs")["status"] == "no"
    assert all(each["fix"] for each in outcome.json["checks"] if each["status"] != "ok")


def test_a_configured_endpoint_that_is_dead_is_3(community: Command) -> None:
    Path("community.yaml").write_text(f"newcomer: {DEAD}\n", encoding="utf-8")

    outcome = community("doctor", "--json")

    assert outcome.code == outcome.json["exit_code"] == 3
    assert [report["spec"] for report in outcome.json["endpoints"]] == [DEAD]
    assert outcome.json["endpoints"][0]["checks"][0]["fix"]


def test_endpoints_come_from_files_variables_and_the_command_line(
    community: Command, monkeypatch: pytest.MonkeyPatch, loopback: Loopback
) -> None:
    names = ("file", "variable", "subject", "flag")
    of_file, of_variable, of_scenarios, of_flag = (f"openai:{name}@{loopback.openai_url}" for name in names)
    Path("community.yaml").write_text(
        f"newcomer: {of_file}\nscenarios: {{subject: '{of_scenarios}'}}\n", encoding="utf-8"
    )
    monkeypatch.setenv("COMMUNITY_MODULE_MODEL", of_variable)

    outcome = community(
        "doctor", "--endpoint", of_flag, "--endpoint", of_file, "--endpoint", "sim:novice", "--json"
    )

    specs = [report["spec"] for report in outcome.json["endpoints"]]
    assert sorted(specs) == sorted([of_file, of_variable, of_scenarios, of_flag])
    assert all(
        [each["name"] for each in report["checks"]] == [*NAMES] for report in outcome.json["endpoints"]
    )


def test_an_endpoint_that_answers_is_0(community: Command, loopback: Loopback) -> None:
    outcome = community("doctor", "--endpoint", f"openai:tiny@{loopback.openai_url}", "--json")

    assert outcome.code == 0


@pytest.mark.parametrize("text", ["newcomr: x\n", "[1]\n", "newcomer: [\n", "questions: many\n"])
def test_a_faulty_configuration_is_2_and_the_rest_is_told(community: Command, text: str) -> None:
    Path("community.yaml").write_text(text, encoding="utf-8")

    outcome = community("doctor", "--json")

    assert outcome.code == 2
    assert "community.yaml" in check(outcome, "configuration")["detail"]
    assert check(outcome, "python")["status"] == "ok"


def test_a_spec_that_is_none_is_2(community: Command) -> None:
    outcome = community("doctor", "--endpoint", "nonsense")

    assert (outcome.code, outcome.out) == (2, "")
    assert "nonsense" in outcome.err


def test_a_missing_key_makes_the_endpoint_unusable(
    community: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)

    outcome = community("doctor", "--endpoint", "openai:gpt-5-nano", "--json")

    assert outcome.code == 3
    assert "OPENAI_API_KEY" in json.dumps(outcome.json["endpoints"])
    assert check(outcome, "key OPENAI_API_KEY")["detail"] == "not set"


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_keys_are_never_shown(
    community: Command, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    for name in ("OPENAI_API_KEY", "MY_KEY"):
        monkeypatch.setenv(name, SECRET)
    Path("community.yaml").write_text(
        f"newcomer: {DEAD}\nnewcomer_options: {{api_key_env: MY_KEY}}\n", encoding="utf-8"
    )

    outcome = community("doctor", *arguments)

    assert SECRET not in outcome.out + outcome.err
    assert "key MY_KEY" in outcome.out


def test_secrets_are_struck_out_of_any_text() -> None:
    text = f"at http://me:word@host/v1?{SECRET}"

    assert without_secrets(text, {"OPENAI_API_KEY": SECRET, "LANG": "host"}) == "at http://***@host/v1?***"


def test_a_terminal_that_lacks_signs_is_noted(community: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))

    assert community("doctor", "--json").code == 0
    sys.stdout.flush()

    terminal = next(each for each in json.loads(written.getvalue())["checks"] if each["name"] == "terminal")
    assert (terminal["status"], "PYTHONIOENCODING" in terminal["fix"]) == ("unknown", True)
