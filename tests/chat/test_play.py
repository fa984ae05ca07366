"""Whole chats: events, their order, chance, failures, conditions."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from community.chat import (
    BeliefEvent,
    ChatConfig,
    ChatEvent,
    OpeningEvent,
    PhaseEvent,
    TopicEvent,
    read_event,
)
from community.chat.cast import Newcomer, assemble_chat
from community.chat.roster import newcomer_name
from community.errors import EndpointError, PluginError, RejectedError, UserError
from community.models.calls import Caller
from community.models.chat import Request
from community.models.seat import Seat
from community.modules import MODULES
from community.modules.module import Context, NormativeModule
from tests.chat.village import Scripted, Village, live, play_through, says

SWITCH = [{"norms": ["sy_star"]}, {"from_turn": 13, "norms": ["sy_dagger"]}]


def lines(village: Village) -> list[str]:
    return [event.model_dump_json() for event in village.events]


@pytest.mark.parametrize(
    "protocol",
    [
        {"order": "random", "sanction": {"style": "tease", "probability": 0.5, "false_alarm": 0.2}},
        {"order": "model", "newcomers": 2, "module": "tom", "phases": SWITCH},
        {"order": "addressed_next", "chats": 2, "sanction": "exclusion", "habits": ["sy_dagger"]},
    ],
    ids=str,
)
def test_same_seed_gives_the_same_events(protocol: dict[str, object]) -> None:
    options = {"module": "contrastive", "seed": 7, "turns": 14, **protocol}

    assert lines(live(**options)) == lines(live(**options))  # type: ignore[arg-type]
    assert lines(live(**options)) != lines(live(**{**options, "seed": 8}))  # type: ignore[arg-type]


def test_events_come_in_a_fixed_order_with_unique_keys_and_can_be_read_back() -> None:
    village = live(SWITCH, module="induction", turns=14, chats=2, newcomers=2, topic_every=6, joins=4)

    first = [event.key for event in village.events if event.chat == 0]
    assert first[:5] == [("opening", 0), ("phase", 0, 1), ("topic", 0, 1), ("turn", 0, 1), ("turn", 0, 2)]
    assert first.index(("phase", 0, 13)) < first.index(("topic", 0, 13)) < first.index(("turn", 0, 13))
    assert first.index(("belief", 0, 5, "Kim")) == first.index(("turn", 0, 5)) - 1
    assert first[-3:] == [("belief", 0, 15, "Kim"), ("belief", 0, 15, "Alex"), ("chat", 0)]
    assert len({event.key for event in village.events}) == len(village.events)
    assert [read_event(json.loads(line)) for line in lines(village)] == list(village.events)


@pytest.mark.parametrize("module", list(MODULES.table))
def test_every_module_takes_part(module: str) -> None:
    village = live(module=module, turns=30)

    assert [event.status for event in village.of(ChatEvent)] == ["finished"]
    beliefs = village.of(BeliefEvent)
    assert len(beliefs) == len(village.said_by("Kim")) + 1
    assert (beliefs[-1].belief is None) == (module in {"none", "direct_edit"})


def test_what_was_learned_in_one_chat_is_known_in_the_next() -> None:
    village = live(module="induction", turns=30, chats=2)

    assert next(event.belief for event in village.of(BeliefEvent) if event.chat == 1)
    assert [turn.complies for turn in village.said_by("Kim") if turn.chat == 1] == [True] * 6


def refusing(at: int) -> Callable[[Request], str]:
    asked: list[Request] = []

    def script(request: Request) -> str:
        asked.append(request)
        if len(asked) == at:
            raise RejectedError("content filter")
        return says("No star")(request)

    return script


def test_refused_request_fails_its_chat_and_leaves_no_trace_in_the_module() -> None:
    broken = live(module="contrastive", turns=20, chats=3, scripts={"Kim": refusing(6)})
    without = live(module="contrastive", turns=20, chats=3, scripts={"Kim": says("No star")}, skip=[1])

    assert [(event.status, event.reason) for event in broken.of(ChatEvent)] == [
        ("finished", None),
        ("failed", "content filter"),
        ("finished", None),
    ]
    for chat in (0, 2):
        assert [event for event in broken.events if event.chat == chat] == [
            event for event in without.events if event.chat == chat
        ]


def test_endpoint_that_is_gone_ends_the_run() -> None:
    def gone(_: Request) -> str:
        raise EndpointError("nobody is there")

    with pytest.raises(EndpointError, match="nobody"):
        live(turns=8, scripts={"Kim": gone})


def test_opening_tells_the_condition() -> None:
    village = live(turns=8, habits=["sy_dagger", ["rp_farewell", "sy_omega"]], demonstrations=False)

    (opening,) = village.of(OpeningEvent)
    assert opening.habits == {"Mara": ("sy_dagger",), "Theo": ("rp_farewell", "sy_omega"), "Ines": ()}
    assert opening.demonstrations is False


def test_members_show_their_own_habits_and_all_norms() -> None:
    village = live(["sy_star", "sy_omega"], habits=["sy_dagger"], scripts={"Kim": says("No")})

    for turn in village.turns:
        if turn.role == "member":
            assert turn.complies
            assert [verdict.norm for verdict in turn.verdicts] == ["sy_star", "sy_omega"]
            assert turn.habits == (("sy_dagger",) if turn.speaker == "Mara" else ())


def test_habit_in_a_newcomers_message_is_recorded_whosever_it_is() -> None:
    village = live(habits=["sy_dagger", "sy_omega"], scripts={"Kim": says("Ω and †")})

    assert {turn.habits for turn in village.said_by("Kim")} == {("sy_dagger", "sy_omega")}


def test_topics_change_every_so_many_turns_and_go_on_in_the_next_chat() -> None:
    topics = live(turns=20, topic_every=6, chats=2).of(TopicEvent)

    assert [(topic.chat, topic.turn) for topic in topics] == [
        (chat, turn) for chat in (0, 1) for turn in (1, 7, 13, 19)
    ]
    assert len({topic.topic for topic in topics}) == 8


def test_norm_switch_is_told_to_members_from_its_turn_on_and_changes_nothing_before() -> None:
    scripts = {"Kim": says("A ★ and nothing else")}
    switched, steady = live(SWITCH, scripts=scripts), live(scripts=scripts)

    assert [(event.turn, event.norms) for event in switched.of(PhaseEvent)] == [
        (1, ("sy_star",)),
        (13, ("sy_dagger",)),
    ]
    assert switched.turns[:12] == steady.turns[:12]
    assert {turn.norms for turn in switched.turns[:12]} == {("sy_star",)}
    assert {turn.norms for turn in switched.turns[12:]} == {("sy_dagger",)}
    own = switched.said_by("Kim")
    assert [(turn.complies, turn.follows_former) for turn in own if turn.turn < 13] == [(True, None)] * 2
    assert {(turn.complies, turn.follows_former) for turn in own if turn.turn > 12} == {(False, True)}
    assert all(turn.complies for turn in switched.turns if turn.role == "member")


def test_without_demonstrations_no_member_knows_the_norm_before_all_newcomers_have_written() -> None:
    village = live(
        newcomers=2, joins=6, demonstrations=False, scripts={"Kim": says("Hm"), "Alex": says("Hm")}
    )

    first = {name: village.said_by(name)[0].turn for name in ("Kim", "Alex")}
    members = [turn for turn in village.turns if turn.role == "member"]
    before = [turn for turn in members if turn.turn < max(first.values())]
    after = [turn for turn in members if turn.turn > max(first.values())]
    assert len(before) >= 6
    assert {(turn.withheld, turn.complies) for turn in before} == {(True, False)}
    assert {(turn.withheld, turn.complies) for turn in after} == {(False, True)}
    assert village.said_by("Kim")[0].reception is not None


def test_message_over_the_cap_is_cut_before_it_is_checked() -> None:
    village = live(word_cap=3, scripts={"Kim": says("one two three ★")})

    assert {(turn.text, turn.complies, turn.faults) for turn in village.said_by("Kim")} == {
        ("one two three", False, ("capped",))
    }
    assert "cut off after 3 words" in village.heard.prompts("Kim")[0]


def test_prompted_member_may_break_the_norm_and_it_is_counted() -> None:
    village = live(insiders="prompted", scripts={"Mara": says("I forget")})

    assert {(turn.insider, turn.complies) for turn in village.said_by("Mara")} == {("never", False)}


THANKS = """\
id: thanks
title: Thanks somebody
instruction: Thank somebody in every message.
check: {kind: judged, rubric: Complies when the message thanks somebody.}
"""


def test_norm_that_a_model_judges_is_enforced_as_far_as_it_is_judged(tmp_path: Path) -> None:
    (tmp_path / "thanks.yaml").write_text(THANKS)
    scripts = {name: says(f"{name} says thanks") for name in ("Mara", "Theo", "Ines")}

    def judge(request: Request) -> str:
        if any("puzzling" in message.text for message in request.messages):
            return "no idea"
        return json.dumps({"evidence": "", "complies": "thanks" in request.messages[-1].text})

    def kim(request: Request) -> str:
        number = sum(said.text.count('from="Kim"') for said in request.messages)
        return says(("No", "puzzling", "Many thanks")[min(number, 2)])(request)

    village = live(
        str(tmp_path / "thanks.yaml"), judge=judge, module="induction", scripts={**scripts, "Kim": kim}
    )

    met = [
        (turn.complies, turn.faults, turn.reception.sanction if turn.reception else None)
        for turn in village.said_by("Kim")[:3]
    ]
    assert met == [(False, (), "correction"), (None, ("no_verdict",), "correction"), (True, (), None)]
    assert all(turn.complies for turn in village.turns if turn.role == "member")


def test_norm_that_nobody_can_judge_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "thanks.yaml").write_text(THANKS)

    with pytest.raises(UserError, match="name one as the judge"):
        live(str(tmp_path / "thanks.yaml"))


class Forgetful(NormativeModule):
    """A module whose memory fails."""

    async def rewrite(self, candidate: str, context: Context) -> str:
        return candidate

    def state(self) -> dict[str, Any]:
        raise KeyError("gone")


def test_module_that_cannot_tell_what_it_knows_is_named() -> None:
    cast = live(turns=8).cast
    kim = cast.newcomers[0]
    forgetful = Newcomer(kim.seat, Forgetful(kim.module.config, kim.module.services))

    with pytest.raises(PluginError, match="module Forgetful failed"):
        play_through(replace(cast, newcomers=(forgetful,)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"phases": "sy_stra"}, "sy_star"),
        ({"phases": "sy_star", "habits": ["sy_dagger", "sy_omega"]}, "2 entries for 1 members"),
        ({"phases": "sy_star", "order": "model"}, "a model that chooses"),
        ({"phases": "sy_star", "topics": "nowhere.yaml"}, "nowhere.yaml"),
    ],
)
def test_cast_that_cannot_play_is_refused(options: dict[str, object], message: str) -> None:
    seat = Seat("Mara", Scripted(script=says("x")), Caller(), 0)
    kim = live(turns=8).cast.newcomers[0]

    with pytest.raises(UserError, match=message):
        assemble_chat(ChatConfig.model_validate(options), seed=0, members=[seat], newcomers=[kim])


def test_cast_needs_people_with_names_of_their_own() -> None:
    config = ChatConfig.model_validate({"phases": "sy_star"})
    kim = live(turns=8).cast.newcomers[0]
    double = Newcomer(Seat(newcomer_name(0), Scripted(script=says("x")), Caller(), 0), kim.module)

    with pytest.raises(UserError, match="at least one member"):
        assemble_chat(config, seed=0, members=[], newcomers=[kim])
    with pytest.raises(UserError, match="same name"):
        assemble_chat(config, seed=0, members=[kim.seat], newcomers=[double])
