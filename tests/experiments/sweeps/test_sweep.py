import asyncio
import json
import random
from pathlib import Path

import pytest

from community.errors import Interrupted, UserError
from community.experiments.sweeps.budget import Spending
from community.experiments.sweeps.reading import read_sweep
from community.experiments.sweeps.sweep import Selection
from community.models.cache import ReplyCache
from tests.experiments.sweeps.played import calls, journaled_twice, metrics, play
from tests.experiments.sweeps.studies import SMALL, written
from tests.loopback import BROKEN_JSON, HANG, RESET, Fault, Loopback, failed, rate_limited


def real(loopback: Loopback, text: str = SMALL, **options: object) -> str:
    """A study whose people all ask the loopback server."""
    spec = f"openai:tiny@{loopback.openai_url}"
    chosen = json.dumps({"timeout": 5, **options})
    seats = f"  newcomer: {spec}\n  module_model: {spec}\n  background: ['{spec}*2']\n"
    seats += "".join(f"  {seat}_options: {chosen}\n" for seat in ("newcomer", "module", "background"))
    return text.replace("base:\n", f"base:\n{seats}")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sweep of the small study that nothing happened to; only to be read."""
    folder = tmp_path_factory.mktemp("whole")
    asyncio.run(play(written(folder), folder / "out"))
    return folder / "out"


async def test_a_sweep_plays_every_cell_into_a_run_directory_of_its_own(tmp_path: Path, whole: Path) -> None:
    result = await play(written(tmp_path), whole)

    sweep = read_sweep(whole)
    assert (result.status, result.counts, result.episodes, result.simulated) == (
        "finished",
        {"finished": 4},
        8,
        True,
    )
    assert [cell.status for cell in sweep.cells] == ["finished"] * 4
    assert [cell.directory.path.name for cell in sweep.cells] == [cell.cell.name for cell in sweep.cells]
    assert all(cell.directory.metrics.is_file() for cell in sweep.cells)
    assert (whole / "study.yaml").read_text() == SMALL
    assert not (whole / "sweep.lock").exists()


async def test_going_on_skips_what_is_finished_and_rebuilds_a_lost_index(tmp_path: Path, whole: Path) -> None:
    before = metrics(whole), calls(whole)

    first = await play(written(tmp_path), whole, most=Spending(calls=1))
    (whole / "index.json").write_text("{")

    assert await play(written(tmp_path), whole) == first
    assert (metrics(whole), calls(whole)) == before


async def test_arms_of_one_seed_have_the_same_questions_and_the_same_draws(tmp_path: Path) -> None:
    text = (
        SMALL.replace("questions: 2", "questions: 6").replace("tom", "contrastive").replace("sy_star, ", "")
    )
    await play(written(tmp_path, text + "  seed: [1, 2]\n"), tmp_path / "out")

    drawn: dict[str, set[str]] = {}
    for cell in read_sweep(tmp_path / "out").cells:
        events = [json.loads(line) for line in cell.directory.events.read_text().splitlines()]
        asked = [(e["question"], e["text"], e["participates"]) for e in events if e["kind"] == "question"]
        assert len(asked) == 6
        drawn.setdefault(cell.cell.labels["seed"], set()).add(json.dumps(asked))
    assert [len(arms) for arms in drawn.values()] == [1, 1]
    assert drawn["1"] != drawn["2"]


async def test_only_and_limit_choose_cells(tmp_path: Path) -> None:
    out = tmp_path / "out"
    some = await play(written(tmp_path), out, selection=Selection({"module": ["tom"]}, limit=1))
    more = await play(written(tmp_path), out, selection=Selection({"module": ["tom"]}))

    assert (some.status, some.counts) == ("incomplete", {"finished": 1, "planned": 3})
    assert more.counts == {"finished": 2, "planned": 2}
    with pytest.raises(UserError, match="unknown axis 'modul'; did you mean 'module'"):
        await play(written(tmp_path), out, selection=Selection({"modul": ["tom"]}))
    with pytest.raises(UserError, match="unknown value of axis 'module' 'tomm'; did you mean 'tom'"):
        await play(written(tmp_path), out, selection=Selection({"module": ["tomm"]}))


@pytest.mark.parametrize("most", [Spending(calls=37), Spending(tokens=20_000), Spending(seconds=0.05)])
async def test_a_budget_stops_cleanly_and_going_on_ends_as_if_nothing_had_happened(
    tmp_path: Path, whole: Path, most: Spending
) -> None:
    stopped = await play(written(tmp_path), tmp_path / "out", most=most)
    made = len(calls(tmp_path / "out"))
    resumed = await play(written(tmp_path), tmp_path / "out")

    assert stopped.status == "limit"
    assert stopped.reason in ("37 calls", "20,000 tokens", "0.05 s")
    assert json.loads((tmp_path / "out" / "index.json").read_text())["status"] == "finished"
    assert most.calls is None or made == most.calls
    assert made < len(calls(whole)) == resumed.usage.calls
    assert metrics(tmp_path / "out") == metrics(whole)
    assert journaled_twice(tmp_path / "out") == []


async def test_calls_under_way_at_a_bound_are_paid_for_and_journaled(
    tmp_path: Path, loopback: Loopback
) -> None:
    loopback.latency = 0.05
    study = written(tmp_path, real(loopback))

    stopped = await play(study, tmp_path / "out", most=Spending(calls=10))

    assert stopped.status == "limit"
    assert len(loopback.chats) == len(calls(tmp_path / "out")) == 10


async def test_an_interrupted_sweep_names_the_way_on_and_can_go_it(tmp_path: Path, whole: Path) -> None:
    task = asyncio.create_task(play(written(tmp_path), tmp_path / "out"))
    while not list(tmp_path.glob("out/cells/*/events.jsonl")):
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(Interrupted, match=r"go on with: community sweep .*small.yaml --out .*out"):
        await task

    assert json.loads((tmp_path / "out" / "index.json").read_text())["status"] == "interrupted"
    assert (await play(written(tmp_path), tmp_path / "out")).usage.calls == len(calls(whole))
    assert metrics(tmp_path / "out") == metrics(whole)


async def test_what_cannot_depend_on_the_module_is_asked_once(tmp_path: Path, loopback: Loopback) -> None:
    loopback.latency = 0.02
    text = real(loopback, SMALL.replace("rounds: 1", "rounds: 2\n  exchange: one_way"))
    study = written(tmp_path, text.replace("[sy_star, sy_dagger]", "[sy_star]"))
    cache = ReplyCache(tmp_path / "replies.sqlite3")

    result = await play(study, tmp_path / "out", cache=cache)
    cache.close()

    journaled = calls(tmp_path / "out")
    distinct = {call["digest"] for call in journaled}
    background = {call["digest"] for call in journaled if call["who"].startswith("Agent")}
    assert len(loopback.chats) == len(distinct) == result.usage.calls
    assert result.usage.cached == len(journaled) - len(distinct) >= len(background)


async def test_a_cell_that_cannot_be_played_is_counted_and_ends_nothing_else(tmp_path: Path) -> None:
    await play(written(tmp_path), tmp_path / "out", most=Spending(calls=20))
    broken = next(iter(sorted((tmp_path / "out" / "cells").iterdir())))
    (broken / "events.jsonl").write_text("[1]\n")

    result = await play(written(tmp_path), tmp_path / "out")

    assert result.counts == {"finished": 3, "failed": 1}
    assert result.status == "incomplete"
    assert result.lost_share == 0.25
    assert "line 1 is not an object" in (result.cells[broken.name].reason or "")


async def test_an_unusable_endpoint_stops_its_own_cells_alone(tmp_path: Path, loopback: Loopback) -> None:
    dead = "openai:tiny@http://127.0.0.1:9/v1"
    text = (
        SMALL.replace("tom", "infer_edit")
        + f"  newcomer: ['sim:novice', '{dead}', 'openai:tiny@{loopback.openai_url}']\n"
    )

    result = await play(written(tmp_path, text), tmp_path / "out")

    assert result.unusable == (dead,)
    assert result.counts == {"finished": 8, "stopped": 4}


async def test_an_endpoint_that_fails_on_the_way_stops_its_cells(tmp_path: Path, loopback: Loopback) -> None:
    loopback.faults.extend([None] * 10 + [failed(503)] * 500)

    result = await play(written(tmp_path, real(loopback)), tmp_path / "out")

    assert len(result.unusable) == 1
    assert result.counts == {"stopped": 4}
    loopback.faults.clear()
    assert (await play(written(tmp_path, real(loopback)), tmp_path / "out")).counts == {"finished": 4}
    assert journaled_twice(tmp_path / "out") == []


FAULTS = [rate_limited(), failed(500), RESET, HANG, BROKEN_JSON, Fault("thinking_only")]


async def test_with_faults_the_same_results_are_kept(tmp_path: Path, loopback: Loopback) -> None:
    study = written(tmp_path, real(loopback, SMALL.replace("questions: 2", "questions: 3"), timeout=0.5))
    await play(study, tmp_path / "whole")
    rng = random.Random(5)
    infrastructure = FAULTS[:-1]
    loopback.faults.extend(rng.choice(infrastructure) if rng.random() < 0.05 else None for _ in range(2000))

    result = await play(study, tmp_path / "out")

    assert result.status == "finished"
    assert result.usage.retries > 5
    assert metrics(tmp_path / "out") == metrics(tmp_path / "whole")
    assert journaled_twice(tmp_path / "out") == []


async def test_empty_replies_are_kept_as_they_are_and_counted(tmp_path: Path, loopback: Loopback) -> None:
    rng = random.Random(5)
    loopback.faults.extend(rng.choice(FAULTS) if rng.random() < 0.05 else None for _ in range(2000))

    result = await play(written(tmp_path, real(loopback, timeout=0.5)), tmp_path / "out")

    assert result.status == "finished"
    assert result.episodes == 8
    assert result.failed == sum(
        json.loads((cell / "metrics.json").read_text())["failed"]
        for cell in (tmp_path / "out" / "cells").iterdir()
    )


async def test_the_index_records_how_an_endpoint_was_spared(tmp_path: Path, loopback: Loopback) -> None:
    loopback.faults.extend([rate_limited()] * 3)

    await play(written(tmp_path, real(loopback)), tmp_path / "out")

    load = json.loads((tmp_path / "out" / "index.json").read_text())["limits"][loopback.openai_url]
    assert load["parallel"] == 16
    assert load["least"] < 16
    assert load["shrunk"] >= 1


async def test_one_sweep_directory_is_for_one_process(tmp_path: Path) -> None:
    study, out = written(tmp_path), tmp_path / "out"
    await play(study, out, selection=Selection(limit=1))

    with read_sweep(out).directory.locked(), pytest.raises(UserError, match="in use by another process"):
        await play(study, out)
