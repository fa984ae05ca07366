"""The call path against a real server: faults come over the wire, and the journal is read after the worst of ends."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pydantic import BaseModel

from community.errors import EndpointError
from community.models import ModelOptions, connect
from community.models.cache import ReplyCache
from community.models.calls import Caller, CallKey, Patience
from community.models.journal import Journal, read_calls
from community.models.limits import Limits
from community.models.seat import Seat
from community.prompts import Message
from tests.loopback import BROKEN_JSON, HANG, RESET, SCHEMA_IGNORED, Fault, Loopback, failed, rate_limited
from tests.models.script import request

KEY = CallKey("d0.r1", "newcomer", "answer")
QUICK = Patience(first_delay=0.001)


class Belief(BaseModel):
    norm: str = ""


def spec(loopback: Loopback) -> str:
    return f"openai:tiny@{loopback.openai_url}"


@pytest.mark.parametrize(
    "fault",
    [RESET, HANG, BROKEN_JSON, failed(500), failed(503), rate_limited(None)],
    ids=["reset", "hang", "broken body", "500", "503", "429"],
)
async def test_a_fault_of_the_wire_is_retried(loopback: Loopback, tmp_path: Path, fault: Fault) -> None:
    loopback.faults.extend([fault, fault])
    model = connect(spec(loopback), ModelOptions(timeout=0.6))
    await model.prepare()
    with Journal(tmp_path / "calls.jsonl") as journal:
        answer = await Caller(journal=journal, patience=QUICK).call(model, request(), KEY)
    await model.aclose()

    (call,) = read_calls(tmp_path / "calls.jsonl")
    assert "the answer is (A)" in answer.text
    assert call.retries == 2
    assert len(loopback.chats) == 3


async def test_a_429_pauses_every_call_to_the_endpoint(loopback: Loopback) -> None:
    loopback.faults.append(rate_limited("1"))
    model, caller = connect(spec(loopback)), Caller(patience=QUICK, limits=Limits({loopback.openai_url: 1}))
    start = time.monotonic()

    await asyncio.gather(*(caller.call(model, request(), KEY._replace(attempt=n)) for n in range(4)))

    await model.aclose()
    assert 1.0 <= time.monotonic() - start < 4
    assert len(loopback.chats) == 5


async def test_a_dead_endpoint_ends_the_run_with_its_address() -> None:
    with Loopback() as server:
        address, model = server.openai_url, connect(spec(server))

    with pytest.raises(EndpointError, match=address):
        await Caller(patience=QUICK).call(model, request(), KEY)

    await model.aclose()


@pytest.mark.parametrize("parallel", [1, 4])
async def test_the_server_never_has_more_calls_than_the_limit(loopback: Loopback, parallel: int) -> None:
    loopback.latency = 0.01
    model = connect(spec(loopback), ModelOptions(parallel=parallel))
    limits = Limits()
    callers = [Caller(limits=limits) for _ in range(3)]

    await asyncio.gather(
        *(caller.call(model, request(), KEY._replace(attempt=n)) for caller in callers for n in range(4))
    )

    await model.aclose()
    assert loopback.peak == parallel


async def test_a_reply_that_is_no_json_climbs_the_ladder_and_is_no_fault(
    loopback: Loopback, tmp_path: Path
) -> None:
    loopback.faults.extend([SCHEMA_IGNORED, None])
    model = connect(spec(loopback))
    with Journal(tmp_path / "calls.jsonl") as journal:
        seat = Seat("module", model, Caller(journal=journal, patience=QUICK), 0)
        prompt = (Message("user", "What is the norm?"),)
        filled = await seat.fill(prompt, Belief, default=Belief(), where="d0.learn", purpose="infer")
    await model.aclose()

    calls = list(read_calls(tmp_path / "calls.jsonl"))
    assert filled.rung == "reasked"
    assert [(call.attempt, call.retries, call.rung) for call in calls] == [
        (0, 0, "default"),
        (1, 0, "reasked"),
    ]
    assert len(loopback.chats) == 2


async def test_a_server_that_refuses_schemas_is_asked_without(loopback: Loopback) -> None:
    loopback.refused["response_format"] = "response_format is not supported"
    loopback.replies = lambda _: 'Sure: {"norm": "use a star"}'
    model = connect(spec(loopback))
    seat = Seat("module", model, Caller(patience=QUICK), 0)
    prompt = (Message("user", "What is the norm?"),)

    rungs = [
        (await seat.fill(prompt, Belief, default=Belief(), where=f"d{n}", purpose="infer")).rung
        for n in range(2)
    ]

    await model.aclose()
    assert rungs == ["extracted", "extracted"]
    assert ["response_format" in chat for chat in loopback.chats] == [True, False, False]


async def test_the_key_is_sent_and_never_written(
    loopback: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "sk-0123456789-secret"
    monkeypatch.setenv("LAB_KEY", secret)
    loopback.api_key = secret
    loopback.faults.append(failed(500, f"cannot serve {secret}"))
    cache = ReplyCache(tmp_path / "replies.sqlite3")
    model = connect(spec(loopback), ModelOptions(api_key_env="LAB_KEY"))
    with Journal(tmp_path / "calls.jsonl") as journal:
        caller = Caller(journal=journal, cache=cache, patience=QUICK)
        await caller.call(model, request(), KEY)
        loopback.faults.extend([failed(500, f"cannot serve {secret}")] * 5)
        with pytest.raises(EndpointError) as error:
            await caller.call(model, request("again"), KEY._replace(attempt=1))
    await model.aclose()
    cache.close()

    written = (tmp_path / "calls.jsonl").read_bytes() + (tmp_path / "replies.sqlite3").read_bytes()
    assert b"the answer is (A)" in written
    assert secret.encode() not in written
    assert secret not in str(error.value)


RUN = """
import asyncio, sys
from pathlib import Path
from community.models import connect
from community.models.cache import ReplyCache
from community.models.calls import Caller, CallKey
from community.models.journal import Journal
from tests.models.script import request

