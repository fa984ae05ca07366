import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from community.experiments.pages.gallery import Gallery
from community.experiments.pages.server import PageServer
from tests.experiments.pages.conftest import append, changed, lay
from tests.experiments.staged import run, steps


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lay(tmp_path / "runs", run(steps(0), steps(1, "refused")))
    lay(tmp_path / "outside", run(steps(0)), name="secret")
    return tmp_path / "runs"


@pytest.fixture
def server(folder: Path) -> Iterator[PageServer]:
    with PageServer(Gallery(folder)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


class Reply:
    def __init__(self, server: PageServer, path: str, method: str = "GET", host: str | None = None) -> None:
        port = server.server_address[1]
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", host or f"127.0.0.1:{port}")
        connection.endheaders()
        reply = connection.getresponse()
        self.status, self.text = reply.status, reply.read().decode()
        self.headers = reply.headers
        connection.close()


def test_pages_are_served(server: PageServer) -> None:
    index, one = Reply(server, "/"), Reply(server, "/run/one/")

    assert (index.status, one.status) == (200, 200)
    assert "/run/one/" in index.text
    assert "connect-src 'self'" in one.text
    assert one.headers["X-Content-Type-Options"] == "nosniff"


def test_head_has_no_body(server: PageServer) -> None:
    head = Reply(server, "/run/one/", "HEAD")

    assert (head.status, head.text) == (200, "")
    assert int(head.headers["Content-Length"]) == len(Reply(server, "/run/one/").text.encode())


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_written(server: PageServer, method: str) -> None:
    assert Reply(server, "/run/one/", method).status == 405


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1", "localhost.evil.example", "[::1]"]
)
def test_other_names_are_refused(server: PageServer, host: str) -> None:
    reply = Reply(server, "/", host=host)

    assert reply.status == 403
    assert "/run/one/" not in reply.text


def test_localhost_is_a_name_of_this_machine(server: PageServer) -> None:
    assert Reply(server, "/", host=f"LocalHost:{server.server_address[1]}").status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/run/../outside/secret/",
        "/run/%2e%2e/outside/secret/",
        "/run/..%2foutside%2fsecret/",
        "/run/%2e%2e%2foutside/secret/",
        "/run/one/../../outside/secret/",
        "/run//one/",
        "/run/one/events.jsonl",
        "/run/one/config.json",
        "/run/one%00/",
        "/run/..\\outside\\secret/",
        "/run/two/",
        "/run/",
        "/run",
        "/favicon.ico",
        "//evil.example/",
        "/news/",
        "/run/one/../one/news",
        f"/run/{'o' * 300}/",
    ],
)  # fmt: skip
def test_nothing_but_runs_of_the_folder_is_there(server: PageServer, path: str) -> None:
    assert Reply(server, path).status == 404


@pytest.mark.parametrize("inner", [None, "config.json", "events.jsonl"])
def test_links_do_not_lead_out(server: PageServer, folder: Path, inner: str | None) -> None:
    secret = folder.parent / "outside" / "secret"
    if inner is None:
        (folder / "two").symlink_to(secret)
    else:
        lay(folder, (), name="two")
        (folder / "two" / inner).unlink(missing_ok=True)
        (folder / "two" / inner).symlink_to(secret / inner)

    assert Reply(server, "/run/two/").status == 404
    assert "/run/two/" not in Reply(server, "/").text


def test_news_of_a_run(server: PageServer, folder: Path) -> None:
    first = json.loads(Reply(server, "/run/one/news?start=1").text)
    again = json.loads(Reply(server, f"/run/one/news?start=1&seen={first['version']}").text)

    assert {at: change["is"]["number"] for at, change in first["transcripts"].items()} == {"1": 2}
    assert len(first["page"]["is"]["lines"]) == 2
    assert (again["version"], again["page"], again["transcripts"]) == (first["version"], None, {})


def test_news_follows_a_run_and_leaves_a_torn_line(server: PageServer, folder: Path) -> None:
    directory = lay(folder, run(steps(0)), name="two", status="running")
    before = json.loads(Reply(server, "/run/two/news").text)
    append(directory, run(steps(1)))
    with directory.events.open("a") as file:
        file.write('{"kind": "question", "deb')

    after = json.loads(Reply(server, f"/run/two/news?start=1&seen={before['version']}").text)

    assert [line["number"] for line in after["page"]["in"]["lines"]["more"]] == [2]
    assert {at: change["is"]["number"] for at, change in after["transcripts"].items()} == {"1": 2}


def test_news_of_the_folder(server: PageServer, folder: Path) -> None:
    first = json.loads(Reply(server, "/news").text)
    again = json.loads(Reply(server, f"/news?seen={first['version']}").text)
    lay(folder, run(steps(0)), name="two")
    later = json.loads(Reply(server, f"/news?seen={first['version']}").text)

    assert again["page"] is None
    assert [entry["name"] for entry in changed(first["page"]["is"], later["page"])["entries"]] == [
        "two",
        "one",
    ]


def test_a_damaged_run_is_told_and_does_not_hide_the_others(server: PageServer, folder: Path) -> None:
    directory = lay(folder, (), name="two", status="running")
    directory.events.write_text('{"kind": "nonsense"}\n')

    assert Reply(server, "/run/two/").status == 500
    entries = json.loads(Reply(server, "/news").text)["page"]["is"]["entries"]
    assert {entry["name"]: entry["status"] for entry in entries} == {"one": "finished", "two": "unreadable"}


@pytest.mark.parametrize("query", ["start=-1", "start=x", "start=99999999999999", "start=%00", "start"])
def test_odd_questions_are_answered(server: PageServer, query: str) -> None:
    assert Reply(server, f"/run/one/news?{query}").status == 200
