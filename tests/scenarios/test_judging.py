"""The verdicts on a reply: what the judge is told, and what becomes of its answer."""

import pytest

from community.errors import ContextOverflowError, EndpointError, RejectedError
from community.models.calls import Caller
from community.models.seat import Seat
from community.scenarios import Scenario, load_scenario
from community.scenarios.conditions import scenario_prompts
from community.scenarios.judging import (
    EMPTY,
    UNREADABLE,
    ScenarioJudge,
    judge_by_rule,
    judge_prompt,
    scripted_rules,
)
from community.scenarios.records import JudgeVerdict
from community.simulation import scripted
from tests.models.script import Script, in_turn
from tests.scenarios.staging import IDS, judgement, model, some_scenarios

PROMPTS = scenario_prompts()
SCENARIO = next(item for item in some_scenarios(len(IDS)) if item.hidden_norm.is_verifiable)


async def verdict_of(judge: Script, reply: str = "Fine.") -> JudgeVerdict:
    seated = ScenarioJudge(Seat("Judge", judge, Caller(), 0), PROMPTS)
    return await seated.verdict(SCENARIO, reply, where="s0")


def asked(scenario: Scenario, reply: str = "Fine.") -> str:
    return "\n".join(message.text for message in judge_prompt(PROMPTS, scenario, reply))


@pytest.mark.parametrize("complies", [True, False])
async def test_verdict_keeps_the_grounds_of_the_judge(complies: bool) -> None:
    verdict = await verdict_of(model(judgement(complies=complies, evidence="the word 'Fine'")))

    assert verdict.complies is complies
    assert verdict.evidence == "the word 'Fine'"
    assert verdict.rung == "native"
    assert verdict.reason is None


async def test_evidence_is_asked_for_before_the_decision() -> None:
    judge = model(judgement())
    await verdict_of(judge)

    (request,) = judge.seen
    order = ["elicitor_uptake", "norm_requirement", "evidence", "reasoning", "complies"]
    assert list(request.schema["properties"]) == order
    places = [request.messages[0].text.index(f'"{name}"') for name in order]
    assert places == sorted(places)


async def test_unreadable_judge_gives_no_verdict() -> None:
    verdict = await verdict_of(model(in_turn("It is fine.", '{"complies": "perhaps"}')))

    assert verdict.complies is None
    assert verdict.reason == UNREADABLE
    assert verdict.rung == "default"


@pytest.mark.parametrize("error", [RejectedError("against the policy"), ContextOverflowError("too long")])
async def test_judge_that_cannot_be_asked_gives_no_verdict(error: Exception) -> None:
    verdict = await verdict_of(model(lambda _: error))

    assert verdict.complies is None
    assert str(error) in (verdict.reason or "")


async def test_dead_endpoint_is_no_matter_of_one_reply() -> None:
    with pytest.raises(EndpointError):
        await verdict_of(model(lambda _: EndpointError("gone")))


@pytest.mark.parametrize("reply", ["", " \n"])
async def test_empty_reply_breaks_the_norm_without_a_call(reply: str) -> None:
    judge = model(judgement())
    verdict = await verdict_of(judge, reply)

    assert verdict == JudgeVerdict(complies=False, reason=EMPTY)
    assert judge.seen == []


@pytest.mark.parametrize("name", IDS)
def test_judge_is_told_the_norm_and_no_label(name: str) -> None:
    scenario = load_scenario(name)
    norm = scenario.hidden_norm
    text = asked(scenario, "Whatever.")

    for part in (norm.statement, norm.example.elicitor, norm.example.complies, norm.example.breaches):
        assert part in text
    assert text.index(scenario.prior[-1].text) < text.index(f"\n{scenario.elicitor.text}\n")
    hidden = [scenario.goal, scenario.id, norm.id, norm.title]
    hidden += [text for reply in scenario.replies for text in (reply.text, reply.reason)]
    chat = [turn.text for turn in scenario.transcript]
    assert [secret for secret in hidden if len(secret) > 12 and secret in text and secret not in chat] == []


def test_norm_of_the_scenario_wins_over_the_taxonomy() -> None:
    own = SCENARIO.model_copy(update={"statement": "Say nothing but yes."})

    assert "Say nothing but yes." in asked(own)
    assert SCENARIO.hidden_norm.statement not in asked(own)


@pytest.mark.parametrize("name", IDS)
def test_rule_decides_where_the_text_alone_does(name: str) -> None:
    scenario = load_scenario(name)
    verdicts = [judge_by_rule(scenario, reply.text) for reply in scenario.replies]

    assert {verdict is not None for verdict in verdicts} == {scenario.hidden_norm.is_verifiable}


async def test_scripted_judge_goes_by_the_rule_of_the_norm_it_reads() -> None:
    scenarios = some_scenarios(len(IDS))
    person = scripted("sim:expert", seed=0, answers={}, norms=(), rules=scripted_rules(scenarios))
    judge = ScenarioJudge(Seat("Judge", person, Caller(), 0), PROMPTS)
    checked = 0
    for scenario in scenarios:
        for number, reply in enumerate(scenario.replies):
            rule = judge_by_rule(scenario, reply.text)
            verdict = await judge.verdict(scenario, reply.text, where=f"{scenario.id}.{number}")
            assert verdict.complies is not None
            if rule is not None:
                assert verdict.complies is rule.complies
                checked += 1
    assert checked > 20


async def test_scripted_judge_has_nothing_to_say_about_a_norm_it_does_not_know() -> None:
    person = scripted("sim:expert", seed=0, answers={}, norms=())
    judge = ScenarioJudge(Seat("Judge", person, Caller(), 0), PROMPTS)

    verdict = await judge.verdict(SCENARIO, "Fine.", where="s0")

    assert verdict.complies is None
