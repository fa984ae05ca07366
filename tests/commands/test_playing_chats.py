import json
from pathlib import Path
from typing import Any

import pytest

from community.chat import PhaseEvent, TurnEvent, read_event
from community.experiments.chats.config import ChatRunConfig
from community.experiments.runs.log import read_events
from tests.commands.conftest import Command
from tests.commands.test_bad_input import assert_refused
from tests.commands.test_help import stated_defaults

FAST = ("chat", "--norm", "sy_star", "--turns", "8", "--joins", "2")


def config_of(run_dir: str) -> dict[str, Any]:
    return json.loads((Path(run_dir) / "config.json").read_text(encoding="utf-8"))


def test_run_prints_a_summary_that_ends_with_the_run_directory(community: Command) -> None:
    outcome = community(*FAST)

    assert outcome.code == 0
    assert (Path(outcome.last) / "metrics.json").is_file()
    for word in ("norm following", "newcomers were", "simulated"):
        assert word in outcome.out
    assert "chat 1 of 1: followed" in outcome.err


def test_run_obeys_its_options(community: Command) -> None:
    flags = "--members 4 --newcomers 2 --member sim:expert*2 --newcomer sim:expert --module infer_edit --order random"
    more = "--sanction tease --no-demonstrations --chats 2 --seed 5 --habit sy_dagger --word-cap 50 --topic-every 4"
    rest = "--history 9 --set sanction.probability=0.5 --set insiders=prompted --dry-run --json"
    plan = community(*FAST, *flags.split(), *more.split(), *rest.split()).json

    assert plan["episodes"] == plan["played"] == 2
    assert {line["who"] for line in plan["by_purpose"]} >= {"Mara", "Theo", "Ines", "Jonas", "Kim", "Alex"}
    assert not Path("runs").exists()


def test_change_of_norms_is_seen_at_its_turn(community: Command) -> None:
    result = community(*FAST, "--newcomer", "sim:expert", "--switch", "5=rp_farewell", "--json").json

    events = read_events(Path(result["run_dir"]) / "events.jsonl", read_event)
    assert [(event.turn, event.norms) for event in events if isinstance(event, PhaseEvent)] == [
        (1, ("sy_star",)),
        (5, ("rp_farewell",)),
    ]
    turns = [event for event in events if isinstance(event, TurnEvent)]
    assert [turn.norms for turn in turns] == [("sy_star",)] * 4 + [("rp_farewell",)] * 4
    assert result["metrics"]["relapse"]["reason"] != "the norms never changed"
    assert result["metrics"]["integrity"]["member_compliance"] == 1.0
    assert [phase["from_turn"] for phase in config_of(result["run_dir"])["phases"]] == [1, 5]


def test_several_norms_switch_at_one_turn(community: Command) -> None:
    switches = ("--switch", "5=rp_farewell", "--switch", "5=sy_dagger", "--switch", "3=sy_approx")

    run_dir = community(*FAST, *switches, "--json").json["run_dir"]

    assert config_of(run_dir)["phases"] == [
        {"from_turn": 1, "norms": ["sy_star"]},
        {"from_turn": 3, "norms": ["sy_approx"]},
        {"from_turn": 5, "norms": ["rp_farewell", "sy_dagger"]},
    ]


def test_score_resume_and_show_take_a_run_of_chats(community: Command, finished_run: Path) -> None:
    result = community(*FAST, "--json").json
    (line,) = community("show", "latest", "--json").json["chats"]
    found = community("show", "latest", "--chat", "1", "--json").json
    text = community("show", "latest", "--chat", "1").out

    assert community("score", "latest", "--json").json == result
    assert community("resume", "latest", "--json").json == result
    assert (line["number"], line["turns"], line["status"]) == (1, 8, "finished")
    assert found["events"][0]["kind"] == "opening"
    assert text.splitlines()[1].startswith("simulated")
    assert "from turn 1: sy_star is in force" in text
    assert community("show", "latest").out.splitlines()[1].startswith("simulated")
    assert "a chat is named with --chat" in community("show", "latest", "--debate", "1").err
    assert "a debate is named with --debate" in community("show", str(finished_run), "--chat", "1").err


