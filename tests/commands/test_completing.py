import subprocess
import sys
from pathlib import Path

import pytest

from community.modules import MODULES
from community.norms.catalogue import NORMS
from community.scenarios.catalogue import SCENARIOS
from community.tasks import TASKS
from tests.commands.conftest import Command
from tests.experiments.housekeeping.fabricated import write_run

HEAVY = ["rich", "langgraph", "langchain_core", "openai", "ollama", "spacy", "numpy", "regex", "asyncio"]


@pytest.fixture
def offered(community: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """What a shell is offered for the last word of a line."""

    def offer(line: str) -> set[str]:
        monkeypatch.setenv("_COMMUNITY_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
        return set(community().out.split())

    return offer  # pyright: ignore[reportReturnType]


@pytest.mark.parametrize(
    "line", ["run --norm ", "chat --norm ", "norms show ", "norms try ", "norms base-rate "]
)
def test_norms_are_offered_by_id(offered: Command, line: str) -> None:
    Path("norms").mkdir()
    (Path("norms") / "mine.yaml").touch()

    assert offered(f"community {line}") == {*NORMS.shipped, "mine"}


@pytest.mark.parametrize("line", ["scenarios run --scenario ", "scenarios show "])
def test_scenarios_are_offered_by_id(offered: Command, line: str) -> None:
    assert offered(f"community {line}") == {*SCENARIOS.shipped}


@pytest.mark.parametrize("line", ["run --module ", "scenarios run --module "])
def test_modules_are_offered(offered: Command, line: str) -> None:
    assert offered(f"community {line}") == set(MODULES.ids())


def test_tasks_are_offered(offered: Command) -> None:
    assert offered("community run --task ") == set(TASKS.ids())


@pytest.mark.parametrize(
    "command", ["resume", "score", "show", "report", "compare", "export", "scenarios rejudge"]
)
def test_runs_are_offered_by_name(offered: Command, command: str) -> None:
    write_run(Path("runs"), "one")
    write_run(Path("other"), "two")
    (Path("runs") / "no_run").mkdir()

    assert offered(f"community {command} ") == {"latest", "one"}
    assert offered(f"community {command} --out other t") == {"two"}


def test_only_what_begins_so_is_offered(offered: Command) -> None:
    assert offered("community run --norm sy_st") == {"sy_star"}
    assert offered("community list --status k") == {"killed"}
    assert offered("community list --setting s") == {"scenarios", "sweep"}


def test_help_names_completion_and_the_script_can_be_shown(
    community: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "--install-completion" in community("--help").out
    monkeypatch.setattr("shellingham.detect_shell", lambda: ("bash", "/bin/bash"))

    assert "_COMMUNITY_COMPLETE" in community("--show-completion").out


@pytest.mark.parametrize(
    "line", ["run --norm sy_", "scenarios show ", "show ", "run --module ", "run --task "]
)
def test_completion_imports_nothing_heavy(tmp_path: Path, line: str) -> None:
    words = f"community {line}"
    code = (
        "import sys\nfrom community.cli import main\n"
        "try: main([])\n"
        "except SystemExit: pass\n"
        f"print('loaded:', *(name for name in {HEAVY} if name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={
            "PYTHONPATH": ":".join(sys.path),
            "_COMMUNITY_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split(" ")) - 1),
        },
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.splitlines()[-1] == "loaded:"
