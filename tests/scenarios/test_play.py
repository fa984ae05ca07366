"""Playing: what is asked of whom, in which order events come, and what a failure does."""

from collections import Counter
from pathlib import Path

import pytest

from community.errors import EndpointError, RejectedError
from community.models.calls import Caller
from community.models.chat import Request
from community.models.journal import Journal, read_calls
from community.models.limits import Limits
from community.scenarios.config import CONDITIONS, ScenarioConfig
from community.scenarios.play import play_scenarios
from community.scenarios.records import ReplyEvent, read_event
from tests.models.script import reply
from tests.scenarios.staging import judgement, model, played, simulated, some_scenarios, staged

SCENARIOS = some_scenarios(3)


async def test_every_scenario_gets_so_many_replies_under_each_condition_in_order() -> None:
    subject, judge = model("Right."), model(judgement())
    evaluation = staged(SCENARIOS, subject=subject, judge=judge, conditions=CONDITIONS[:2], trials=2)
    events = await played(evaluation)

    assert [(event.scenario, event.condition, event.trial) for event in events] == [
        (scenario.id, condition, trial)
        for scenario in SCENARIOS
        for condition in CONDITIONS[:2]
        for trial in range(2)
    ]
    assert len(subject.seen) == len(judge.seen) == len(events) == 12
    assert len({event.key for event in events}) == 12
    assert len({request.sampling.seed for request in subject.seen}) == 12


async def test_event_has_all_that_is_known_of_a_reply() -> None:
    (event,) = await played(staged(SCENARIOS[:1], subject=model(" Right.\n"), judge=model(judgement())))

    assert (event.event, event.norm) == (SCENARIOS[0].event, SCENARIOS[0].norm)
    assert (event.module, event.status, event.reply, event.candidate) == ("none", "finished", "Right.", None)
    assert event.complies is True
    assert event.faults == ()
    assert read_event(event.model_dump(mode="json")) == event


async def test_module_rewrites_what_is_judged_and_starts_afresh_with_every_reply() -> None:
    prompts: list[str] = []

    def work(request: Request) -> str:
        prompts.append(request.messages[-1].text)
        return (
            "Both members write in lower case." if request.purpose.endswith("infer") else "Right, reworked."
        )

    judge = model(judgement())
    evaluation = staged(
        SCENARIOS, subject=model("Right."), judge=judge, worker=model(work), module="infer_edit", trials=2
    )
    events = await played(evaluation)

    assert {(event.reply, event.candidate) for event in events} == {("Right, reworked.", "Right.")}
    assert all("Right, reworked." in request.messages[-1].text for request in judge.seen)
    watched = [prompt for prompt in prompts if "=== Conversation" in prompt]
    assert len(watched) == len(events)
    assert all(prompt.count("=== Conversation") == 1 for prompt in watched)


async def test_empty_reply_is_a_fault_and_a_breach_that_nobody_is_asked_about() -> None:
    judge, worker = model(judgement()), model("Rule: Be brief.")
    evaluation = staged(
        SCENARIOS[:1],
        subject=model(lambda _: reply(" ", finish="length")),
        judge=judge,
        worker=worker,
        module="infer_edit",
    )
    (event,) = await played(evaluation)

    assert (event.reply, event.complies, event.faults) == ("", False, ("truncated", "empty"))
    assert judge.seen == []
    assert worker.seen == []


async def test_failure_of_one_reply_is_data() -> None:
    def answer(request: Request) -> str | Exception:
        return (
            RejectedError("against the policy")
            if SCENARIOS[1].channel in request.messages[0].text
            else "Right."
        )

    events = await played(staged(SCENARIOS, subject=model(answer), judge=model(judgement())))

    assert [event.status for event in events] == ["finished", "failed", "finished"]
    assert events[1].reason == "against the policy"
    assert (events[1].reply, events[1].judge, events[1].complies) == (None, None, None)


async def test_broken_module_fails_its_replies_alone(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text(
        "from community.modules.none import MemoryOnly\n"
        "class Broken(MemoryOnly):\n"
        "    async def rewrite(self, candidate, context):\n"
        "        raise KeyError('a bug')\n"
    )
    evaluation = staged(
        SCENARIOS, subject=model("Right."), judge=model(judgement()), module=f"{broken}:Broken"
    )
    events = await played(evaluation)

    assert {event.status for event in events} == {"failed"}
    assert "Broken failed: KeyError" in (events[0].reason or "")


async def test_dead_endpoint_ends_the_run_after_all_that_was_finished_before() -> None:
    def answer(request: Request) -> str | Exception:
        gone = SCENARIOS[1].channel in request.messages[0].text
        return EndpointError("gone") if gone else "Right."

    found: list[ReplyEvent] = []
    with pytest.raises(EndpointError):
        async for events in play_scenarios(
            staged(SCENARIOS, subject=model(answer), judge=model(judgement()))
        ):
            found += events

    assert [event.scenario for event in found] == [SCENARIOS[0].id]


async def test_skipped_replies_are_not_tried() -> None:
    subject = model("Right.")
    evaluation = staged(SCENARIOS, subject=subject, judge=model(judgement()))
    events = await played(evaluation, skip=[evaluation.items[1].where])

    assert [event.scenario for event in events] == [SCENARIOS[0].id, SCENARIOS[2].id]
    assert len(subject.seen) == 2


async def test_scripted_people_play_the_same_whatever_the_limit() -> None:
    runs = [
        await played(
            simulated(
                SCENARIOS,
                conditions=CONDITIONS,
                trials=2,
                module="direct_edit",
                caller=Caller(limits=Limits({"sim": limit})),
            )
        )
        for limit in (1, 7, 100)
    ]

    assert runs[0] == runs[1] == runs[2]
    assert len({event.reply for event in runs[0]}) > 5


async def test_first_event_comes_long_before_the_last_reply() -> None:
    scenarios = some_scenarios(20)
    subject = model("Right.", parallel=2)
    heard: list[int] = []
    async for _ in play_scenarios(staged(scenarios, subject=subject, judge=model(judgement(), parallel=2))):
        heard.append(len(subject.seen))

    assert heard[0] <= 5
    assert len(heard) == 20


async def test_second_attempt_replays_the_journal_and_gives_the_same_events(tmp_path: Path) -> None:
    with Journal(tmp_path / "calls.jsonl") as journal:
        first = await played(simulated(SCENARIOS, caller=Caller(journal=journal), module="tom"))
    before = len(list(read_calls(tmp_path / "calls.jsonl")))
    with Journal(tmp_path / "calls.jsonl") as journal:
        second = await played(simulated(SCENARIOS, caller=Caller(journal=journal), module="tom"))

    assert first == second
    assert len(list(read_calls(tmp_path / "calls.jsonl"))) == before


async def test_pointing_at_the_group_makes_a_scripted_subject_follow_it() -> None:
    scenarios = some_scenarios(12)
    events = await played(
        simulated(scenarios, subject="sim:novice?adapts=1", conditions=CONDITIONS, trials=2)
    )
    follows = Counter(event.condition for event in events if event.complies)

    assert follows["oracle"] > follows["naive"]
    assert follows["norm_informed"] > follows["naive"]


@pytest.mark.parametrize("conditions", [[], ["naive", "naive"], ["told"]])
def test_conditions_are_known_and_given_once(conditions: list[str]) -> None:
    with pytest.raises(ValueError, match="conditions"):
        ScenarioConfig.model_validate({"conditions": conditions})
