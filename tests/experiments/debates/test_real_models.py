"""Whole runs on models that are not scripted people: over the wire with faults, and on a GGUF in process."""

import os
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from community.errors import EndpointError
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.directory import open_run
from community.experiments.runs.manifest import Manifest
from community.models.journal import read_calls
from community.records import read_json
from tests.experiments.played import resume, start
from tests.loopback import RESET, Fault, Json, Loopback, failed, rate_limited

STAR = "★"


def talks(messages: Sequence[Json]) -> str:
    """Insiders put the star in, the newcomer does not; structured prompts get a little JSON."""
    text = "\n".join(str(message["content"]) for message in messages)
    if "JSON" in text:
        return '{"statement": "Put a black star somewhere.", "norm_belief": "a star", "uncertainty_gaps": []}'
    return f"<final>I worked it out {STAR if 'U+2605' in text else ''} (B)</final>"


def config(loopback: Loopback, provider: str, **more: object) -> DebateRunConfig:
    spec = f"{provider}:tiny@{loopback.url}{'/v1' if provider == 'openai' else ''}"
    return DebateRunConfig.model_validate(
        {
            "norms": ["sy_star"],
            "module": "tom",
            "questions": 3,
            "rounds": 1,
            "background": [spec] * 2,
            "newcomer": spec,
            "module_model": spec,
            **more,
        }
    )


@pytest.mark.parametrize("provider", ["openai", "ollama"])
async def test_run_over_the_wire_is_a_real_experiment(
    loopback: Loopback, tmp_path: Path, provider: str
) -> None:
    loopback.replies = talks

    result = await start(config(loopback, provider), tmp_path)

    assert not result.simulated
    assert result.metrics.debates == 3
    assert result.metrics.integrity.insider_compliance == 1.0
    manifest = Manifest.model_validate(read_json(Path(result.run_dir) / "manifest.json"))
    assert list(manifest.models.values()) != [""]
    assert result.usage.total.calls == sum(bool(chat["messages"]) for chat in loopback.chats)


async def test_run_with_faults_keeps_the_same_results(loopback: Loopback, tmp_path: Path) -> None:
    loopback.replies = talks
    clean = await start(config(loopback, "openai"), tmp_path / "clean")
    rng = random.Random(2)
    kinds: list[Fault] = [rate_limited("0"), failed(500), RESET]
    loopback.faults.extend(rng.choice(kinds) if rng.random() < 0.1 else None for _ in range(400))

    faulty = await start(config(loopback, "openai"), tmp_path / "faulty")

    assert faulty.usage.total.retries > 0
    assert faulty.metrics == clean.metrics


async def test_run_stops_resumably_when_the_endpoint_fails_for_good(
    loopback: Loopback, tmp_path: Path
) -> None:
    loopback.replies = talks
    clean = await start(config(loopback, "openai"), tmp_path / "clean")
    first = len(loopback.chats)
    loopback.faults.extend([None] * 20 + [failed(401, "key revoked")] * 3)

    with pytest.raises(EndpointError, match="community resume"):
        await start(config(loopback, "openai"), tmp_path / "cut")
    (folder,) = (tmp_path / "cut").iterdir()
    loopback.faults.clear()
    resumed = await resume(folder)

    assert resumed.metrics == clean.metrics
    assert read_json(folder / "manifest.json")["attempts"] == 2
    journaled = list(read_calls(open_run(folder).calls))
    assert len(journaled) == clean.usage.total.calls
    assert len(loopback.chats) - first <= clean.usage.total.calls + 3


@pytest.mark.parametrize("provider", ["openai", "ollama"])
async def test_run_against_a_dead_endpoint_leaves_nothing(tmp_path: Path, provider: str) -> None:
    with Loopback() as server:
        gone = config(server, provider)

    with pytest.raises(EndpointError):
        await start(gone, tmp_path / "runs")

    assert not (tmp_path / "runs").exists()


@pytest.mark.live
async def test_run_on_a_real_gguf(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp", reason="the extra `local` is not installed")
    default = Path(__file__).parents[2] / ".models" / "SmolLM2-135M-Instruct.Q4_1.gguf"
    gguf = Path(os.environ.get("COMMUNITY_TEST_GGUF", default))
    if not gguf.is_file():
        pytest.skip(f"no GGUF file: set COMMUNITY_TEST_GGUF or put one at {default}")
    small = {"num_ctx": 2048, "max_tokens": 48}

    result = await start(
        DebateRunConfig.model_validate(
            {
                "norms": ["sy_star"],
                "module": "direct_edit",
                "questions": 2,
                "rounds": 1,
                "newcomer": f"local:{gguf}",
                "newcomer_options": small,
                "module_model": f"local:{gguf}",
                "module_options": small,
            }
        ),
        tmp_path,
    )

    assert result.simulated
    assert result.metrics.debates == 2
    assert result.metrics.failed == 0
    calls = list(read_calls(Path(result.run_dir) / "calls.jsonl"))
    spoken = [call for call in calls if call.spec.startswith("local:")]
    assert all(call.usage.completion_tokens > 0 and not call.usage.estimated for call in spoken)
