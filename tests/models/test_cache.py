import logging
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from community.models.asked import ask
from community.models.cache import ReplyCache, cache_path
from community.models.chat import ChatModel, Reply, Request
from tests.models.script import Script, reply, request


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[ReplyCache]:
    cache = ReplyCache(tmp_path / "cache" / "replies.sqlite3")
    yield cache
    cache.close()


def found(cache: ReplyCache, model: ChatModel, asked: Request) -> Reply | None:
    slot = cache.slot(model, ask(model.spec, asked))
    kept = slot.find() if slot else None
    return kept.reply if kept else None


def keep(cache: ReplyCache, model: ChatModel, asked: Request, answer: Reply) -> None:
    if slot := cache.slot(model, ask(model.spec, asked)):
        slot.keep(answer, native=False)


def test_a_reply_is_found_again_whole(cache: ReplyCache) -> None:
    answer = reply("ja 𝛼 \0", thinking="so", finish="length", model="m@1")

    keep(cache, Script(), request("a"), answer)

    assert found(cache, Script(), request("a")) == answer


def test_whether_the_schema_was_in_force_is_kept(cache: ReplyCache) -> None:
    slot = cache.slot(Script(), ask("test:script", request("a", schema={})))
    assert slot is not None

    slot.keep(reply("{}"), native=True)

    kept = slot.find()
    assert kept is not None
    assert kept.native


@pytest.mark.parametrize(
    ("model", "asked"),
    [
        (Script(), request("b")),
        (Script(), request("a", seed=1)),
        (Script(), request("a", schema={"type": "object"})),
        (Script(spec="test:other"), request("a")),
        (Script(endpoint="elsewhere"), request("a")),
        (Script(settings={"num_ctx": 4096}), request("a")),
    ],
    ids=["messages", "seed", "schema", "model", "endpoint", "settings"],
)
def test_whatever_shapes_a_reply_tells_replies_apart(
    cache: ReplyCache, model: ChatModel, asked: Request
) -> None:
    keep(cache, Script(), request("a"), reply("one"))

    assert found(cache, model, asked) is None


def test_a_model_that_changed_behind_its_name_is_asked_again(cache: ReplyCache) -> None:
    keep(cache, Script(), request("a"), reply("old", model="m@1"))
    keep(cache, Script(), request("b"), reply("new", model="m@2"))

    assert found(cache, Script(), request("a")) is None

    keep(cache, Script(), request("a"), reply("new", model="m@2"))
    assert found(cache, Script(), request("a")) == reply("new", model="m@2")


def test_scripted_people_are_not_cached(cache: ReplyCache) -> None:
    keep(cache, Script(spec="sim:expert"), request("a"), reply("one"))

    assert found(cache, Script(spec="sim:expert"), request("a")) is None
    assert not cache.path.exists()


def test_clear_empties_and_size_counts(cache: ReplyCache) -> None:
    for text in "abc":
        keep(cache, Script(), request(text), reply(text))
    assert cache.size().replies == 3
    assert cache.size().bytes > 0

    cache.clear()

    assert cache.size().replies == 0
    assert found(cache, Script(), request("a")) is None


def test_a_damaged_file_is_said_once_and_done_without(
    cache: ReplyCache, caplog: pytest.LogCaptureFixture
) -> None:
    cache.path.parent.mkdir()
    cache.path.write_bytes(b"this is no database, but long enough to be looked at" * 40)

    with caplog.at_level(logging.WARNING):
        for text in "abc":
            assert found(cache, Script(), request(text)) is None
            keep(cache, Script(), request(text), reply(text))

    (record,) = caplog.records
    assert "going on without it" in record.getMessage()
    assert str(cache.path) in record.getMessage()


def test_a_damaged_reply_is_done_without(cache: ReplyCache, caplog: pytest.LogCaptureFixture) -> None:
    keep(cache, Script(), request("a"), reply("one"))
    with sqlite3.connect(cache.path) as database:
        database.execute("UPDATE replies SET reply = '{\"text\": 1}'")
    database.close()

    assert found(cache, Script(), request("a")) is None
    assert len(caplog.records) == 1


def test_clear_repairs_a_damaged_file(cache: ReplyCache) -> None:
    cache.path.parent.mkdir()
    cache.path.write_bytes(b"this is no database, but long enough to be looked at" * 40)

    cache.clear()

    keep(cache, Script(), request("a"), reply("one"))
    assert found(cache, Script(), request("a")) == reply("one")


def test_a_folder_that_cannot_be_written_is_done_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = ReplyCache(tmp_path / "file" / "replies.sqlite3")

    keep(cache, Script(), request("a"), reply("one"))

    assert found(cache, Script(), request("a")) is None
    assert len(caplog.records) == 1


def test_a_busy_file_only_skips(cache: ReplyCache, caplog: pytest.LogCaptureFixture) -> None:
    keep(cache, Script(), request("a"), reply("one"))
    other = sqlite3.connect(cache.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    keep(cache, Script(), request("b"), reply("two"))
    kept_meanwhile = found(cache, Script(), request("a"))
    other.execute("ROLLBACK")
    other.close()
    keep(cache, Script(), request("c"), reply("three"))

    assert kept_meanwhile == reply("one")
    assert found(cache, Script(), request("b")) is None
    assert found(cache, Script(), request("c")) == reply("three")
    assert not caplog.records


WRITER = """
import sys
from pathlib import Path
from community.models.asked import ask
from community.models.cache import ReplyCache
from tests.models.script import Script, reply, request
cache = ReplyCache(Path(sys.argv[1]))
for number in range(40):
    asked = ask("test:script", request(f"{sys.argv[2]} {number}"))
    cache.slot(Script(), asked).keep(reply(sys.argv[2]), native=False)
cache.close()
"""


def test_processes_write_one_file_at_once(cache: ReplyCache) -> None:
    names = ("one", "two", "three")
    cache.size()
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(cache.path), name]) for name in names]

    assert [writer.wait(60) for writer in writers] == [0, 0, 0]

    assert cache.size().replies == 120
    for name in names:
        assert found(cache, Script(), request(f"{name} 7")) == reply(name)


def test_the_folder_follows_the_variable(tmp_path: Path) -> None:
    assert cache_path({"COMMUNITY_CACHE_DIR": str(tmp_path)}) == tmp_path / "replies.sqlite3"
    assert cache_path({}).parent.name == "community"
