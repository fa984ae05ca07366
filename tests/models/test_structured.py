import json
import time
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from community.errors import ContextOverflowError, RejectedError
from community.models.calls import Caller
from community.models.chat import Reply
from community.models.journal import Journal, Rung, read_calls
from community.models.seat import Seat
from community.models.structured import Structured, load_model_prompts, read, schema_of
from community.models.usage import summarize
from community.prompts import Message
from tests.models.script import Script, in_turn, reply


class Belief(BaseModel):
    norm: str
    confidence: Annotated[float, Field(ge=0, le=1)] = 0.5


class Loose(BaseModel):
    note: str = ""
    kind: Literal["a", "b"] = "a"


GOOD = '{"norm": "use a star", "confidence": 0.8}'
VALUE = Belief(norm="use a star", confidence=0.8)
DEFAULT = Belief(norm="unknown")


async def fill(model: Script, caller: Caller | None = None) -> Structured[Belief]:
    seat = Seat("newcomer", model, caller or Caller(), 0)
    prompt = (Message("user", "What is the norm?"),)
    return await seat.fill(prompt, Belief, default=DEFAULT, where="d0.learn", purpose="infer")


@pytest.mark.parametrize(
    ("text", "rung"),
    [
        (GOOD, "native"),
        (f"\n {GOOD} \n", "native"),
        (f"Here it is:\n```json\n{GOOD}\n```\nDone.", "extracted"),
        (f"```\n{GOOD}", "extracted"),
        (f"I believe {{this}} is it: {GOOD} and not {{that}}.", "extracted"),
        (f'{{"answer": {GOOD}}}', "extracted"),
        (f"[{GOOD}]", "extracted"),
        (f'{{"properties": {GOOD}}}', "native"),
        ('{"norm": "use a star", "confidence": 0.8,}', "repaired"),
        ("{'norm': 'use a star', 'confidence': 0.8}", "repaired"),
        ("```json\n{norm: 'use a star', confidence: 0.8\n```", "repaired"),
        ('The norm: {"norm": "use a star", // I am sure\n "confidence": .8', "repaired"),
    ],
)
def test_read_finds_the_value_and_names_the_rung(text: str, rung: Rung) -> None:
    reading = read(reply(text), Belief, native=True)

    assert (reading.value, reading.rung) == (VALUE, rung)


def test_a_clean_reply_without_a_schema_in_force_is_not_native() -> None:
    assert read(reply(GOOD), Belief, native=False).rung == "extracted"


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (reply(""), "it is empty"),
        (reply("I would say a star."), "there is no JSON object in it"),
        (reply("I would", finish="length"), "cut off at the length limit"),
        (reply("", finish="unclosed_thinking"), "cut off at the length limit"),
        (reply('{"norm": "x", "confidence": 7}'), "confidence: Input should be less than or equal to 1"),
        (reply('{"confidence": 0.5}'), "norm: Field required"),
        (reply('{"rule": "x"}'), "has none of the keys that were asked for"),
        (reply('{"norm": null}'), "norm: Input should be a valid string"),
        (reply(json.dumps(Belief.model_json_schema())), "it repeats the schema"),
        (reply('{"properties": "norm"}'), "it repeats the schema"),
    ],
)
def test_read_says_what_is_wrong(answer: Reply, fault: str) -> None:
    reading = read(answer, Belief, native=True)

    assert reading.value is None
    assert reading.rung == "default"
    assert fault in reading.fault


@pytest.mark.parametrize("text", ["{}", '{"x": 1}', json.dumps(Loose.model_json_schema())])
def test_a_shape_of_defaults_is_not_filled_by_just_anything(text: str) -> None:
    assert read(reply(text), Loose, native=True).value is None


def test_a_shape_may_have_a_key_called_properties() -> None:
    class Thing(BaseModel):
        properties: dict[str, str]

    reading = read(reply('{"properties": {"type": "x"}}'), Thing, native=True)

    assert reading.value == Thing(properties={"type": "x"})


def test_an_alias_is_a_key() -> None:
    class Aliased(BaseModel):
        model_config = ConfigDict(validate_by_name=True)
        text: str = Field(validation_alias="words")

    assert read(reply('{"words": "x"}'), Aliased, native=True).value == Aliased(text="x")
    assert read(reply('{"text": "x"}'), Aliased, native=True).value == Aliased(text="x")


def test_numbers_that_no_file_can_hold_are_missing_values() -> None:
    class Score(BaseModel):
        score: float | None

    for text in ("NaN", "Infinity", "-Infinity", "1e999"):
        assert read(reply(f'{{"score": {text}}}'), Score, native=True).value == Score(score=None)


async def test_one_good_reply_takes_one_call_with_the_schema() -> None:
    model = Script(answer=lambda _: GOOD)

    filled = await fill(model)

    assert (filled.value, filled.rung, filled.reply.text) == (VALUE, "native", GOOD)
    assert [asked.schema for asked in model.seen] == [schema_of(Belief)]


async def test_a_bad_reply_is_asked_for_once_more_with_what_was_wrong() -> None:
    model = Script(answer=in_turn('{"confidence": 0.5}', GOOD))

    filled = await fill(model)

    first, second = model.seen
    assert (filled.value, filled.rung) == (VALUE, "reasked")
    assert second.messages[: len(first.messages)] == first.messages
    said, again = second.messages[len(first.messages) :]
    assert said == Message("assistant", '{"confidence": 0.5}')
    assert "norm: Field required" in again.text
    assert '"norm", "confidence"' in again.text
    assert second.sampling.seed != first.sampling.seed


