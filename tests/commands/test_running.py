import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.commands.conftest import Command

FAST = ("run", "--norm", "sy_star", "--questions", "2", "--rounds", "1")


def config_of(run_dir: str) -> dict[str, Any]:
    return json.loads((Path(run_dir) / "config.json").read_text(encoding="utf-8"))


def test_run_prints_a_summary_that_ends_with_the_run_directory(community: Command) -> None:
    outcome = community(*FAST, "--module", "tom")

    assert outcome.code == 0
    assert (Path(outcome.last) / "metrics.json").is_file()
    for word in ("norm following", "accuracy", "admission", "over-imitation", "belief", "insiders", "story"):
        assert word in outcome.out
    assert "simulated" in outcome.out
    assert all(line == line.rstrip() for line in outcome.out.splitlines())
    assert "simulated" in outcome.err
    assert "debate 2 of 2: followed" in outcome.err


def test_run_json_is_one_document_and_nothing_else(community: Command) -> None:
    outcome = community(*FAST, "--json")

    assert outcome.json["schema_version"] == 1
    assert outcome.json["simulated"] is True
    headline = "run_dir follow_rate accuracy admission_rate over_imitation belief integrity usage"
    assert set(headline.split()) <= outcome.json.keys()
    assert Path(outcome.json["run_dir"]).is_dir()


def test_run_obeys_its_options(community: Command) -> None:
    options = {
        "--background": ("sim:expert*3", ["sim:expert"] * 3),
        "--newcomer": ("sim:expert", "sim:expert"),
        "--condition": ("open", "open"),
        "--exchange": ("one_way", "one_way"),
        "--word-cap": ("90", 90),
        "--seed": ("7", 7),
        "--idiosyncratic": ("sy_dagger,sy_approx", ["sy_dagger", "sy_approx"]),
    }
    flags = [part for name, (text, _) in options.items() for part in (name, text)]

    more = "--schedule constant --sanction silence --set schedule.epsilon=0.25 --json"
    outcome = community(*FAST, *flags, *more.split())

    config = config_of(outcome.json["run_dir"])
    assert {name: config[name.strip("-").replace("-", "_")] for name in options} == {
        name: value for name, (_, value) in options.items()
    }
    assert config["schedule"]["kind"] == "constant"
    assert config["schedule"]["epsilon"] == 0.25
    assert config["sanction"]["style"] == "silence"


def test_run_takes_module_options_and_several_norms(community: Command) -> None:
    options = "--norm sy_dagger --module tom -o second_order=true --option window=4 --json"
    outcome = community(*FAST, *options.split())

    config = config_of(outcome.json["run_dir"])
    assert config["module"] == {"id": "tom", "options": {"second_order": True, "window": 4}}
    assert config["norms"] == ["sy_star", "sy_dagger"]


def test_run_prefers_flag_to_variable_to_file(
    community: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = tmp_path / "given.yaml"
    given.write_text("questions: 1\nrounds: 0\nseed: 5\nword_cap: 80\n", encoding="utf-8")
    (tmp_path / "community.yaml").write_text(
        "norms: sy_star\nword_cap: 60\nexchange: one_way\n", encoding="utf-8"
    )
    monkeypatch.setenv("COMMUNITY_SEED", "6")
    monkeypatch.setenv("COMMUNITY_ROUNDS", "1")
    monkeypatch.setenv("COMMUNITY_OUT", str(tmp_path / "other"))
    monkeypatch.setenv("COMMUNITY_CONFIG", str(given))

    outcome = community("run", "--seed", "7", "--json")

    config = config_of(outcome.json["run_dir"])
    assert [config[name] for name in ("seed", "rounds", "questions", "word_cap", "exchange")] == [
        7,
        1,
        1,
        80,
        "one_way",
    ]
    assert Path(outcome.json["run_dir"]).parent == tmp_path / "other"


def test_a_run_can_be_played_again_from_its_configuration(community: Command) -> None:
    first = community(*FAST, "--idiosyncratic", "1", "--json").json
    again = community("run", "--config", f"{first['run_dir']}/config.json", "--json").json

    assert {**first, "run_dir": "", "usage": ""} == {**again, "run_dir": "", "usage": ""}
    assert config_of(first["run_dir"]) == config_of(again["run_dir"])


def test_dry_run_estimates_and_writes_nothing(community: Command, tmp_path: Path) -> None:
    table = community(*FAST, "--newcomer", "ollama:gemma3:4b", "--dry-run")
    plan = community(*FAST, "--newcomer", "ollama:gemma3:4b", "--dry-run", "--json").json

    assert table.code == 0
    assert "ollama:gemma3:4b" in table.out
    assert "scripted people" in table.out
    assert plan["calls"] > 0
    assert plan["prompt_tokens"] > 0
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("demand", "code"), [("follow_rate>=0", 0), ("follow_rate > 1", 4), ("over_imitation>=0", 4)]
)
def test_assert_leaves_with_4_when_it_is_missed(community: Command, demand: str, code: int) -> None:
    outcome = community(*FAST, "--assert", demand, "--json")

    assert outcome.code == code
    assert outcome.json["follow_rate"] is not None
    assert ("missed: " in outcome.err) == (code == 4)


