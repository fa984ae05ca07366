"""A sweep keeps an endpoint so busy that its time is the lower bound, in a time that only waiting passes."""

import asyncio
from pathlib import Path

import pytest

from community.models.chat import ChatModel
from community.models.options import ModelOptions
from tests.experiments.sweeps.critical import critical_path
from tests.experiments.sweeps.played import calls, play
from tests.experiments.sweeps.studies import written
from tests.models.script import Script
from tests.scenarios.dreaming import Dreaming

LATENCY = 0.2
SPEC = "openai:tiny@http://127.0.0.1:9/v1"
STUDY = f"""\
title: pace
base: {{questions: 3, newcomer: "{SPEC}", module_model: "{SPEC}", background: ["{SPEC}*2"]}}
axes:
  norms: [sy_star, sy_dagger, sy_omega]
  module: [none, tom]
"""


@pytest.mark.parametrize("limit", [4, 8, 32])
def test_the_time_of_a_sweep_is_within_a_tenth_of_the_lower_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    def connect(spec: str, options: ModelOptions) -> ChatModel:
        return Script(spec=spec, endpoint="lab", parallel=limit, latency=LATENCY)

    monkeypatch.setattr("community.models.pool.connect", connect)
    with asyncio.Runner(loop_factory=Dreaming) as runner:
        result = runner.run(play(written(tmp_path, STUDY), tmp_path / "out"))
        seconds = runner.get_loop().time()

    made = calls(tmp_path / "out")
    bound = max(critical_path(made, LATENCY), len(made) / limit * LATENCY)
    assert result.status == "finished"
    assert 0.999 * bound <= seconds <= 1.10 * bound