async def test_an_empty_reply_is_not_repeated_to_the_model() -> None:
    model = Script(answer=in_turn("", GOOD))

    await fill(model)

    assert [message.role for message in model.seen[1].messages] == ["user", "user"]


async def test_two_bad_replies_give_the_default() -> None:
    model = Script(answer=in_turn("no", "still no"))

    filled = await fill(model)

    assert (filled.value, filled.rung, filled.reply.text) == (DEFAULT, "default", "still no")
    assert len(model.seen) == 2


async def test_a_reask_that_does_not_fit_gives_the_default() -> None:
    model = Script(answer=in_turn("no", ContextOverflowError("too long")))

    filled = await fill(model)

    assert (filled.value, filled.rung, filled.reply.text) == (DEFAULT, "default", "no")


async def test_a_server_without_schemas_is_read_all_the_same() -> None:
    model = Script(answer=lambda asked: RejectedError("unknown field") if asked.schema else GOOD)

    filled = await fill(model)

    assert (filled.value, filled.rung) == (VALUE, "extracted")


@pytest.mark.parametrize(
    ("answers", "rung"),
    [
        ([GOOD], "native"),
        ([f"So: {GOOD}"], "extracted"),
        (["{norm: x}"], "repaired"),
        (["no", GOOD], "reasked"),
        (["no", "no"], "default"),
        (["no", ContextOverflowError("too long")], "default"),
    ],
)
async def test_the_rung_is_known_from_the_journal_alone(
    tmp_path: Path, answers: list[str | Exception], rung: Rung
) -> None:
    path = tmp_path / "calls.jsonl"
    with Journal(path) as journal:
        await fill(Script(answer=in_turn(*answers)), Caller(journal=journal))

    assert summarize(read_calls(path)).by_model["test:script"].rungs == {rung: 1}


@pytest.mark.parametrize("finished", [1, 2])
async def test_a_ladder_is_replayed_from_where_it_stopped(tmp_path: Path, finished: int) -> None:
    path = tmp_path / "calls.jsonl"
    with Journal(path) as journal:
        whole = await fill(Script(answer=in_turn("no", GOOD)), Caller(journal=journal))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:finished]))

    model = Script(answer=in_turn(GOOD))
    with Journal(path) as journal:
        again = await fill(model, Caller(journal=journal))

    assert again == whole
    assert len(model.seen) == 2 - finished
    assert len(path.read_bytes().splitlines()) == 2


async def test_a_replay_by_a_new_process_knows_whether_the_schema_was_in_force(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    refusing = Script(answer=lambda asked: RejectedError("unknown field") if asked.schema else GOOD)
    with Journal(path) as journal:
        first = await fill(refusing, Caller(journal=journal))
    with Journal(path) as journal:
        second = await fill(Script(), Caller(journal=journal))

    assert first == second


def test_the_prompt_can_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "reask.md").write_text("Encore! {fault} {keys}")

    assert load_model_prompts(tmp_path)["reask"].source == "Encore! {fault} {keys}"
    assert set(load_model_prompts().digests()) == {"reask"}


# A model may write anything

MARKS = "{}[]\"':,\\/#` .-1e\n\ud800“😀"
WORDS = ["0.5", "null", "None", "NaN", "1e999", "norm", '"norm"', '"confidence":0.5', "9" * 5000, GOOD]
SHARDS = ['{"norm":', '"properties":', '"type"', "```", "```json\n", "\\ud800", "\\u12", "<final>"]
PIECES = st.sampled_from([*MARKS, *WORDS, *SHARDS])
GARBAGE = st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=80)


class Wide(BaseModel):
    model_config = ConfigDict(extra="forbid")
    norm: str | None = None
    many: list[Belief] = []
    anything: Any = None
    number: int = 0


@given(GARBAGE, st.sampled_from([Belief, Loose, Wide]), st.booleans())
def test_reading_never_raises(text: str, shape: type[BaseModel], native: bool) -> None:
    reading = read(reply(text), shape, native=native)

    assert (reading.value is None) == (reading.rung == "default") == bool(reading.fault)
    reading.fault.encode()


@given(GARBAGE, GARBAGE)
async def test_filling_never_raises(first: str, second: str) -> None:
    filled = await fill(Script(answer=in_turn(first, second)))

    assert isinstance(filled.value, Belief)


@given(
    st.text(max_size=30),
    st.floats(0, 1),
    st.sampled_from(["{}", "```json\n{}\n```", "So: {}.", "{}\n\n{{x}}"]),
)
def test_what_is_well_written_is_read(norm: str, confidence: float, frame: str) -> None:
    try:
        value = Belief(norm=norm, confidence=confidence)
    except ValidationError:  # half a character
        return
    text = frame.format(value.model_dump_json())

    assert read(reply(text), Belief, native=True).value == value


@pytest.mark.parametrize(
    "unit", ["{", '{"a":', "```\n{", "[", '{"norm": "', "{'", "} {", '"', '{"properties":{']
)
def test_reading_takes_time_in_proportion_to_length(unit: str) -> None:
    text = unit * (60_000 // len(unit))
    start = time.process_time()
    read(reply(text), Belief, native=True)
    assert time.process_time() - start < 3
