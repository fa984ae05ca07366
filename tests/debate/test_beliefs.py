from pathlib import Path

from community.agents.beliefs import BeliefJudge
from community.debate import BeliefEvent, read_event
from community.experiments.debates.cast import assemble, connect_models, gather_material
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.directory import open_run
from community.experiments.runs.log import read_events
from community.models.calls import Caller
from community.models.pool import ModelPool
from tests.experiments.played import start


async def beliefs(folder: Path, **options: object) -> list[BeliefEvent]:
    config = DebateRunConfig.model_validate({"norms": ["sy_dagger"], "questions": 4, "rounds": 1, **options})
    result = await start(config, folder)
    events = read_events(open_run(Path(result.run_dir)).events, read_event)
    return [event for event in events if isinstance(event, BeliefEvent)]


async def test_belief_that_states_the_norm_agrees_with_it(tmp_path: Path) -> None:
    last = (await beliefs(tmp_path, module="induction"))[-1]

    assert last.verdict is not None
    assert last.verdict.rule == last.belief
    assert (last.verdict.agreement, last.verdict.false_alarms, last.verdict.misses) == (1.0, 0.0, 0.0)


async def test_half_of_two_norms_lets_pass_what_breaks_the_other(tmp_path: Path) -> None:
    config = DebateRunConfig.model_validate({"norms": ["sy_dagger", "rp_farewell"], "questions": 1})
    material = gather_material(config)
    community = assemble(config, material, connect_models(config, material, ModelPool()), Caller())
    half = material.norms[0].predicate.describe()

    verdict = await BeliefJudge(community.norms, community.judge).verdict(half, "d0.learn")

    assert verdict is not None
    assert verdict.misses == 0.0
    assert verdict.false_alarms is not None
    assert verdict.false_alarms > 0
    assert verdict.agreement is not None
    assert verdict.agreement < 1


async def test_no_belief_has_no_verdict(tmp_path: Path) -> None:
    assert [event.verdict for event in await beliefs(tmp_path, module="none")] == [None] * 4
