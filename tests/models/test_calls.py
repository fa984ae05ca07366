import asyncio
import random
import time
from pathlib import Path

import pytest

from community.errors import (
    ContextOverflowError,
    EndpointError,
    PluginError,
    RecordError,
    RejectedError,
    TransientError,
)
from community.models.cache import ReplyCache
from community.models.calls import Caller, CallKey, Patience
from community.models.chat import Reply, Request
from community.models.journal import Journal, read_calls
from community.models.limits import Limits
from community.models.monitor import Load, Tally
from tests.models.script import Script, in_turn, request

KEY = CallKey("d0.r1", "newcomer", "answer")
QUICK = Patience(attempts=5, first_delay=0.001)
LIMITED = TransientError("slow down", status=429, retry_after=0.1)


def keys(count: int) -> list[CallKey]:
    return [CallKey(f"d{number}.r0", "agent", "answer") for number in range(count)]


async def test_a_reply_comes_back_and_is_journaled(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"

    with Journal(path) as journal:
        answer = await Caller(journal=journal).call(Script(), request("why?", seed=4), KEY)

    (call,) = read_calls(path)
    assert answer.text == call.text == "yes"
    assert (call.messages[0].text, call.sampling.seed, call.source, call.retries) == ("why?", 4, "called", 0)


async def test_a_call_that_is_asked_again_is_not_sent_again(tmp_path: Path) -> None:
    path, model = tmp_path / "calls.jsonl", Script(answer=in_turn("first", "second"))
    with Journal(path) as journal:
        caller = Caller(journal=journal)
        within = [await caller.call(model, request(), KEY) for _ in range(2)]
    with Journal(path) as journal:
        later = await Caller(journal=journal).call(model, request(), KEY)

    assert [answer.text for answer in (*within, later)] == ["first"] * 3
    assert len(model.seen) == len(list(read_calls(path))) == 1


async def test_a_journal_that_contradicts_the_run_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "calls.jsonl") as journal:
        caller = Caller(journal=journal)
        await caller.call(Script(), request("a"), KEY)

        with pytest.raises(RecordError, match=r"d0\.r1/newcomer/answer#0 .*message 1 \(user\)"):
            await caller.call(Script(), request("b"), KEY)


async def test_two_calls_cannot_share_a_key() -> None:
    caller, model = Caller(), Script(latency=0.01)

    with pytest.raises(RecordError, match="while it is under way"):
        await asyncio.gather(*(caller.call(model, request(), KEY) for _ in range(2)))


@pytest.mark.parametrize("faults", range(5))
async def test_infrastructure_faults_are_retried(tmp_path: Path, faults: int) -> None:
    model = Script(answer=in_turn(*(TransientError(f"reset {n}") for n in range(faults)), "at last"))
    with Journal(tmp_path / "calls.jsonl") as journal:
        answer = await Caller(journal=journal, patience=QUICK).call(model, request(), KEY)

    (call,) = read_calls(tmp_path / "calls.jsonl")
    assert (answer.text, call.retries, len(model.seen)) == ("at last", faults, faults + 1)


async def test_patience_ends_with_an_error_that_names_everything(tmp_path: Path) -> None:
    model = Script(answer=lambda _: TransientError("status 503: overloaded", status=503))
    with Journal(tmp_path / "calls.jsonl") as journal, pytest.raises(EndpointError) as error:
        await Caller(journal=journal, patience=QUICK).call(model, request(), KEY)

    message = str(error.value)
    for part in ("'test'", "test:script", "5 times", "status 503: overloaded", str(KEY)):
        assert part in message
    assert len(model.seen) == 5
    assert not list(read_calls(tmp_path / "calls.jsonl"))


@pytest.mark.parametrize("error", [EndpointError, ContextOverflowError, RejectedError])
async def test_a_lasting_error_is_not_retried(error: type[Exception]) -> None:
    model = Script(answer=lambda _: error("no"))

    with pytest.raises(error):
        await Caller(patience=QUICK).call(model, request(), KEY)

    assert len(model.seen) == 1


