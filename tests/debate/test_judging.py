"""Norms that a model judges, or a function of the user's, inside a debate."""

import json
from pathlib import Path

import pytest

from community.debate import Event, ExchangeEvent, MessageEvent
from community.debate.play import play_debates
from community.errors import UserError
from community.experiments.debates.cast import assemble, gather_material
from community.experiments.debates.config import DebateRunConfig
from community.experiments.debates.habits import settle_habits
from community.experiments.debates.plan import plan_debates
from community.models.calls import Caller
from community.models.chat import Request
from community.norms import load_norm
from tests.debate.test_graph import Script, Scripted, model, says

THANKS = """\
id: thanks
title: Thanks somebody
instruction: Thank one of the others by name.
check: {kind: judged, rubric: Complies when somebody is thanked by name.}
"""
QUIET = (
    "id: quiet\ntitle: Quiet\ninstruction: Never shout.\ncheck: {kind: python, function: 'quiet.py:quiet'}\n"
)


@pytest.fixture(autouse=True)
def _study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "norms").mkdir()
    (tmp_path / "norms" / "thanks.yaml").write_text(THANKS, encoding="utf-8")
    (tmp_path / "norms" / "quiet.yaml").write_text(QUIET, encoding="utf-8")
    (tmp_path / "norms" / "quiet.py").write_text(
        "def quiet(text, question):\n    return not text.isupper()\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)


def _config(**options: object) -> DebateRunConfig:
    fixed = {
        "norms": ["thanks"],
        "questions": 1,
        "rounds": 1,
        "schedule": {"kind": "constant", "epsilon": 0.0},
    }
    return DebateRunConfig.model_validate({**fixed, "judge": "openai:judge", **options})


async def _play(judge: Scripted, newcomer: Script, config: DebateRunConfig) -> list[Event]:
    insider = model(says("Thanks, Newcomer. (A)"))
    models = (model(newcomer), insider, insider, model(says("unused")), judge)
    seated = dict(zip(config.places, models, strict=False))  # the judge comes last, and may have no place
    community = assemble(config, gather_material(config), seated, Caller())
    return [event async for events in play_debates(community) for event in events]


def _decides(request: Request) -> str:
    message = request.messages[-1].text.partition("<message>")[2]
    return json.dumps({"evidence": "looked for a name", "complies": "Thanks, " in message})


@pytest.mark.parametrize(
    ("text", "outcome"), [("Thanks, Agent 1. (B)", "shared"), ("Thanks. (B)", "refused")]
)
async def test_judge_decides_before_the_gate(text: str, outcome: str) -> None:
    events = await _play(model(_decides), says(text), _config())

    messages = [event for event in events if isinstance(event, MessageEvent) and event.agent == "Newcomer"]
    assert {event.outcome for event in events if isinstance(event, ExchangeEvent)} == {outcome}
    assert {message.complies for message in messages} == {outcome == "shared"}
    assert messages[0].verdicts[0].detail == "looked for a name"


async def test_each_message_is_judged_once() -> None:
    judge = model(_decides)

    events = await _play(judge, says("Thanks. (B)"), _config())

    assert len(judge.asked) == sum(isinstance(event, MessageEvent) for event in events) == 9
    assert {event.insider for event in events if isinstance(event, MessageEvent)} == {None, "first"}


async def test_judge_that_cannot_be_read_gives_no_verdict_and_the_record_says_so() -> None:
    events = await _play(model(lambda _: "Hard to say."), says("Thanks, Agent 1. (B)"), _config())

    messages = [event for event in events if isinstance(event, MessageEvent)]
    assert {message.complies for message in messages} == {None}
    assert all(message.verdicts == () and "no_verdict" in message.faults for message in messages)
    assert {event.outcome for event in events if isinstance(event, ExchangeEvent)} == {"refused"}


async def test_broken_rule_decides_where_another_has_no_verdict() -> None:
    judge = model(lambda _: "Hard to say.")

    events = await _play(judge, says("No sign. (B)"), _config(norms=["sy_star", "thanks"]))

    (first, *_) = (event for event in events if isinstance(event, MessageEvent))
    assert first.complies is False
    assert [verdict.norm for verdict in first.verdicts] == ["sy_star"]


async def test_python_rule_is_enforced() -> None:
    judge = model(_decides)

    events = await _play(judge, says("I SHOUT. (B)"), _config(norms=["quiet"], judge=None))

    assert {event.outcome for event in events if isinstance(event, ExchangeEvent)} == {"refused"}
    assert judge.asked == []


def test_judged_norm_without_a_judge_is_refused_before_anything_is_called() -> None:
    with pytest.raises(UserError, match="'thanks' is judged by a model; name one"):
        gather_material(_config(judge=None))


def test_scripted_people_cannot_judge() -> None:
    with pytest.raises(ValueError, match="scripted people cannot judge"):
        _config(judge="sim:expert")


def test_habits_can_be_drawn_beside_a_judged_norm() -> None:
    settled = settle_habits(_config(idiosyncratic=2), [load_norm("thanks")])

    assert isinstance(settled.idiosyncratic, tuple)
    assert len(settled.idiosyncratic) == 2


async def test_plan_counts_the_calls_of_the_judge() -> None:
    plan = await plan_debates(_config())

    judged = [row for row in plan.by_purpose if row.who == "Judge"]
    assert [(row.purpose, row.spec) for row in judged] == [("judge_norm", "openai:judge")]
    assert judged[0].calls >= 9
