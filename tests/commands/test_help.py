import re
import resource
import subprocess
import sys

import pytest

from community.experiments.debates.config import DebateRunConfig
from tests.commands.conftest import Command, Process

COMMANDS = [
    (),
    ("run",),
    ("chat",),
    ("resume",),
    ("score",),
    ("sweep",),
    ("show",),
    ("graph",),
    ("norms",),
    ("norms", "list"),
    ("norms", "show"),
    ("norms", "check"),
    ("norms", "try"),
    ("models",),
    ("models", "check"),
    ("modules", "list"),
    ("tasks", "list"),
]
STATED = re.compile(r"\[default: ([^;]+); env: COMMUNITY_([A-Z_]+)\]")
UNSET = {"norms": "none, one is required", "word_cap": "no cap", "prompts": "none", "judge": "none"}


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_is_plain_text_on_standard_output(
    community: Command, command: tuple[str, ...]
) -> None:
    outcome = community(*command, "--help")

    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.out.startswith("Usage: ")
    assert outcome.out.isascii()
    assert max(map(len, outcome.out.splitlines())) <= 110


@pytest.mark.parametrize("command", [("--help",), ("run", "-h"), ("resume", "--help"), ()])
def test_help_states_the_exit_codes(community: Command, command: tuple[str, ...]) -> None:
    outcome = community(*command)

    assert re.findall(r"^    (\d+) ", outcome.out, re.MULTILINE) == ["0", "1", "2", "3", "4", "130"]


def stated_defaults(text: str) -> dict[str, str]:
    return {field.lower(): default for default, field in STATED.findall(" ".join(text.split()))}


def test_help_of_run_states_the_defaults_of_the_configuration(community: Command) -> None:
    stated = stated_defaults(community("run", "--help").out)
    stated.pop("module__options__key")
    stated.pop("key")

    for field, text in stated.items():
        default = DebateRunConfig.model_fields[field].get_default(call_default_factory=True)
        if field in UNSET:
            assert text == UNSET[field]
        else:
            given = {"norms": "x", field: {"yes": True, "no": False}.get(text, text)}
            assert getattr(DebateRunConfig.model_validate(given), field) == default


def test_help_of_run_has_an_option_for_every_plain_field(community: Command) -> None:
    stated = stated_defaults(community("run", "--help").out)
    left = set(DebateRunConfig.model_fields) - set(stated)

    assert left == {
        "setting",
        "background_options",
        "newcomer_options",
        "module_options",
        "judge_options",
        "insiders",
        "edit_initial",
        "observation_shares_reasoning",
        "final_tags",
    }


def test_help_imports_no_room(process: Process) -> None:
    heavy = [
        "pydantic",
        "rich",
        "langgraph",
        "langchain_core",
        "openai",
        "ollama",
        "spacy",
        "yaml",
        "asyncio",
    ]
    code = (
        "import sys\nfrom community.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        f"print('loaded:', *(name for name in {heavy} if name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=process.folder,
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.splitlines()[-1] == "loaded:"


def cpu_seconds(*command: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_help_costs_little_more_than_python_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))

    tries = (
        cpu_seconds("-m", "community", "--help") <= 3 * cpu_seconds("-c", "pass") + 0.25 for _ in range(10)
    )

    assert any(tries), "in ten tries, whatever else this machine was doing"


def test_version_names_the_parts(community: Command) -> None:
    outcome = community("--version")

    versions = dict(line.split(" ") for line in outcome.out.splitlines())
    assert outcome.code == 0
    assert {"community", "python", "langgraph", "openai", "spacy"} <= set(versions)