async def test_an_error_of_a_models_own_code_is_attributed_to_it() -> None:
    with pytest.raises(PluginError, match="model 'test:script' failed: KeyError"):
        await Caller().call(Script(answer=lambda _: KeyError("x")), request(), KEY)


async def test_a_hanging_call_is_given_up_and_retried() -> None:
    patience = Patience(attempts=2, first_delay=0.001)

    with pytest.raises(EndpointError, match=r"2 times .*no reply within 0\.05 s"):
        await Caller(patience=patience).call(Script(latency=60, timeout=0.05), request(), KEY)


async def test_waiting_in_the_queue_is_not_timed_out() -> None:
    caller = Caller(limits=Limits({"test": 1}), patience=Patience(attempts=1))
    model = Script(latency=0.2, timeout=0.5)

    answers = await asyncio.gather(*(caller.call(model, request(), key) for key in keys(3)))

    assert len(answers) == 3


async def test_time_in_the_queue_and_in_earlier_tries_is_not_the_calls_time(tmp_path: Path) -> None:
    class Timed(Script):
        async def complete(self, request: Request) -> Reply:
            start = time.monotonic()
            try:
                return await super().complete(request)
            finally:
                taken.append(time.monotonic() - start)

    taken: list[float] = []
    model = Timed(answer=in_turn(TransientError("x"), "a", "b"), latency=0.02)
    with Journal(tmp_path / "calls.jsonl") as journal:
        caller = Caller(journal=journal, limits=Limits({"test": 1}), patience=QUICK)
        await asyncio.gather(*(caller.call(model, request(), key) for key in keys(2)))

    seconds = [call.seconds for call in read_calls(tmp_path / "calls.jsonl")]
    assert seconds == pytest.approx(taken[1:], abs=0.005)


async def test_a_429_waits_as_long_as_the_server_says_and_holds_the_whole_endpoint() -> None:
    times: list[float] = []

    def answer(_: Request) -> str | Exception:
        times.append(time.monotonic())
        return LIMITED if len(times) == 1 else "ok"

    model, caller = Script(answer=answer), Caller(patience=QUICK, limits=Limits({"test": 1}))

    await asyncio.gather(*(caller.call(model, request(), key) for key in keys(6)))

    assert len(times) == 7
    assert all(later - times[0] >= 0.1 for later in times[1:])


async def test_a_429_does_not_hold_another_endpoint() -> None:
    caller = Caller(patience=QUICK)
    limited = asyncio.create_task(caller.call(Script(answer=in_turn(LIMITED, "ok")), request(), KEY))
    await asyncio.sleep(0.01)

    await caller.call(Script(endpoint="other"), request(), KEY._replace(attempt=1))

    assert not limited.done()
    await limited


@pytest.mark.parametrize("others", [True, False])
async def test_a_429_spends_patience_only_when_nothing_else_gets_through(others: bool) -> None:
    slow_down = (TransientError("slow down", status=429) for _ in range(4))
    unlucky, lucky = Script(answer=in_turn(*slow_down, "ok"), latency=0.02), Script(latency=0.001)
    caller = Caller(patience=Patience(attempts=2, first_delay=0.001))
    call = asyncio.create_task(caller.call(unlucky, request(), KEY))

    while not call.done() and others:
        await caller.call(lucky, request(), KEY._replace(attempt=1 + len(lucky.seen)))

    (outcome,) = await asyncio.gather(call, return_exceptions=True)
    assert isinstance(outcome, Reply if others else EndpointError)


async def test_a_server_that_asks_for_hours_is_given_up_at_once() -> None:
    model = Script(answer=lambda _: TransientError("quota", status=429, retry_after=7200))

    with pytest.raises(EndpointError, match=r"asks to wait 7200 s, longer than 600 s: quota"):
        await Caller().call(model, request(), KEY)


@pytest.mark.parametrize("parallel", [1, 3])
async def test_the_limit_of_an_endpoint_holds_across_runs(parallel: int) -> None:
    limits, model = Limits(), Script(parallel=parallel, latency=0.002)
    callers = [Caller(limits=limits) for _ in range(4)]

    await asyncio.gather(*(caller.call(model, request(), key) for caller in callers for key in keys(5)))

    assert model.peak == parallel
    assert len(model.seen) == 20


