import asyncio
from pathlib import Path

from community.errors import TransientError
from community.models.cache import ReplyCache
from community.models.calls import Caller, CallKey, Patience
from community.models.chat import Reply, Usage
from community.models.journal import Journal, read_calls
from community.models.usage import UsageReport, summarize
from tests.models.script import Script, in_turn, request


async def test_totals_are_by_member_by_purpose_and_by_model(tmp_path: Path) -> None:
    guessed = Reply("b", Usage(100, 7, estimated=True), finish="unclosed_thinking")
    one, two = Script(answer=in_turn(TransientError("x"), "a", guessed)), Script(spec="test:two")
    with Journal(tmp_path / "calls.jsonl") as journal:
        caller = Caller(journal=journal, patience=Patience(first_delay=0.001))
        await caller.call(one, request(), CallKey("d0.r0", "newcomer", "answer"))
        await caller.call(one, request(), CallKey("d0.r1", "newcomer", "discuss"))
        await caller.call(two, request(), CallKey("d0.r0", "agent", "answer"))

    report = summarize(read_calls(tmp_path / "calls.jsonl"))

    total = report.total
    assert (total.calls, total.cached, total.retries) == (3, 0, 1)
    assert (total.prompt_tokens, total.completion_tokens, total.estimated) == (120, 17, 1)
    assert total.truncated == 1
    assert total.rungs == {}
    assert {who: part.calls for who, part in report.by_who.items()} == {"agent": 1, "newcomer": 2}
    assert {purpose: part.calls for purpose, part in report.by_purpose.items()} == {"answer": 2, "discuss": 1}
    assert {spec: part.prompt_tokens for spec, part in report.by_model.items()} == {
        "test:script": 110,
        "test:two": 10,
    }


async def test_a_cached_reply_costs_nothing_and_a_replay_is_not_counted(tmp_path: Path) -> None:
    cache, model, key = ReplyCache(tmp_path / "replies.sqlite3"), Script(), CallKey("d0.r0", "a", "answer")
    for name in ("one", "two", "two"):
        with Journal(tmp_path / name) as journal:
            await Caller(journal=journal, cache=cache).call(model, request(), key)
    cache.close()

    first, second = (summarize(read_calls(tmp_path / name)).total for name in ("one", "two"))

    assert (first.calls, first.cached, first.prompt_tokens) == (1, 0, 10)
    assert (second.calls, second.cached, second.prompt_tokens, second.seconds) == (0, 1, 0, 0)


async def test_the_report_does_not_depend_on_the_order_of_lines(tmp_path: Path) -> None:
    with Journal(tmp_path / "calls.jsonl") as journal:
        caller, model = Caller(journal=journal), Script()
        jobs = [caller.call(model, request(), CallKey("d0.r0", who, what)) for who in "cab" for what in "zx"]
        await asyncio.gather(*jobs)
    calls = list(read_calls(tmp_path / "calls.jsonl"))

    assert summarize(calls).model_dump_json() == summarize(reversed(calls)).model_dump_json()


def test_no_calls_cost_nothing_and_a_report_survives_json() -> None:
    report = summarize([])

    assert report.total.calls == 0
    assert report.by_model == {}
    assert UsageReport.model_validate_json(report.model_dump_json()) == report
