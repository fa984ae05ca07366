import asyncio
from pathlib import Path

import pytest
from pydantic import BaseModel

from community.models.calls import Caller
from community.models.chat import Sampling
from community.models.journal import Journal, read_calls
from community.models.seat import Seat
from community.prompts import Message
from community.seeds import derive
from tests.models.script import Script

PROMPT = (Message("system", "Be brief."), Message("user", "Why?"))


class Answer(BaseModel):
    text: str = "none"


async def test_say_asks_with_the_seats_settings_and_a_seed_of_its_own() -> None:
    model = Script()
    seat = Seat("newcomer", model, Caller(), 11, Sampling(temperature=0.3, max_tokens=9))

    answer = await seat.say(PROMPT, where="d3.r1", purpose="discuss", attempt=2)

    (asked,) = model.seen
    assert answer.text == "yes"
    assert asked.messages == PROMPT
    assert asked.purpose == "discuss"
    assert asked.schema is None
    seed = derive(11, "d3.r1", "newcomer", "discuss", 2)
    assert asked.sampling == Sampling(seed=seed, temperature=0.3, max_tokens=9)


async def test_every_part_of_the_key_shifts_the_seed() -> None:
    model = Script()
    for name, seed in (("a", 0), ("b", 0), ("a", 1)):
        seat = Seat(name, model, Caller(), seed)
        for where in ("d0.r0", "d0.r1"):
            for purpose in ("answer", "discuss"):
                for attempt in (0, 1):
                    await seat.say(PROMPT, where=where, purpose=purpose, attempt=attempt)

    assert len({asked.sampling.seed for asked in model.seen}) == len(model.seen) == 24


async def test_seats_that_share_a_caller_are_told_apart_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    with Journal(path) as journal:
        caller = Caller(journal=journal)
        seats = [Seat(f"agent_{n}", Script(), caller, 0) for n in range(3)]
        await asyncio.gather(*(seat.say(PROMPT, where="d0.r1", purpose="discuss") for seat in seats))

    assert {call.who for call in read_calls(path)} == {"agent_0", "agent_1", "agent_2"}


@pytest.mark.parametrize(
    ("text", "value", "calls"), [('{"text": "because"}', "because", 1), ("because", "?", 2)]
)
async def test_fill_gives_a_value_in_any_case(text: str, value: str, calls: int) -> None:
    model = Script(answer=lambda _: text)
    seat = Seat("module", model, Caller(), 0)

    filled = await seat.fill(PROMPT, Answer, default=Answer(text="?"), where="d0.learn", purpose="infer")

    assert filled.value == Answer(text=value)
    assert len(model.seen) == calls