async def main():
    model, cache = connect(sys.argv[1]), ReplyCache()
    with Journal(Path(sys.argv[2])) as journal:
        caller = Caller(journal=journal, cache=cache if "cached" in sys.argv else None)
        jobs = [caller.call(model, request(f"question {n}"), CallKey(f"d{n}", "a", "p")) for n in range(60)]
        await asyncio.gather(*jobs)
    await model.aclose()
    cache.close()

asyncio.run(main())
"""


def run(loopback: Loopback, path: Path, *words: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", RUN, spec(loopback), str(path), *words])


def test_a_run_that_was_killed_pays_for_no_finished_call_again(loopback: Loopback, tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    loopback.latency = 0.05
    process = run(loopback, path)
    while not path.exists() or path.read_bytes().count(b"\n") < 20:
        assert process.poll() is None
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    finished = {call.messages[0].text for call in read_calls(path)}
    before = len(loopback.chats)

    assert run(loopback, path).wait(60) == 0

    asked_again = {chat["messages"][0]["content"] for chat in loopback.chats[before:]}
    assert not asked_again & finished
    assert len(asked_again) == 60 - len(finished)
    texts = [call.messages[0].text for call in read_calls(path)]
    assert sorted(texts) == sorted(f"question {n}" for n in range(60))


def test_two_processes_share_replies(
    loopback: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMUNITY_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("one", "two"):
        assert run(loopback, tmp_path / name, "cached").wait(60) == 0

    assert len(loopback.chats) == 60
    assert {call.source for call in read_calls(tmp_path / "two")} == {"cached"}
    one, two = ({call.digest: call.text for call in read_calls(tmp_path / name)} for name in ("one", "two"))
    assert json.dumps(one, sort_keys=True) == json.dumps(two, sort_keys=True)
