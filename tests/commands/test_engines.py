"""The choice of an engine, and the page on clusters; what Ray does is tested with its engine."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.commands.conftest import Command

PAGE = (Path(__file__).parents[2] / "docs" / "clusters.md").read_text(encoding="utf-8")
STUDY = "title: t\nbase: {norms: sy_star, questions: 1, rounds: 1}\naxes: {module: [none]}\n"


@pytest.fixture(autouse=True)
def _study(tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(STUDY)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--workers", "2"], "--workers is an option of --engine ray"),
        (["--ray-address", "auto"], "--ray-address is an option of --engine ray"),
        (["--no-shared-files"], "--no-shared-files is an option of --engine ray"),
        (["--engine", "ray", "--at-once", "2"], "--at-once is an option of --engine local"),
    ],
)
def test_an_option_of_another_engine_is_refused(
    community: Command, tmp_path: Path, options: list[str], message: str
) -> None:
    outcome = community("sweep", "study.yaml", *options)

    assert (outcome.code, outcome.err) == (2, f"error: {message}\n")
    assert not (tmp_path / "sweeps").exists()


def test_without_ray_the_extra_is_named(community: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "community.experiments.engines.ray", raising=False)

    outcome = community("sweep", "study.yaml", "--engine", "ray")

    assert outcome.code == 2
    assert outcome.err == ("error: --engine ray needs 'ray'; install it with: pip install 'community[ray]'\n")


def test_options_on_the_page_are_those_of_the_command(community: Command) -> None:
    known = set(re.findall(r"--[a-z-]+", community("sweep", "--help").out))
    lines = re.findall(r"community (sweep [^\n]*)", PAGE.replace("\\\n", " "))
    used = {word for line in lines for word in shlex.split(line) if word.startswith("--")}

    assert used > {"--engine", "--workers", "--ray-address"}
    assert used <= known


def test_the_recipes_of_the_page_can_be_read() -> None:
    (batch,) = re.findall(r"```bash\n(#!.*?)```", PAGE, re.DOTALL)
    (manifest,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)

    assert subprocess.run(["bash", "-n"], input=batch, text=True, check=False).returncode == 0
    spec = yaml.safe_load(manifest)["spec"]
    assert shlex.split(spec["entrypoint"])[:2] == ["community", "sweep"]
    groups = [spec["rayClusterSpec"]["headGroupSpec"], *spec["rayClusterSpec"]["workerGroupSpecs"]]
    for group in groups:
        (container,) = group["template"]["spec"]["containers"]
        assert container["volumeMounts"] == [{"name": "study", "mountPath": "/study"}]