def test_too_many_failed_debates_leave_with_1(community: Command, tmp_path: Path) -> None:
    (tmp_path / "plug.py").write_text(
        "from community.modules.module import NormativeModule\n"
        "class Broken(NormativeModule):\n"
        "    async def rewrite(self, candidate, context):\n"
        "        raise RuntimeError('no rewriting today')\n",
        encoding="utf-8",
    )
    arguments = (*FAST, "--module", f"{tmp_path / 'plug.py'}:Broken")

    refused = community(*arguments, "--assert", "follow_rate>=0")
    allowed = community(*arguments, "--max-failed", "1", "--json")

    assert refused.code == 1
    assert "2 of 2 debates failed" in refused.err
    assert "no rewriting today" in refused.err
    assert allowed.code == 0
    assert allowed.json["follow_rate"] is None


def test_score_gives_the_result_again(community: Command, finished_run: Path) -> None:
    before = json.loads((finished_run / "metrics.json").read_text(encoding="utf-8"))
    (finished_run / "metrics.json").unlink()

    outcome = community("score", str(finished_run), "--json")

    assert outcome.code == 0
    assert json.loads((finished_run / "metrics.json").read_text(encoding="utf-8")) == before
    assert outcome.json["run_dir"] == str(finished_run)


def test_latest_is_the_newest_run(community: Command) -> None:
    community(*FAST, "--json")
    newest = community(*FAST, "--seed", "1", "--json").json

    assert community("score", "latest", "--json").json == newest
    assert community("score", Path(newest["run_dir"]).name, "--json").json == newest


def test_resume_of_a_finished_run_gives_its_result(community: Command, finished_run: Path) -> None:
    scored = community("score", str(finished_run), "--json").json

    resumed = community("resume", str(finished_run), "--json")
    assert (resumed.json, resumed.err) == (scored, "the run was finished already; nothing was left to do\n")


def test_resume_continues_a_run_that_was_cut_short(
    community: Command, finished_run: Path, tmp_path: Path
) -> None:
    cut = tmp_path / "cut"
    shutil.copytree(finished_run, cut)
    manifest = json.loads((cut / "manifest.json").read_text(encoding="utf-8"))
    (cut / "manifest.json").write_text(json.dumps({**manifest, "status": "running"}), encoding="utf-8")
    for name in ("events.jsonl", "calls.jsonl"):
        lines = (cut / name).read_bytes().splitlines(keepends=True)
        (cut / name).write_bytes(b"".join(lines[: len(lines) // 2]) + b'{"torn')

    resumed = community("resume", str(cut), "--json")
    whole = community("score", str(finished_run), "--json").json

    assert resumed.code == 0
    assert resumed.json["metrics"] == whole["metrics"]
    assert "debate 1 of 3" not in resumed.err
    assert "debate 3 of 3" in resumed.err


def test_resume_names_the_options_that_differ(community: Command, finished_run: Path, tmp_path: Path) -> None:
    same, other = tmp_path / "same.json", tmp_path / "other.json"
    config = json.loads((finished_run / "config.json").read_text(encoding="utf-8"))
    same.write_text(json.dumps(config), encoding="utf-8")
    other.write_text(json.dumps({**config, "seed": 9, "rounds": 1}), encoding="utf-8")

    refused = community("resume", str(finished_run), "--config", str(other))

    assert community("resume", str(finished_run), "--config", str(same)).code == 0
    assert refused.code == 2
    assert "differing: rounds, seed" in refused.err
