import json
from pathlib import Path

import pytest

from community.errors import UserError
from community.experiments.scenarios.plan import plan_scenarios
from community.experiments.scenarios.rejudging import config_to_rejudge
from community.models import ModelOptions
from community.models.journal import read_calls
from tests.experiments.scenarios.scripted_run import config, resume, start


def replies(run_dir: str) -> list[object]:
    lines = (Path(run_dir) / "events.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["reply"] for line in lines]


async def test_new_verdicts_on_the_same_replies_without_asking_the_subject(tmp_path: Path) -> None:
    first = await start(config(), tmp_path)
    anew = config_to_rejudge(Path(first.run_dir), "sim:novice?discerns=0", ModelOptions())
    second = await start(anew, tmp_path)

    assert replies(second.run_dir) == replies(first.run_dir)
    assert {call.who for call in read_calls(Path(second.run_dir) / "calls.jsonl")} == {"Judge"}
    stored = json.loads((Path(second.run_dir) / "metrics.json").read_text(encoding="utf-8"))
    assert (stored["judge"], stored["replies_from"]) == ("sim:novice?discerns=0", first.run_dir)
    for condition, value in first.compliance.items():
        other = second.compliance[condition]
        assert value is not None
        assert other == pytest.approx(1 - value)


async def test_the_same_judge_says_the_same(tmp_path: Path) -> None:
    first = await start(config(), tmp_path)
    again = await start(config_to_rejudge(Path(first.run_dir), "sim:expert", ModelOptions()), tmp_path)

    assert again.compliance == first.compliance
    assert (await resume(Path(again.run_dir))) == again


async def test_plan_of_new_verdicts_counts_the_calls_of_the_judge_alone(tmp_path: Path) -> None:
    first = await start(config(), tmp_path)
    anew = config_to_rejudge(Path(first.run_dir), "sim:expert", ModelOptions())

    plan = await plan_scenarios(anew)

    assert {row.who for row in plan.by_purpose} == {"Judge"}
    assert plan.calls == (await start(anew, tmp_path)).usage.total.calls


async def test_only_finished_runs_of_scenarios_are_judged_anew(tmp_path: Path) -> None:
    run_dir = Path((await start(config(), tmp_path)).run_dir)
    manifest = json.loads((run_dir / "manifest.json").read_text(encoding="utf-8"))
    (run_dir / "manifest.json").write_text(json.dumps({**manifest, "status": "stopped"}), encoding="utf-8")

    with pytest.raises(UserError, match="is not finished; go on with: community resume"):
        config_to_rejudge(run_dir, "sim:expert", ModelOptions())


async def test_changed_scenarios_are_refused(tmp_path: Path) -> None:
    run_dir = Path((await start(config(), tmp_path)).run_dir)
    manifest = json.loads((run_dir / "manifest.json").read_text(encoding="utf-8"))
    (run_dir / "manifest.json").write_text(json.dumps({**manifest, "questions": "else"}), encoding="utf-8")

    with pytest.raises(UserError, match="its scenarios have changed since"):
        await start(config_to_rejudge(run_dir, "sim:expert", ModelOptions()), tmp_path)
