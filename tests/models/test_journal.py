import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.errors import RecordError
from community.models.asked import ask, whole
from community.models.chat import Request, Sampling
from community.models.journal import CallKey, Finished, Journal, read_calls
from community.prompts import Message
from tests.models.script import reply, request

KEY = CallKey("d0.r1", "newcomer", "answer")


def write(path: Path, *calls: tuple[CallKey, Request, str]) -> None:
    with Journal(path) as journal:
        for key, asked, text in calls:
            journal.write(ask("test:script", asked), Finished(key, reply(text), "called", 0.5, 2))


def test_read_calls_gives_back_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    asked = Request(
        (Message("system", "Be kind."), Message("user", "Who?\n<question>\nWhy?\n</question>")),
        "answer",
        Sampling(seed=7, temperature=0.5, stop=("END",)),
        {"type": "object", "title": "Ä"},
    )
    finished = Finished(KEY, reply("me", thinking="hm", model="m@1"), "called", 1.25, 3, True, "native")
    with Journal(path) as journal:
        journal.write(ask("test:script", asked), finished)

    (call,) = read_calls(path)
    assert call.messages == asked.messages
    assert call.sampling == asked.sampling
    assert call.reply_schema == asked.schema
    assert CallKey(call.where, call.who, call.purpose, call.attempt) == KEY
    assert (call.text, call.thinking, call.finish, call.model) == ("me", "hm", "stop", "m@1")
    assert (call.usage, call.seconds, call.retries) == (finished.reply.usage, 1.25, 3)
    assert (call.spec, call.source, call.native, call.rung) == ("test:script", "called", True, "native")


def test_a_text_is_written_once(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    said = "\n".join(f'<message from="Agent {n}">\nA long story number {n}.\n</message>' for n in range(20))
    prompts = [f"Round {n}\n{said}\n<question>\nQuestion {n}\n</question>" for n in range(5)]

    write(path, *((KEY._replace(attempt=n), request(text), "ok") for n, text in enumerate(prompts)))

    assert path.read_text().count("A long story number 3.") == 1
    assert [call.messages[0].text for call in read_calls(path)] == prompts


def test_a_text_is_written_once_by_a_later_process_too(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    write(path, (KEY, request("the prompt"), "one"))

    write(path, (KEY._replace(attempt=1), request("the prompt"), "two"))

    assert path.read_text().count("the prompt") == 1
    assert [call.messages[0].text for call in read_calls(path)] == ["the prompt", "the prompt"]


@given(st.text(alphabet=st.sampled_from("<a>\n=-— é"), max_size=60))
def test_a_text_comes_back_from_its_pieces(text: str) -> None:
    asked = ask("test:script", request(text))

    ((_, name),) = asked.messages

    assert whole(name, asked.texts) == text


def test_replay_finds_the_call_in_a_new_process(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    write(path, (KEY, request("a"), "one"))

    with Journal(path) as journal:
        found = journal.replay(KEY, ask("test:script", request("a")))

    assert found is not None
    assert (found.reply.text, found.source, found.retries) == ("one", "replayed", 2)


def test_replay_knows_no_other_key(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    write(path, (KEY, request("a"), "one"))

    with Journal(path) as journal:
        assert journal.replay(KEY._replace(who="agent"), ask("test:script", request("a"))) is None


@pytest.mark.parametrize(
    ("spec", "asked", "named"),
    [
        ("test:other", request("a", "b"), "model 'test:script' -> 'test:other'"),
        ("test:script", request("a", "c"), "message 2 (user)"),
        ("test:script", request("a"), "number of messages 2 -> 1"),
        ("test:script", request("a", "b", seed=9), "seed 0 -> 9"),
        ("test:script", request("a", "b", schema={"type": "object"}), "schema"),
    ],
)
def test_replay_names_the_key_and_what_differs(tmp_path: Path, spec: str, asked: Request, named: str) -> None:
    path = tmp_path / "calls.jsonl"
    write(path, (KEY, request("a", "b"), "one"))

    with Journal(path) as journal, pytest.raises(RecordError) as error:
        journal.replay(KEY, ask(spec, asked))

    message = f"call d0.r1/newcomer/answer#0 was journaled with another request; differing: {named}."
    assert message in str(error.value)


def test_replay_sees_a_difference_within_one_process(tmp_path: Path) -> None:
    with Journal(tmp_path / "calls.jsonl") as journal:
        journal.write(ask("m", request("a", seed=1)), Finished(KEY, reply("one"), "called"))

        with pytest.raises(RecordError, match=r"differing: seed 1 -> 2\."):
            journal.replay(KEY, ask("m", request("a", seed=2)))


def test_a_torn_last_line_is_left_out_and_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    write(path, (KEY, request("a"), "one"), (KEY._replace(attempt=1), request("b"), "two"))
    whole_file = path.read_bytes()
    for torn in range(1, len(whole_file) - whole_file.index(b"\n") - 1):
        path.write_bytes(whole_file[:-torn])
        assert [call.text for call in read_calls(path)] == ["one"]

    with Journal(path) as journal:
        assert journal.replay(KEY, ask("test:script", request("a"))) is not None
        assert journal.replay(KEY._replace(attempt=1), ask("test:script", request("b"))) is None
        journal.write(
            ask("test:script", request("b")), Finished(KEY._replace(attempt=1), reply("again"), "called")
        )

    assert [call.messages[0].text for call in read_calls(path)] == ["a", "b"]


@pytest.mark.parametrize("line", ['{"where": "d0"}', '{"texts": {}}'])
def test_a_file_that_is_no_journal_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "calls.jsonl"
    path.write_text(line + "\n")

    with pytest.raises(RecordError, match=r"calls\.jsonl.*not a"):
        list(read_calls(path))
    with pytest.raises(RecordError, match=r"calls\.jsonl.*not a"):
        Journal(path)


def test_a_line_that_names_an_unknown_text_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    write(path, (KEY, request("a"), "one"))
    line = json.loads(path.read_text())
    del line["texts"]
    path.write_text(json.dumps(line) + "\n")

    with pytest.raises(RecordError, match="line 1 is not a finished call"):
        list(read_calls(path))


def test_equal_requests_have_equal_digests_and_purpose_is_no_part_of_them() -> None:
    one = Request((Message("user", "a"),), "answer", Sampling(seed=3))
    other = Request((Message("user", "a"),), "discuss", Sampling(seed=3))

    assert ask("m", one).digest == ask("m", other).digest
    assert ask("m", one).digest == "dfde795842044560f3cabdb9", "the same in every process"


def test_different_requests_have_different_digests() -> None:
    requests = [
        Request((Message("user", "a"), Message("user", "b")), "p"),
        Request((Message("user", "a\nb"),), "p"),
        Request((Message("user", "a\n<b"),), "p"),
        Request((Message("system", "a\n<b"),), "p"),
        Request((Message("user", "a"),), "p"),
        Request((Message("user", "a"),), "p", Sampling(seed=1)),
        Request((Message("user", "a"),), "p", Sampling(top_p=None)),
        Request((Message("user", "a"),), "p", schema={}),
    ]

    assert len({ask("m", each).digest for each in requests} | {ask("n", requests[0]).digest}) == 9