def test_run_prefers_flag_to_variable_to_file(
    community: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "community.yaml").write_text(
        "norms: sy_approx\nchat: {turns: 7, joins: 2, seed: 4, phases: sy_star, sanction: silence}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("COMMUNITY_CHAT__SEED", "6")

    config = config_of(community("chat", "--turns", "6", "--json").json["run_dir"])

    assert [config["turns"], config["seed"], config["sanction"]["style"]] == [6, 6, "silence"]


def test_assert_and_max_failed_decide_the_exit_code(community: Command, tmp_path: Path) -> None:
    (tmp_path / "plug.py").write_text(
        "from community.modules.module import NormativeModule\n"
        "class Broken(NormativeModule):\n"
        "    async def rewrite(self, candidate, context):\n"
        "        raise RuntimeError('no rewriting today')\n",
        encoding="utf-8",
    )
    broken = ("--module", f"{tmp_path / 'plug.py'}:Broken")

    assert community(*FAST, "--assert", "follow_rate>1").code == 4
    refused = community(*FAST, *broken)
    assert refused.code == 1
    assert "1 of 1 chats failed, more than --max-failed 0.1 allows" in refused.err
    assert community(*FAST, *broken, "--max-failed", "1").code == 0
    assert "no rewriting today" in community("show", "latest").out


@pytest.mark.usefixtures("no_runs")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chat",), ("no norm is given", "--norm sy_star")),
        (("chat", "--norm", "sy_str"), ("norm 'sy_str'", "did you mean 'sy_star'")),
        ((*FAST, "--module", "tmo"), ("module 'tmo'", "did you mean 'tom'")),
        ((*FAST, "--newcomer", "olama:x"), ("'olama'", "did you mean 'ollama'?")),
        ((*FAST, "--sanction", "shouting"), ("sanction.style", "'silence'", "'shouting'")),
        ((*FAST, "--order", "chaos"), ("order", "'round_robin'", "'chaos'")),
        ((*FAST, "--members", "0"), ("members", "greater than or equal to 1")),
        ((*FAST, "--newcomers", "1000"), ("newcomers", "less than or equal to 64")),
        ((*FAST, "--joins", "8"), ("joins", "they must speak")),
        ((*FAST, "--switch", "sy_approx"), ("--switch takes TURN=NORM", "'sy_approx'")),
        ((*FAST, "--switch", "-3=sy_approx"), ("--switch takes TURN=NORM",)),
        ((*FAST, "--switch", "1=sy_approx"), ("each must start later",)),
        ((*FAST, "--switch", "9=sy_approx"), ("starts at turn 9, and a chat has 8",)),
        (("chat", "--switch", "5=sy_approx"), ("--switch", "give --norm")),
        ((*FAST, "--member", "sim:expert*4"), ("4 models for 3",)),
        ((*FAST, "--habit", "sy_star"), ("'sy_star'", "is an enforced norm")),
        ((*FAST, "--topics", "nowhere.yaml"), ("nowhere.yaml", "cannot be read")),
        ((*FAST, "--prompts", "nowhere"), ("'nowhere'", "does not exist")),
        ((*FAST, "--set", "membrs=2"), ("membrs", "did you mean 'member")),
        ((*FAST, "--assert", "follow_rat>=1"), ("'follow_rat'", "did you mean 'follow_rate'")),
        (("graph", "--setting", "chats"), ("'chats'", "did you mean 'chat'")),
    ],
)
def test_bad_input_is_one_line_before_anything_is_written(
    community: Command, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    assert_refused(community(*arguments), 2, *words)


def test_help_states_every_plain_field_with_its_default(community: Command) -> None:
    stated = stated_defaults(community("chat", "--help").out)
    fields = {name.removeprefix("chat__"): text for name, text in stated.items()}

    assert set(ChatRunConfig.model_fields) - set(fields) == {
        "setting", "insiders", "final_tags",
        *(f"{role}_options" for role in ("member", "newcomer", "module", "judge", "chair")),
    }  # fmt: skip
    unset = {"phases": "none, one is required", "word_cap": "no cap", "topics": "ours"}
    for name in set(fields) & set(ChatRunConfig.model_fields) - set(unset):
        text = fields[name]
        given = {"phases": "x", **({} if text == "none" else {name: {"yes": True}.get(text, text)})}
        default = getattr(ChatRunConfig.model_validate({"phases": "x"}), name)
        assert getattr(ChatRunConfig.model_validate(given), name) == default, name


@pytest.mark.parametrize("setting", ["debate", "scenarios", "chat"])
def test_graph_of_every_setting(community: Command, setting: str) -> None:
    assert "graph TD" in community("graph", "--setting", setting).out
