"""The command line as a function, and as a process."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from community.cli import main
from community.debate import ScheduleConfig
from community.experiments.debates.config import DebateRunConfig, ModuleChoice
from tests.experiments.played import start

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Outcome:
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.out)

    @property
    def last(self) -> str:
        return self.out.splitlines()[-1]


Command = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder to work in, and nobody's settings."""
    for name in [*os.environ]:
        if name.startswith("COMMUNITY_") or name in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def community(capsys: pytest.CaptureFixture[str]) -> Command:
    """Call the command in this process."""

    def call(*arguments: str) -> Outcome:
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main(arguments)
        written = capsys.readouterr()
        return Outcome(int(left.value.code or 0), written.out, written.err)

    return call


@dataclass(frozen=True)
class Process:
    """Starts the command as a process of its own."""

    folder: Path

    def start(
        self,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        stdout: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
    ) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "community", *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
        )

    def run(self, *arguments: str, env: Mapping[str, str] | None = None, encoding: str = "utf-8") -> Outcome:
        process = self.start(*arguments, env=env)
        out, err = process.communicate(timeout=120)
        return Outcome(process.returncode, out.decode(encoding), err.decode(encoding))


@pytest.fixture
def process(tmp_path: Path) -> Process:
    return Process(tmp_path)


@pytest.fixture(scope="session")
def finished_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of three debates."""
    config = DebateRunConfig(
        norms=("sy_star",),
        module=ModuleChoice(id="infer_edit"),
        questions=3,
        schedule=ScheduleConfig(kind="constant"),
        seed=3,
    )
    return Path(asyncio.run(start(config, tmp_path_factory.mktemp("runs"))).run_dir)


@pytest.fixture
def no_runs(tmp_path: Path) -> Iterator[None]:
    """At the end there is no run directory."""
    yield
    assert not list(tmp_path.rglob("config.json"))
    assert not (tmp_path / "runs").exists()