async def test_what_a_call_gets_does_not_depend_on_the_order_of_calls(tmp_path: Path) -> None:
    model = Script(answer=lambda asked: f"{asked.sampling.seed}", latency=0.001)

    async def run(name: str, order: list[int]) -> dict[CallKey, str]:
        with Journal(tmp_path / name) as journal:
            caller = Caller(journal=journal)
            jobs = {keys(12)[n]: caller.call(model, request(f"q{n}", seed=n), keys(12)[n]) for n in order}
            answers = await asyncio.gather(*jobs.values())
        return dict(zip(jobs, (answer.text for answer in answers), strict=True))

    forwards = await run("one", list(range(12)))
    shuffled = await run("two", random.Random(1).sample(range(12), 12))

    assert forwards == shuffled
    lines = [
        {(call.where, call.text, call.digest) for call in read_calls(tmp_path / name)}
        for name in ("one", "two")
    ]
    assert lines[0] == lines[1]


async def test_a_cancelled_call_journals_nothing_and_frees_its_slot(tmp_path: Path) -> None:
    path, model = tmp_path / "calls.jsonl", Script(latency=30)
    with Journal(path) as journal:
        caller = Caller(journal=journal, limits=Limits({"test": 2}))
        tasks = [asyncio.create_task(caller.call(model, request(), key)) for key in keys(5)]
        await asyncio.sleep(0.02)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert path.read_bytes() == b""
        model.latency = 0

        answers = await asyncio.gather(*(caller.call(model, request(), key) for key in keys(5)))

    assert len(answers) == len(list(read_calls(path))) == 5


async def test_a_reply_is_reused_by_another_run_and_both_journal_it(tmp_path: Path) -> None:
    model, cache = Script(), ReplyCache(tmp_path / "replies.sqlite3")
    for name in ("one", "two"):
        with Journal(tmp_path / name) as journal:
            caller = Caller(journal=journal, cache=cache)
            answer = await caller.call(model, request(), KEY._replace(purpose=name))
        assert answer.text == "yes"
    cache.close()

    assert len(model.seen) == 1
    sources = [call.source for name in ("one", "two") for call in read_calls(tmp_path / name)]
    assert sources == ["called", "cached"]


async def test_an_error_is_not_cached(tmp_path: Path) -> None:
    cache, model = (
        ReplyCache(tmp_path / "replies.sqlite3"),
        Script(answer=in_turn(RejectedError("no"), "yes")),
    )
    with pytest.raises(RejectedError):
        await Caller(cache=cache).call(model, request(), KEY)

    answer = await Caller(cache=cache).call(model, request(), KEY)

    cache.close()
    assert answer.text == "yes"


async def test_a_schema_that_the_server_refuses_is_left_out_from_then_on(tmp_path: Path) -> None:
    def answer(asked: Request) -> str | Exception:
        return RejectedError("no response_format") if asked.schema is not None else "{}"

    model = Script(answer=answer)
    with Journal(tmp_path / "calls.jsonl") as journal:
        caller = Caller(journal=journal)
        finished = [await caller.settle(model, request(schema={"a": 1}), key) for key in keys(3)]

    assert [call.native for call in finished] == [False] * 3
    assert [asked.schema for asked in model.seen] == [{"a": 1}, None, None, None]
    assert [call.reply_schema for call in read_calls(tmp_path / "calls.jsonl")] == [{"a": 1}] * 3


async def test_a_refusal_that_is_not_about_the_schema_is_not_remembered() -> None:
    model = Script(answer=in_turn(RejectedError("bad words"), RejectedError("bad words"), "{}"))
    caller = Caller()
    with pytest.raises(RejectedError):
        await caller.call(model, request(schema={}), KEY)

    assert (await caller.settle(model, request(schema={}), KEY)).native


async def test_half_a_character_in_a_reply_does_not_reach_the_disk(tmp_path: Path) -> None:
    with Journal(tmp_path / "calls.jsonl") as journal:
        answer = await Caller(journal=journal).call(Script(answer=lambda _: "cut \ud83d"), request(), KEY)

    assert answer.text == "cut ?"
    assert [call.text for call in read_calls(tmp_path / "calls.jsonl")] == ["cut ?"]


