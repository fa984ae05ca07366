import json
import subprocess
import sys
from collections.abc import Mapping

import pytest
from langchain_core.messages import HumanMessage

from community.errors import UserError
from community.models.chat import Request, Sampling
from community.modules import beliefs
from community.modules.observation import Interaction, Round, Utterance, render
from community.norms import Norm, list_norms, load_norm
from community.prompts import Message
from community.simulation import scripted
from community.simulation.model import SPEAKING, THINKING
from tests.simulation.written import message

QUESTION = (
    "A shop has 12 lamps and sells 5 lamps. How many lamps are left in the shop?\n(A) 6\n(B) 7\n(C) 8\n(D) 17"
)
ASK = (Message("user", f"<question>\n{QUESTION}\n</question>"),)
STAR = load_norm("sy_star")


def person(
    spec: str = "sim:expert",
    seed: int = 0,
    answers: Mapping[str, str] | None = None,
    norms: tuple[Norm, ...] = (),
):
    return scripted(spec, seed=seed, answers={QUESTION: "B"} if answers is None else answers, norms=norms)


async def test_same_request_gets_the_same_reply_whatever_came_between():
    requests = [Request(ASK, "answer", Sampling(seed=seed)) for seed in range(8)]
    forth, back = person(), person()

    first = [await forth.complete(request) for request in requests]
    second = [await back.complete(request) for request in reversed(requests)]

    assert first == second[::-1]
    assert len({reply.text for reply in first}) == 8


async def test_reply_depends_on_the_seed_of_the_run_and_on_the_purpose():
    request = Request(ASK, "answer", Sampling(seed=1))
    other = Request(ASK, "discuss", Sampling(seed=1))

    assert await person(seed=0).complete(request) != await person(seed=1).complete(request)
    assert await person().complete(request) != await person().complete(other)


PROGRAM = """
import asyncio
from community.models.chat import Request, Sampling
from community.norms import list_norms
from community.prompts import Message
from community.simulation import scripted
from community.simulation.model import SPEAKING, THINKING
model = scripted("sim:expert", seed=3, answers={}, norms=list_norms(family="local_edit"))
told = " ".join(norm.instruction for norm in list_norms(family="local_edit"))
prompt = (Message("system", told), Message("user", "<question>\\nWhy?\\n(A) x\\n(B) y\\n</question>"))
for purpose in (*SPEAKING, *THINKING):
    print(asyncio.run(model.complete(Request(prompt, purpose, Sampling(seed=5)))).text)
"""


def test_replies_are_equal_across_processes_and_hash_seeds():
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1")
    }

    assert len(outputs) == 1


async def test_usage_is_estimated_and_the_reply_names_the_spec():
    reply = await person().complete(Request(ASK, "answer"))

    assert reply.usage.estimated
    assert reply.usage.prompt_tokens == -(-len(ASK[0].text) // 4)
    assert reply.usage.completion_tokens > 10
    assert (reply.model, reply.finish) == ("sim:expert", "stop")


async def test_max_tokens_and_stop_cut_the_reply():
    short = await person().complete(Request(ASK, "answer", Sampling(max_tokens=5)))
    stopped = await person().complete(Request(ASK, "answer", Sampling(stop=("</final>",))))

    assert (len(short.text), short.finish) == (20, "length")
    assert "</final>" not in stopped.text
    assert stopped.finish == "stop"


async def test_unknown_purpose_gets_prose_or_an_object_of_the_schema():
    prose = await person().complete(Request((Message("user", "What do you think of lamps?"),), "chat"))
    schema = beliefs.AgentBelief.model_json_schema()
    filled = await person().complete(Request((Message("user", "Fill in."),), "survey", schema=schema))

    assert len(prose.text.split()) > 20
    beliefs.AgentBelief.model_validate(json.loads(filled.text))


async def test_langchain_can_talk_to_a_person():
    answer = await person().ainvoke([HumanMessage("What do you think of lamps?")])

    assert answer.content


@pytest.mark.parametrize("purpose", [*SPEAKING, *THINKING])
async def test_every_purpose_survives_a_prompt_without_any_tag(purpose: str):
    reply = await person().complete(Request((Message("user", "Hello?"),), purpose))

    assert isinstance(reply.text, str)


@pytest.mark.parametrize("purpose", THINKING)
async def test_a_thinker_answers_the_same_whatever_answers_and_norms_the_model_was_made_with(purpose: str):
    said = [
        Utterance(f"Agent {turn % 2 + 1}", message(str(turn), STAR, question=QUESTION)) for turn in range(6)
    ]
    shown = render([Interaction(0, QUESTION, "", (Round(1, False, None, tuple(said), ""),))])
    heaps = ("transcripts", "admitted", "community")
    messages = (
        Message("system", f"<rule>\n{STAR.instruction}\n</rule>\n- {STAR.instruction}"),
        Message("system", "\n".join(f"<{heap}>\n{shown}\n</{heap}>" for heap in heaps)),
        Message("user", f"<question>\n{QUESTION}\n</question>\n<candidate>\nI take (A).\n</candidate>"),
    )
    request = Request(messages, purpose, Sampling(seed=2))

    knowing = await person(norms=tuple(list_norms())).complete(request)
    ignorant = await person(answers={}, norms=()).complete(request)

    assert knowing == ignorant


def test_settings_tell_people_apart_who_know_different_things():
    settings = [
        person().settings,
        person(seed=1).settings,
        person(answers={}).settings,
        person(norms=(STAR,)).settings,
    ]

    assert len({json.dumps(item, sort_keys=True) for item in settings}) == 4
    assert person().settings == person().settings


def test_scripted_refuses_a_wrong_spec():
    with pytest.raises(UserError, match="did you mean 'expert'"):
        person("sim:expertt")
