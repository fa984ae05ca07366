"""What the subject and its module are sent: the frame, the condition, and nothing that is hidden."""

import difflib
from typing import Any

import pytest

from community.models.chat import ChatModel, Reply, Request
from community.modules import MODULES
from community.scenarios import Scenario, load_scenario
from community.scenarios.conditions import scenario_prompts, subject_prompt
from community.scenarios.config import CONDITIONS, Condition
from community.simulation import scripted
from tests.scenarios.staging import IDS, judgement, model, played, some_scenarios, staged

PROMPTS = scenario_prompts()
SCENARIO = some_scenarios(1)[0]
TALKATIVE = {"tom": {"second_order": True, "confidence": True}}
MODULE_NAMES = list(MODULES.table)
CALL_NOBODY = ("none", "induction")


class Ear(ChatModel):
    """Passes every request on and keeps it."""

    spec: str = "test:ear"
    endpoint: str = "test"
    inner: ChatModel
    heard: list[Any] = []  # noqa: RUF012 - a pydantic field, copied for every instance

    async def complete(self, request: Request) -> Reply:
        self.heard.append(request)
        return await self.inner.complete(request)


def shown(scenario: Scenario, condition: Condition) -> str:
    return "\n".join(message.text for message in subject_prompt(PROMPTS, scenario, condition))


def secrets(scenario: Scenario) -> list[str]:
    """Whatever a subject may not read, as it would stand in a prompt."""
    norm = scenario.hidden_norm
    texts = [
        scenario.id,
        scenario.goal,
        norm.id,
        norm.title,
        norm.statement,
        norm.example.elicitor,
        norm.example.complies,
        norm.example.breaches,
        *(reply.text for reply in scenario.replies),
        *(reply.reason for reply in scenario.replies),
        *(reply.kind or "" for reply in scenario.replies),
    ]
    return [text for text in texts if text]


def given_away(scenario: Scenario, text: str) -> list[str]:
    """The secrets in a text, and words of ours for hidden marks; what everybody in the chat can see is no secret."""
    visible = [turn.text for turn in scenario.transcript] + [member.bio for member in scenario.cast]
    for part in sorted((*visible, scenario.channel, scenario.setting), key=len, reverse=True):
        text = text.replace(part, " ") if part else text
    for member in scenario.cast:
        text = text.replace(f"- {member.name}", " ").replace(f'from="{member.name}"', " ")
    words = ("elicitor", "demonstrat", "scenario", "hidden norm", "goal", scenario.event)
    return [secret for secret in (*secrets(scenario), *words) if secret.casefold() in text.casefold()]


@pytest.mark.parametrize("name", IDS)
def test_no_condition_gives_anything_away(name: str) -> None:
    scenario = load_scenario(name)

    for condition in CONDITIONS:
        assert given_away(scenario, shown(scenario, condition)) == []


@pytest.mark.parametrize("module", MODULE_NAMES)
async def test_nothing_hidden_is_ever_sent_to_the_subject_or_its_module(module: str) -> None:
    def person(spec: str) -> ChatModel:
        return scripted(spec, seed=0, answers={}, norms=())

    for name in IDS[MODULE_NAMES.index(module) :: len(MODULE_NAMES)]:
        scenario = load_scenario(name)
        subject, worker = Ear(inner=person("sim:novice")), Ear(inner=person("sim:module"))
        evaluation = staged(
            [scenario],
            subject=subject,
            judge=model(judgement()),
            worker=worker,
            module=module,
            options=TALKATIVE.get(module, {}),
            conditions=["naive", "oracle"],
        )
        events = await played(evaluation)

        assert [event.status for event in events] == ["finished"] * 2
        assert len(subject.heard) == 2
        assert bool(worker.heard) is (module not in CALL_NOBODY)
        for request in [*subject.heard, *worker.heard]:
            text = "\n".join(message.text for message in request.messages) + str(request.schema)
            assert given_away(scenario, text) == []


def test_frame_shows_what_a_member_of_the_chat_sees() -> None:
    text = shown(SCENARIO, "naive")

    for part in (SCENARIO.subject, SCENARIO.channel, SCENARIO.setting):
        assert part in text
    assert all(f"- {member.name}: {member.bio}" in text for member in SCENARIO.cast)
    places = [text.index(f"\n{turn.text}\n") for turn in SCENARIO.transcript]
    assert places == sorted(places)


def test_naive_adds_nothing_to_the_frame() -> None:
    naive = shown(SCENARIO, "naive").splitlines()

    for condition in CONDITIONS[1:]:
        other = shown(SCENARIO, condition).splitlines()
        changes = [line for line in difflib.ndiff(naive, other) if line[0] in "+-" and line[2:].strip()]
        assert [line[0] for line in changes] == ["+"]
        assert SCENARIO.elicitor.actor in changes[0]


def test_other_conditions_differ_in_how_to_use_the_earlier_chat_alone() -> None:
    whole = {condition: shown(SCENARIO, condition) for condition in CONDITIONS[1:]}
    sentences = {condition: PROMPTS[f"earlier_{condition}"].source.strip() for condition in CONDITIONS[1:]}

    assert len(set(sentences.values())) == 4
    assert len({whole[condition].replace(sentences[condition], "") for condition in whole}) == 1


def test_marks_of_the_transcript_leave_no_trace() -> None:
    unmarked = SCENARIO.model_copy(
        update={
            "transcript": tuple(
                turn.model_copy(update={"demonstrates": False}) for turn in SCENARIO.transcript
            )
        }
    )

    assert shown(unmarked, "oracle") == shown(SCENARIO, "oracle")


def test_what_a_release_does_not_say_leaves_no_gap() -> None:
    bare = SCENARIO.model_copy(
        update={
            "venue": None,
            "setting": "",
            "goal": "",
            "cast": tuple(member.model_copy(update={"bio": ""}) for member in SCENARIO.cast),
        }
    )

    text = shown(bare, "norm_informed")

    assert f"- {bare.cast[0].name}\n" in text
    assert "None" not in text
    assert ": \n" not in text
