"""A whole run, with its journal and its log, takes little longer than its calls at the endpoint's limit."""

import math
from pathlib import Path

from community.experiments.runs.run import Runner
from community.experiments.scenarios.config import ScenarioRunConfig
from community.experiments.scenarios.rejudging import config_to_rejudge
from community.models import ModelOptions
from community.models.chat import ChatModel
from community.models.pool import ModelPool
from tests.models.script import Script
from tests.scenarios.dreaming import seconds
from tests.scenarios.staging import judgement, model

LATENCY = 0.2
LIMIT = 16
ROOM = 1.10


class OneEndpoint(ModelPool):
    """Two models behind one endpoint, which takes so many calls at once."""

    def __init__(self) -> None:
        super().__init__()
        self.models: dict[str, Script] = {
            "openai:subject": self._slow("Right.", "openai:subject"),
            "openai:judge": self._slow(judgement(), "openai:judge"),
        }

    def model(self, spec: str, options: ModelOptions) -> ChatModel:
        return self.models[spec]

    def _slow(self, answer: str, spec: str) -> Script:
        return model(answer, spec=spec, latency=LATENCY, endpoint="one", parallel=LIMIT)


def config() -> ScenarioRunConfig:
    every = ScenarioRunConfig(subject="openai:subject", judge="openai:judge")
    return every.model_copy(update={"scenarios": tuple(every.selection().named)[:38]})


def played(config: ScenarioRunConfig, out: Path) -> tuple[float, OneEndpoint]:
    pool = OneEndpoint()

    async def play() -> None:
        await Runner(pool=pool).start(config, out)

    return seconds(play), pool


def test_run_and_new_verdicts_on_it_keep_the_endpoint_busy(tmp_path: Path) -> None:
    took, pool = played(config(), tmp_path)
    (run_dir,) = tmp_path.iterdir()
    again, second = played(config_to_rejudge(run_dir, "openai:judge", ModelOptions()), tmp_path)

    calls = {spec: len(asked.seen) for spec, asked in pool.models.items()}
    assert calls == {"openai:subject": 38 * 4 * 3, "openai:judge": 38 * 4 * 3}
    assert took <= ROOM * LATENCY * math.ceil(sum(calls.values()) / LIMIT)
    assert not second.models["openai:subject"].seen
    assert again <= ROOM * LATENCY * math.ceil(calls["openai:judge"] / LIMIT)
