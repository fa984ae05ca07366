"""GGUF files in process. Tests marked `live` run a real model; the others need none."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from community.errors import ContextOverflowError, EndpointError, MissingExtraError, UserError
from community.models import ModelOptions, Sampling, connect
from community.models.chat import Request
from community.models.local import file_digest
from community.prompts import Message

ASK = Request((Message("user", "Say hello."),), "test", Sampling(seed=5, max_tokens=8))
SMALL = ModelOptions(num_ctx=512)


@pytest.fixture
def fake_gguf(tmp_path: Path) -> Path:
    path = tmp_path / "fake.gguf"
    path.write_bytes(b"GGUF" + bytes(5000))
    return path


@pytest.fixture(scope="module")
def gguf() -> Path:
    """A small instruct model; `COMMUNITY_TEST_GGUF` or `.models/` say where."""
    default = Path(__file__).parents[2] / ".models" / "SmolLM2-135M-Instruct.Q4_1.gguf"
    path = Path(os.environ.get("COMMUNITY_TEST_GGUF", default))
    pytest.importorskip("xllamacpp", reason="the extra `local` is not installed")
    if not path.is_file():
        pytest.skip(f"no GGUF file: set COMMUNITY_TEST_GGUF or put one at {default}")
    return path


def test_a_missing_file_is_the_users_to_mend(tmp_path: Path):
    with pytest.raises(UserError, match="No such file"):
        connect(f"local:{tmp_path}/none.gguf")


def test_another_kind_of_file_is_refused(tmp_path: Path):
    (tmp_path / "model.bin").write_bytes(b"PK")

    with pytest.raises(UserError, match="not a GGUF file"):
        connect(f"local:{tmp_path}/model.bin")


def test_a_missing_extra_names_what_to_install(fake_gguf: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    with pytest.raises(MissingExtraError, match=r"community\[local\]"):
        connect(f"local:{fake_gguf}")


def test_settings_state_the_window_and_the_digest(fake_gguf: Path):
    model = connect(f"local:{fake_gguf}", SMALL)

    assert model.parallel == 1
    assert model.settings["num_ctx"] == 512
    assert model.settings["digest"] == file_digest(fake_gguf)


def test_digest_depends_on_size_head_and_tail(tmp_path: Path):
    def digest(data: bytes) -> str:
        (tmp_path / "x.gguf").write_bytes(b"GGUF" + data)
        return file_digest(tmp_path / "x.gguf")

    assert digest(b"abc") == digest(b"abc")
    assert len({digest(b"abc"), digest(b"abd"), digest(b"abcd")}) == 3


async def test_a_broken_file_is_an_error_of_the_endpoint(fake_gguf: Path):
    pytest.importorskip("xllamacpp", reason="the extra `local` is not installed")

    with pytest.raises(EndpointError, match="cannot load"):
        await connect(f"local:{fake_gguf}", SMALL).prepare()


@pytest.mark.live
async def test_a_model_answers_the_same_to_the_same_seed_with_its_window_proven(gguf: Path):
    model, twin = connect(f"local:{gguf}", SMALL), connect(f"local:{gguf}", SMALL)

    served = await model.prepare()
    first, second = await model.complete(ASK), await twin.complete(ASK)
    await model.aclose()
    await twin.aclose()

    assert served.context == 512
    assert first.text
    assert first == second
    assert first.model == f"{gguf.name}@{file_digest(gguf)}"
    assert 0 < first.usage.completion_tokens <= 8


@pytest.mark.live
async def test_a_schema_binds_and_a_long_prompt_is_refused(gguf: Path):
    schema = {"type": "object", "properties": {"even": {"type": "boolean"}}, "required": ["even"]}
    model = connect(f"local:{gguf}", SMALL)

    formed = await model.complete(Request(ASK.messages, "test", Sampling(max_tokens=30), schema))
    with pytest.raises(ContextOverflowError, match="512"):
        await model.complete(Request((Message("user", "hello " * 600),), "test"))
    await model.aclose()

    assert json.loads(formed.text)["even"] in (True, False)


@pytest.mark.live
async def test_a_window_that_llama_cpp_would_change_is_refused(gguf: Path):
    with pytest.raises(EndpointError, match="set num_ctx to a multiple of 256"):
        await connect(f"local:{gguf}", ModelOptions(num_ctx=700)).prepare()


_LEAVE = """
import asyncio, os, pathlib, sys
from community.models import ModelOptions, Sampling, connect
from community.models.chat import Request
from community.prompts import Message

def listening():
    mine = {os.readlink(fd) for fd in pathlib.Path("/proc/self/fd").iterdir() if fd.is_symlink()}
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for row in map(str.split, pathlib.Path(table).read_text().splitlines()[1:]):
            if row[3] == "0A" and f"socket:[{row[9]}]" in mine:
                print(row[1].partition(":")[0])

async def main():
    model = connect("local:" + sys.argv[1], ModelOptions(num_ctx=512))
    await model.prepare()
    if sys.platform == "linux":
        listening()
    ask = Request((Message("user", "Tell a long story."),), "test", Sampling(max_tokens=400))
    call = asyncio.create_task(model.complete(ask))
    await asyncio.sleep(0.3)
    sys.exit(7)

asyncio.run(main())
"""


@pytest.mark.live
def test_a_process_that_stops_in_the_middle_of_a_call_leaves_cleanly(gguf: Path):
    done = subprocess.run(
        [sys.executable, "-c", _LEAVE, str(gguf)], check=False, capture_output=True, text=True, timeout=120
    )

    assert done.returncode == 7, done.stderr
    assert "Traceback" not in done.stderr
    if sys.platform == "linux":
        assert done.stdout.split() == ["0100007F"], "it listens on 127.0.0.1, once, and nowhere else"