async def test_a_monitor_sees_every_phase_and_ends_at_nothing_under_way() -> None:
    tally, seen = Tally(), list[tuple[int, int, int]]()

    def answer(_: Request) -> str:
        load = tally.loads["test"]
        seen.append((load.waiting, load.in_flight, load.retrying))
        return "ok"

    caller = Caller(monitor=tally, limits=Limits({"test": 2}), patience=QUICK)
    await asyncio.gather(*(caller.call(Script(answer=answer), request(), key) for key in keys(2)))
    await caller.call(Script(answer=in_turn(TransientError("x"), "ok")), request(), KEY)
    with pytest.raises(RejectedError):
        await caller.call(Script(answer=lambda _: RejectedError("x")), request(), KEY)

    assert tally.loads["test"] == Load(done=3)
    assert tally.loads["test"].next_retry is None
    assert seen[0] == (0, 1, 0)
    assert tally.sources == {"called": 3, "cached": 0, "replayed": 0}
    assert tally.tokens == 45


async def test_a_monitor_knows_when_the_next_retry_is() -> None:
    tally = Tally()
    model = Script(answer=in_turn(TransientError("x", retry_after=5), "ok"))
    task = asyncio.create_task(Caller(monitor=tally).call(model, request(), KEY))
    await asyncio.sleep(0.01)

    load = tally.loads["test"]
    assert (load.retrying, load.in_flight) == (1, 0)
    assert load.next_retry == pytest.approx(5, abs=0.5)

    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert tally.loads["test"] == Load()


async def test_a_monitor_hears_of_replays(tmp_path: Path) -> None:
    tally = Tally()
    with Journal(tmp_path / "calls.jsonl") as journal:
        caller = Caller(journal=journal, monitor=tally)
        for _ in range(3):
            await caller.call(Script(), request(), KEY)

    assert tally.sources == {"called": 1, "cached": 0, "replayed": 2}
    assert tally.tokens == 15


async def test_equal_requests_at_once_are_sent_once_across_runs(tmp_path: Path) -> None:
    model, cache = Script(latency=0.02), ReplyCache(tmp_path / "replies.sqlite3")
    tally = Tally()
    callers = [Caller(cache=cache, monitor=tally) for _ in range(3)]

    jobs = [
        caller.call(model, request("same" if n else f"{caller}"), keys(2)[n])
        for caller in callers
        for n in (0, 1)
    ]
    answers = await asyncio.gather(*jobs)
    cache.close()

    assert len({answer.text for answer in answers}) == 1
    assert len(model.seen) == 4
    assert tally.sources == {"called": 4, "cached": 2, "replayed": 0}


async def test_who_waits_for_an_equal_request_sends_it_when_the_first_is_given_up(tmp_path: Path) -> None:
    model, cache = Script(latency=0.02), ReplyCache(tmp_path / "replies.sqlite3")
    first, second = (asyncio.create_task(Caller(cache=cache).call(model, request(), KEY)) for _ in range(2))
    await asyncio.sleep(0.01)

    first.cancel()
    await asyncio.gather(first, return_exceptions=True)

    assert (await second).text == "yes"
    assert len(model.seen) == 2
    cache.close()


async def test_429s_halve_what_is_sent_at_once() -> None:
    limits, model = Limits({"test": 8}), Script(latency=0.002)
    busy = iter([True] * 6 + [False] * 100)
    model.answer = lambda _: TransientError("slow down", status=429) if next(busy) else "ok"

    await asyncio.gather(
        *(Caller(patience=QUICK, limits=limits).call(model, request(), key) for key in keys(8))
    )

    limit = limits.of(model)
    assert (limit.least, limit.shrunk) == (4, 1)
    assert limit.allowed >= 5


async def test_the_model_of_an_unusable_endpoint_is_named() -> None:
    with pytest.raises(EndpointError) as caught:
        await Caller(patience=Patience(attempts=1)).call(
            Script(answer=lambda _: TransientError("x")), request(), KEY
        )

    assert caught.value.spec == "test:script"
