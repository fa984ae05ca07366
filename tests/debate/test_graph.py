"""The protocol, seen from what every agent is sent."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from community.debate import BeliefEvent, DebateEvent, Event, ExchangeEvent, MessageEvent, QuestionEvent
from community.debate.community import Community
from community.debate.play import play_debates
from community.errors import RejectedError
from community.experiments.debates.cast import assemble, gather_material
from community.experiments.debates.config import DebateRunConfig
from community.models.calls import Caller
from community.models.chat import ChatModel, Reply, Request, Usage

Script = Callable[[Request], str]


class Scripted(ChatModel):
    """A model that answers by a function and keeps what it was asked."""

    script: Any
    asked: list[Any] = []  # noqa: RUF012 - a pydantic field, copied for every instance

    async def complete(self, request: Request) -> Reply:
        self.asked.append(request)
        return Reply(self.script(request), Usage(1, 1))

    def prompts(self, purpose: str) -> list[str]:
        return [
            "\n".join(m.text for m in request.messages)
            for request in self.asked
            if request.purpose == purpose
        ]


@dataclass
class Stage:
    """A debate among scripted models, played out."""

    newcomer: Scripted
    insiders: list[Scripted]
    community: Community
    events: list[Event] = field(default_factory=list[Event])

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def model(script: Script) -> Scripted:
    return Scripted(spec="test:scripted", endpoint="test", script=script)


def says(text: str) -> Script:
    return lambda _: f"<final>{text}</final>"


async def staged(newcomer: Script, *insiders: Script, **options: object) -> Stage:
    insiders = insiders or (says("Mine is ★ (A)"), says("Also ★ (B)"))
    config = DebateRunConfig.model_validate(
        {
            "norms": ["sy_star"],
            "questions": 1,
            "rounds": 2,
            "schedule": {"kind": "constant", "epsilon": 0.0},
            "background": ["sim:expert"] * len(insiders),
            **options,
        }
    )
    material = gather_material(config)
    models = [model(script) for script in (newcomer, *insiders, says("unused"))]
    community = assemble(config, material, dict(zip(config.places, models, strict=True)), Caller())
    stage = Stage(models[0], models[1:-1], community)
    async for events in play_debates(community):
        stage.events += events
    return stage


async def test_refused_newcomer_hears_the_refusal_and_nothing_else() -> None:
    stage = await staged(says("No star here (C)"))

    for prompt in stage.newcomer.prompts("discuss"):
        assert prompt.count("No response.") == 2
        assert "Mine is" not in prompt
    assert [event.outcome for event in stage.of(ExchangeEvent)] == ["refused"] * 6
    assert {event.text for event in stage.of(ExchangeEvent)} == {"No response."}


async def test_admitted_newcomer_hears_the_latest_messages_in_roster_order() -> None:
    stage = await staged(says("A ★ for you (C)"))

    for prompt in stage.newcomer.prompts("discuss"):
        assert "No response." not in prompt
        assert 0 < prompt.index("Mine is") < prompt.index("Also ★")
    assert all(event.outcome == "shared" and event.text is None for event in stage.of(ExchangeEvent))


@pytest.mark.parametrize(
    ("exchange", "text", "reaches"),
    [
        ("mutual", "A ★ for you (C)", True),
        ("mutual", "No star (C)", False),
        ("one_way", "A ★ for you (C)", False),
    ],
)
async def test_newcomers_message_reaches_insiders_only_when_admitted_and_mutual(
    exchange: str, text: str, reaches: bool
) -> None:
    stage = await staged(says(text), exchange=exchange)

    for insider in stage.insiders:
        assert all((text in prompt) is reaches for prompt in insider.prompts("discuss"))


async def test_gate_looks_at_the_latest_message_whichever_round_wrote_it() -> None:
    def learns(request: Request) -> str:
        return says("Now ★ (C)" if request.purpose == "discuss" else "Not yet (C)")(request)

    stage = await staged(learns)

    assert [event.outcome for event in stage.of(ExchangeEvent)] == ["refused"] * 2 + ["shared"] * 4


async def test_observed_round_sends_and_gates_nothing_but_is_scored() -> None:
    stage = await staged(says("A ★ for you (C)"), schedule={"kind": "constant", "epsilon": 1.0})

    first, _, last = stage.newcomer.prompts("discuss")
    assert "Mine is" not in first
    assert "Mine is" in last
    assert [event.outcome for event in stage.of(ExchangeEvent)] == ["observed"] * 4 + ["shared"] * 2
    assert all(
        "for you" not in prompt for insider in stage.insiders for prompt in insider.prompts("discuss")[:2]
    )
    (ended,) = stage.of(DebateEvent)
    assert ended.follow_rate == 1.0


async def test_observed_round_can_share_the_reasoning() -> None:
    stage = await staged(
        says("A ★ (C)"), schedule={"kind": "constant", "epsilon": 1.0}, observation_shares_reasoning=True
    )

    assert "Mine is" in stage.newcomer.prompts("discuss")[0]


async def test_alone_has_no_community() -> None:
    stage = await staged(says("By myself (C)"), condition="alone")

    assert stage.of(ExchangeEvent) == []
    assert {event.agent for event in stage.of(MessageEvent)} == {"Newcomer"}
    assert all(insider.asked == [] for insider in stage.insiders)


async def test_open_shares_with_anybody() -> None:
    stage = await staged(says("No star (C)"), condition="open")

    assert {event.outcome for event in stage.of(ExchangeEvent)} == {"shared"}


@pytest.mark.parametrize(("style", "heard"), [("silence", ""), ("off_topic", "Nice weather.")])
async def test_sanction_styles(style: str, heard: str) -> None:
    def insider(request: Request) -> str:
        return (
            "<final>Nice weather.</final>"
            if request.purpose == "off_topic"
            else "<final>Mine is ★ (A)</final>"
        )

    stage = await staged(says("No star (C)"), insider, insider, sanction=style)

    assert {event.text for event in stage.of(ExchangeEvent)} == {heard}
    shown = f'<message from="Agent 1">\n{heard}\n</message>'
    assert all(shown in prompt for prompt in stage.newcomer.prompts("discuss"))


async def test_insider_is_reminded_reasked_once_and_then_made_to_comply() -> None:
    stage = await staged(says("No star (C)"), says("I forget (A)"), says("Mine is ★ (B)"))

    forgetful, good = stage.insiders
    assert all("Remember:" in prompt for prompt in forgetful.prompts("discuss"))
    assert len(forgetful.prompts("comply")) == 4
    assert good.prompts("comply") == []
    messages = [event for event in stage.of(MessageEvent) if event.agent == "Agent 1"]
    assert {event.insider for event in messages} == {"enacted"}
    assert all(event.complies and event.letter == "A" for event in messages)


async def test_prompted_insider_may_break_the_norm_and_it_is_counted() -> None:
    stage = await staged(says("No star (C)"), says("I forget (A)"), insiders="prompted")

    messages = [event for event in stage.of(MessageEvent) if event.agent == "Agent 1"]
    assert {(event.insider, event.complies) for event in messages} == {("never", False)}
    assert stage.insiders[0].prompts("comply") == []


async def test_message_over_the_cap_is_cut_before_it_is_checked_and_sent() -> None:
    stage = await staged(says("one two three four ★ (C)"), word_cap=4)

    messages = [event for event in stage.of(MessageEvent) if event.agent == "Newcomer"]
    assert {event.text for event in messages} == {"one two three four"}
    assert all(event.complies is False and "capped" in event.faults for event in messages)
    assert "cut off after 4 words" in stage.newcomer.prompts("answer")[0]


async def test_empty_message_has_no_verdict_and_is_refused() -> None:
    stage = await staged(lambda _: "")

    messages = [event for event in stage.of(MessageEvent) if event.agent == "Newcomer"]
    assert {event.complies for event in messages} == {None}
    assert {event.outcome for event in stage.of(ExchangeEvent)} == {"refused"}
    (ended,) = stage.of(DebateEvent)
    assert ended.follow_rate is None


async def test_several_norms_must_all_hold() -> None:
    stage = await staged(
        says("A ★ for you (C)"), says("Hello ★ (A) Goodbye"), norms=["sy_star", "rp_farewell"], rounds=0
    )

    (message, _) = [event for event in stage.of(MessageEvent) if event.agent == "Newcomer"]
    assert [verdict.complies for verdict in message.verdicts] == [True, False]
    assert message.complies is False


async def test_events_come_in_a_fixed_order() -> None:
    stage = await staged(says("No star (C)"), rounds=0)

    order = [
        (event.kind, getattr(event, "round", None), getattr(event, "agent", None)) for event in stage.events
    ]
    assert order == [
        ("question", None, None),
        ("message", 0, "Newcomer"),
        ("message", 0, "Agent 1"),
        ("message", 0, "Agent 2"),
        ("exchange", 1, "Agent 1"),
        ("exchange", 1, "Agent 2"),
        ("message", 1, "Newcomer"),
        ("message", 1, "Agent 1"),
        ("message", 1, "Agent 2"),
        ("belief", None, None),
        ("debate", None, None),
    ]
    assert len(stage.of(QuestionEvent)) == len(stage.of(BeliefEvent)) == 1


async def test_refused_request_fails_its_debate_and_not_the_run() -> None:
    def refuses_second(request: Request) -> str:
        if request.purpose == "answer" and len(asked) == 3:
            raise RejectedError("content filter")
        asked.append(request)
        return "<final>No star (C)</final>"

    asked: list[Request] = []
    stage = await staged(refuses_second, questions=3, rounds=1)

    assert [(event.status, event.reason) for event in stage.of(DebateEvent)] == [
        ("finished", None),
        ("failed", "content filter"),
        ("failed", "content filter"),
    ]


async def test_norm_that_cannot_be_judged_fails_its_debate_and_not_the_run(tmp_path: Path) -> None:
    norm = tmp_path / "slow.yaml"
    norm.write_text(
        "id: slow\ntitle: Slow\ninstruction: Say ok.\ncheck: {kind: regex, pattern: 'ok|(?:(?:a|aa)+)+$'}\n"
    )

    stage = await staged(
        says("a" * 60 + "b (C)"), says("ok (C)"), says("ok (C)"), norms=[str(norm)], questions=2, rounds=1
    )

    assert [event.status for event in stage.of(DebateEvent)] == ["failed", "failed"]
    assert "takes more than" in stage.of(DebateEvent)[0].reason


async def test_many_rounds_stay_within_the_step_limit() -> None:
    stage = await staged(says("No star (C)"), rounds=60)

    assert len(stage.of(ExchangeEvent)) == 2 * 61


async def test_module_sees_what_a_newcomer_sees() -> None:
    stage = await staged(says("No star (C)"), rounds=1)

    (interaction,) = stage.community.module.window
    assert [turn.participated for turn in interaction.rounds] == [True, True]
    assert [said.text for turn in interaction.rounds for said in turn.heard] == ["No response."] * 4
    assert interaction.opening == interaction.rounds[0].sent == "No star (C)"
