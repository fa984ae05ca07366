import json
from pathlib import Path
from typing import Any

import pytest

from community.experiments.scenarios.config import ScenarioRunConfig
from tests.commands.conftest import Command
from tests.commands.test_help import stated_defaults
from tests.scenarios import published_rows
from tests.scenarios.published_rows import IDS, row, without

ONE = "standup__binary_answer_norm__rotterdam_feed"
FAST = ("scenarios", "run", "--scenario", ONE, "-k", "1")


def config_of(run_dir: str) -> dict[str, Any]:
    return json.loads((Path(run_dir) / "config.json").read_text(encoding="utf-8"))


def test_run_prints_a_summary_that_ends_with_the_run_directory(community: Command) -> None:
    outcome = community(*FAST, "--condition", "all")

    assert outcome.code == 0
    assert (Path(outcome.last) / "metrics.json").is_file()
    for word in ("naive", "norm_informed", "acc@1", "recovered", "simulated"):
        assert word in outcome.out
    assert f"scenario 1 of 1: 0 of 4 replies comply, {ONE}" in outcome.err
    assert all(line and not line.startswith(",") for line in outcome.err.splitlines())


def test_run_obeys_its_options(community: Command) -> None:
    flags = "--condition naive --condition oracle --subject sim:expert --judge sim:module --seed 7 --module infer_edit"
    more = "--module-model sim:expert --set subject_options.temperature=0.5 --venue workplace --json"
    outcome = community(*FAST, *flags.split(), *more.split())

    config = config_of(outcome.json["run_dir"])
    assert config["conditions"] == ["naive", "oracle"]
    assert [config[name] for name in ("subject", "judge", "module_model", "seed", "trials")] == [
        "sim:expert", "sim:module", "sim:expert", 7, 1,
    ]  # fmt: skip
    assert config["module"]["id"] == "infer_edit"
    assert config["subject_options"]["temperature"] == 0.5
    assert config["venues"] == ["workplace"]


def test_run_prefers_flag_to_variable_to_file(
    community: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "community.yaml").write_text(
        f"norms: sy_star\nscenarios: {{trials: 2, seed: 4, scenarios: {ONE}, conditions: naive}}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("COMMUNITY_SCENARIOS__SEED", "6")

    config = config_of(community("scenarios", "run", "-k", "1", "--json").json["run_dir"])

    assert [config["trials"], config["seed"], config["scenarios"]] == [1, 6, [ONE]]


def test_help_of_run_states_the_defaults_of_the_configuration(community: Command) -> None:
    stated = stated_defaults(community("scenarios", "run", "--help").out)

    assert {name.removeprefix("scenarios__") for name in stated} <= {
        *ScenarioRunConfig.model_fields, "module__options__key", "key",
    }  # fmt: skip
    defaults = ScenarioRunConfig()
    for name in ("subject", "judge", "module_model", "trials", "seed", "dataset"):
        assert stated[f"scenarios__{name}"] == str(getattr(defaults, name))


def test_rows_that_are_left_out_are_named(community: Command, tmp_path: Path) -> None:
    rows = [row(IDS[0]), without(row(IDS[1]), "norm_statement"), row(IDS[2])]
    source = published_rows.write(tmp_path / "rows.jsonl", rows)
    outcome = community("scenarios", "run", "--dataset", source, "-k", "1", "--condition", "naive", "--json")

    left_out = f"row 2 ({IDS[1]}) is left out: norm_statement: is missing"
    assert outcome.code == 0
    assert left_out in outcome.err
    assert outcome.json["skipped"] == [left_out]
    manifest = Path(outcome.json["run_dir"], "manifest.json").read_text(encoding="utf-8")
    assert json.loads(manifest)["skipped"] == [left_out]


def test_assert_and_max_failed_decide_the_exit_code(community: Command, tmp_path: Path) -> None:
    (tmp_path / "plug.py").write_text(
        "from community.modules.module import NormativeModule\n"
        "class Broken(NormativeModule):\n"
        "    async def rewrite(self, candidate, context):\n"
        "        raise RuntimeError('no rewriting today')\n",
        encoding="utf-8",
    )
    broken = ("--module", f"{tmp_path / 'plug.py'}:Broken")

    assert community(*FAST, "--assert", "accuracy_naive>=0").code == 0
    assert community(*FAST, "--assert", "delta_norm_informed>1").code == 4
    assert community(*FAST, "--assert", "accuracy>=0").code == 2
    refused = community(*FAST, *broken)
    assert refused.code == 1
    assert "4 of 4 replies failed, more than --max-failed 0.1 allows" in refused.err
    assert "no rewriting today" in refused.out
    assert community(*FAST, *broken, "--max-failed", "1").code == 0


def test_dry_run_estimates_and_writes_nothing(community: Command, tmp_path: Path) -> None:
    plan = community(*FAST, "--dry-run", "--json").json

    assert plan["calls"] == 8
    assert "replies" in community(*FAST, "--dry-run").out
    assert not (tmp_path / "runs").exists()


def test_score_resume_and_show_take_a_run_of_scenarios(community: Command) -> None:
    result = community(*FAST, "--json").json
    name = f"{ONE}.norm_informed.t0"
    rows = community("show", "latest", "--json").json
    reply = community("show", "latest", "--item", name, "--json").json["reply"]
    text = community("show", "latest", "--item", name).out

    assert community("score", "latest", "--json").json == result
    assert community("resume", "latest", "--json").json == result
    assert rows["scenarios"][0]["verdicts"].keys() == set(config_of(result["run_dir"])["conditions"])
    assert community("show", "latest").out.splitlines()[1].startswith("simulated")
    assert reply["condition"] == "norm_informed"
    assert reply["reply"] in " ".join(text.split())
    assert "answered by Yusra" in text
    assert "judge sim:expert" in text


def test_show_refuses_what_belongs_to_another_setting(community: Command, finished_run: Path) -> None:
    community(*FAST, "--json")

    assert "a reply is named with --item" in community("show", "latest", "--debate", "1").err
    assert "a debate is named with --debate" in community("show", str(finished_run), "--item", "x").err
    assert "did you mean" in community("show", "latest", "--item", f"{ONE}.naive.t9").err


def test_rejudge_writes_a_run_of_its_own(community: Command) -> None:
    first = community(*FAST, "--json").json
    second = community("scenarios", "rejudge", "latest", "--judge", "sim:novice", "--json").json

    assert second["run_dir"] != first["run_dir"]
    assert (second["judge"], second["metrics"]["judge"]) == ("sim:novice", "sim:novice")
    assert second["metrics"]["replies_from"] == first["run_dir"]
    assert second["usage"]["total"]["calls"] <= 4


def test_rejudge_refuses_other_runs(community: Command, finished_run: Path) -> None:
    outcome = community("scenarios", "rejudge", str(finished_run), "--judge", "sim:expert")

    assert outcome.code == 2
    assert "only replies to scenarios are judged anew" in outcome.err
