import json
from pathlib import Path

import pytest
from rich.console import Console

from community.errors import UserError
from community.experiments.runs.directory import open_run
from community.experiments.runs.setting import read_config, setting_of
from community.experiments.scenarios.config import PUBLISHED, ScenarioRunConfig
from community.experiments.scenarios.plan import plan_scenarios
from community.experiments.scenarios.result import NUMBERS, ScenarioResult
from community.models.journal import read_calls
from community.scenarios.config import CONDITIONS
from tests.experiments.scenarios.scripted_run import config, reply_or_judge, score, start
from tests.loopback import Loopback
from tests.scenarios import published_rows
from tests.scenarios.published_rows import IDS, row, without


def lines(run_dir: str, name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (Path(run_dir) / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("given", "conditions"),
    [("all", PUBLISHED), (["all"], PUBLISHED), ("oracle", ("oracle",)), (["naive", "oracle"], ("naive", "oracle"))],
)  # fmt: skip
def test_conditions_are_named_or_all(given: object, conditions: tuple[str, ...]) -> None:
    assert config(conditions=given).conditions == conditions


def test_only_models_whose_work_counts_make_a_run_simulated() -> None:
    real = {"subject": "openai:a", "judge": "openai:b"}

    assert not config(**real).simulated
    assert config(**real, module="infer_edit").simulated
    assert config(**{**real, "judge": "sim:expert"}).simulated
    assert config(**real, replies_from="runs/x").specs == ("openai:b",)


async def test_run_records_every_reply_and_scores_again(tmp_path: Path) -> None:
    result = await start(config(conditions=CONDITIONS), tmp_path)

    directory = open_run(Path(result.run_dir))
    assert result.status == "finished"
    assert result.simulated
    assert len(lines(result.run_dir, "events.jsonl")) == 4 * 5 * 2 == result.ended
    assert json.loads(directory.metrics.read_text(encoding="utf-8"))["judge"] == "sim:expert"
    directory.metrics.unlink()
    assert score(directory.path) == result


async def test_run_writes_the_scenarios_that_it_chose_and_can_be_repeated(tmp_path: Path) -> None:
    result = await start(config(conditions="naive"), tmp_path)
    resolved = read_config(open_run(Path(result.run_dir)))
    assert isinstance(resolved, ScenarioRunConfig)
    again = await start(resolved, tmp_path)

    assert len(resolved.scenarios) == 4
    assert resolved.selection().named.keys() == set(resolved.scenarios)
    assert again.metrics == result.metrics


async def test_scripted_subject_does_better_where_it_is_told_of_the_group(tmp_path: Path) -> None:
    every = ScenarioRunConfig(conditions=("naive", "oracle"), trials=1, subject="sim:expert")
    result = await start(every, tmp_path)

    naive, oracle = result.compliance["naive"], result.compliance["oracle"]
    assert naive is not None
    assert oracle is not None
    assert oracle > naive + 0.2


async def test_every_number_can_be_demanded(tmp_path: Path) -> None:
    result = await start(config(conditions=CONDITIONS), tmp_path)

    assert [name for name in NUMBERS if result.number(name) is None] == []
    assert result.number("accuracy_naive") == result.accuracy["naive"]
    assert result.number("failed") == 0


async def test_summary_has_a_line_for_each_condition_and_says_what_is_missing(tmp_path: Path) -> None:
    result = await start(config(), tmp_path)
    console, directory = Console(width=100), open_run(Path(result.run_dir))
    stopped = result.model_copy(update={"status": "stopped", "skipped": ("row 3 is left out",)})
    with console.capture() as capture:
        console.print(setting_of(config()).summary(stopped, directory, console))

    text = capture.get()
    assert all(text.count(condition) >= 1 for condition in PUBLISHED)
    for words in (
        "acc@2",
        "recovered",
        "judge sim:expert",
        "skipped: row 3",
        "community resume",
        "simulated:",
    ):
        assert words in text


async def test_published_rows_are_played_and_judged_under_every_condition(tmp_path: Path) -> None:
    rows = [row(name) for name in IDS]
    rows[0] = without(rows[0], "transcript")
    source = published_rows.write(tmp_path / "rows.jsonl", rows)
    published = ScenarioRunConfig.model_validate({"dataset": source, "conditions": CONDITIONS, "trials": 1})
    result = await start(published, tmp_path / "runs")

    manifest = json.loads((Path(result.run_dir) / "manifest.json").read_text(encoding="utf-8"))
    assert result.ended == 37 * 5
    assert result.failed == 0
    assert all(value is not None for value in result.accuracy.values())
    assert result.skipped == (f"row 1 ({IDS[0]}) is left out: transcript: is missing",)
    assert manifest["skipped"] == [*result.skipped]


async def test_temperatures_are_those_of_the_study_unless_chosen(tmp_path: Path, loopback: Loopback) -> None:
    loopback.replies = reply_or_judge
    spec = f"openai:tiny@{loopback.openai_url}"
    few = {"scenarios": ["standup__binary_answer_norm__rotterdam_feed"], "conditions": "naive", "trials": 1}
    usual = await start(config(subject=spec, judge=spec, **few), tmp_path)
    cooler = await start(
        config(subject=spec, judge=spec, subject_options={"temperature": 0.2}, **few), tmp_path
    )

    def drawn(result: ScenarioResult) -> dict[str, float | None]:
        calls = read_calls(Path(result.run_dir) / "calls.jsonl")
        return {call.who: call.sampling.temperature for call in calls}

    assert drawn(usual) == {"Subject": 0.9, "Judge": 0.0}
    assert drawn(cooler) == {"Subject": 0.2, "Judge": 0.0}
    assert not usual.simulated


async def test_plan_counts_what_a_run_then_calls(tmp_path: Path) -> None:
    plan = await plan_scenarios(config(module="infer_edit"))
    result = await start(config(module="infer_edit"), tmp_path)

    assert (plan.episodes, plan.played) == (32, 16)
    assert plan.calls == result.usage.total.calls
    assert {row.who for row in plan.by_purpose} == {"Subject", "Module", "Judge"}


async def test_plan_contacts_nobody_and_names_the_real_models() -> None:
    plan = await plan_scenarios(config(subject="openai:far@http://127.0.0.1:9/v1", trials=3))

    assert {row.who: row.spec for row in plan.by_purpose}["Subject"] == "openai:far@http://127.0.0.1:9/v1"


async def test_wrong_module_option_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="second"):
        await start(config(module={"id": "tom", "options": {"second": 1}}), tmp_path / "runs")

    assert not (tmp_path / "runs").exists()
