import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from community.errors import Interrupted, RecordError, UserError
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.directory import open_run
from community.records import write_json
from tests.experiments.played import read_config, resume, score, start

CONFIG = DebateRunConfig.model_validate({"norms": ["sy_star"], "module": "tom", "questions": 3, "seed": 3})
TIMES = re.compile(rb'"at":"[^"]*"')


def bare_events(folder: Path) -> bytes:
    return TIMES.sub(b'"at":""', (folder / "events.jsonl").read_bytes())


async def test_start_leaves_a_whole_run_directory(tmp_path: Path) -> None:
    result = await start(CONFIG, tmp_path)

    folder = Path(result.run_dir)
    assert {path.name for path in folder.iterdir()} == {
        "config.json",
        "manifest.json",
        "events.jsonl",
        "calls.jsonl",
        "metrics.json",
        "module_state.json",
    }
    assert result.status == "finished"
    assert result.simulated
    assert result.metrics.debates == 3
    assert json.loads((folder / "metrics.json").read_text())["simulated"] is True
    assert re.fullmatch(r"\d{8}T\d{6}Z_sy_star_tom_sim-novice_s3_[0-9a-f]{6}", folder.name)


async def test_start_twice_gives_the_same_bytes_but_for_times(tmp_path: Path) -> None:
    one = await start(CONFIG, tmp_path)
    two = await start(CONFIG, tmp_path)

    assert bare_events(Path(one.run_dir)) == bare_events(Path(two.run_dir))
    assert one.metrics == two.metrics


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_start_gives_the_same_bytes_in_every_process(tmp_path: Path, hash_seed: str) -> None:
    here = asyncio.run(start(CONFIG, tmp_path))
    code = (
        "import asyncio, sys; from pathlib import Path\n"
        "from community.experiments.debates.config import DebateRunConfig\n"
        "from community.experiments.runs.run import start\n"
        "config = DebateRunConfig.model_validate_json(sys.argv[1])\n"
        "print(asyncio.run(start(config, Path(sys.argv[2]))).run_dir)\n"
    )

    there = subprocess.run(
        [sys.executable, "-c", code, CONFIG.model_dump_json(), str(tmp_path)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )

    assert bare_events(Path(there.stdout.strip())) == bare_events(Path(here.run_dir))


async def test_config_json_plays_the_same_run_again(tmp_path: Path) -> None:
    config = CONFIG.model_copy(update={"idiosyncratic": 2})
    first = await start(config, tmp_path)

    saved = read_config(open_run(Path(first.run_dir)))
    second = await start(saved, tmp_path)

    assert isinstance(saved.idiosyncratic, tuple)
    assert bare_events(Path(first.run_dir)) == bare_events(Path(second.run_dir))


class StopAfter:
    """A watcher that cancels the run after so many steps."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def started(self, directory: object, config: object) -> None: ...

    def moved(self, endpoint: str, before: object, after: object, seconds: float = 0.0) -> None: ...

    def finished(self, call: object) -> None: ...

    def happened(self, events: object) -> None:
        self.steps -= 1
        if self.steps == 0:
            task = asyncio.current_task()
            assert task is not None
            task.cancel()


@pytest.mark.parametrize("steps", [1, 7, 23])
async def test_resume_after_an_interruption_ends_as_if_nothing_had_happened(
    tmp_path: Path, steps: int
) -> None:
    whole = await start(CONFIG, tmp_path / "whole")

    with pytest.raises(Interrupted, match="community resume"):
        await start(CONFIG, tmp_path / "cut", watcher=StopAfter(steps))
    (folder,) = (tmp_path / "cut").iterdir()
    resumed = await resume(folder)

    assert bare_events(folder) == bare_events(Path(whole.run_dir))
    assert resumed.metrics == whole.metrics
    assert resumed.usage.total.calls == whole.usage.total.calls
    keys = [
        (call["where"], call["who"], call["purpose"], call["attempt"])
        for call in map(json.loads, (folder / "calls.jsonl").read_text().splitlines())
    ]
    assert len(keys) == len(set(keys))


async def test_resume_of_a_finished_run_calls_nothing_and_gives_its_result(tmp_path: Path) -> None:
    result = await start(CONFIG, tmp_path)
    before = (Path(result.run_dir) / "calls.jsonl").read_bytes()

    again = await resume(Path(result.run_dir))

    assert again.metrics == result.metrics
    assert (Path(result.run_dir) / "calls.jsonl").read_bytes() == before


async def test_resume_refuses_other_options_and_names_them(tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        await start(CONFIG, tmp_path, watcher=StopAfter(5))
    (folder,) = tmp_path.iterdir()
    other = read_config(open_run(folder)).model_copy(update={"rounds": 2, "seed": 9})

    with pytest.raises(UserError, match="differing: rounds, seed"):
        await resume(folder, expected=other)


async def test_resume_refuses_a_run_whose_norm_has_changed(tmp_path: Path) -> None:
    norm = tmp_path / "mine.yaml"
    text = (
        "id: mine\ntitle: Mine\nfamily: local_edit\nset: extended\ninstruction: Put in the word florp.\n"
        "check: {kind: contains, words: [florp]}\n"
        "examples:\n  complies: [florp, a florp, Florp!]\n  violates: [flop, none, florps]\n"
    )
    norm.write_text(text, encoding="utf-8")
    config = CONFIG.model_copy(update={"norms": (str(norm),)})
    with pytest.raises(Interrupted):
        await start(config, tmp_path / "runs", watcher=StopAfter(5))
    (folder,) = (tmp_path / "runs").iterdir()
    norm.write_text(text.replace("Put in", "Always put in"), encoding="utf-8")

    with pytest.raises(UserError, match="changed since it was started: norm mine"):
        await resume(folder)


async def test_resume_refuses_a_journal_of_another_request(tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        await start(CONFIG, tmp_path, watcher=StopAfter(5))
    (folder,) = tmp_path.iterdir()
    journal = folder / "calls.jsonl"
    journal.write_text(re.sub(r'"digest":"[^"]*"', '"digest":"x"', journal.read_text()), encoding="utf-8")

    with pytest.raises(RecordError, match="journaled with another request"):
        await resume(folder)


async def test_score_recomputes_the_metrics_from_the_events(tmp_path: Path) -> None:
    result = await start(CONFIG, tmp_path)
    folder = Path(result.run_dir)
    metrics = (folder / "metrics.json").read_bytes()
    (folder / "metrics.json").unlink()

    again = score(folder)

    assert again == result
    assert (folder / "metrics.json").read_bytes() == metrics


async def test_start_leaves_nothing_behind_when_something_is_unknown(tmp_path: Path) -> None:
    for wrong in (
        {"norms": ["sy_sta"]},
        {"module": "tomm"},
        {"newcomer": "olama:x"},
        {"task": "proceduralx"},
    ):
        with pytest.raises(UserError, match="did you mean"):
            await start(DebateRunConfig.model_validate({**CONFIG.model_dump(), **wrong}), tmp_path / "runs")

    assert not (tmp_path / "runs").exists()


async def test_two_processes_do_not_share_a_run(tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        await start(CONFIG, tmp_path, watcher=StopAfter(5))
    (folder,) = tmp_path.iterdir()
    with open_run(folder).locked(), pytest.raises(UserError, match="in use by another process"):
        await resume(folder)

    (folder / "run.lock").write_text("left by a process that was killed")
    assert (await resume(folder)).status == "finished"
    assert not (folder / "run.lock").exists()


@pytest.mark.parametrize("lost", ["all", "half", "last line"])
async def test_resume_of_a_finished_run_brings_lost_events_back(tmp_path: Path, lost: str) -> None:
    result = await start(CONFIG, tmp_path)
    folder = Path(result.run_dir)
    events, calls = bare_events(folder), (folder / "calls.jsonl").read_bytes()
    lines = (folder / "events.jsonl").read_bytes().splitlines(keepends=True)
    kept = {"all": 0, "half": len(lines) // 2, "last line": len(lines) - 1}[lost]
    (folder / "events.jsonl").write_bytes(b"".join(lines[:kept]))

    again = await resume(folder)

    assert again.metrics == result.metrics
    assert bare_events(folder) == events
    assert (folder / "calls.jsonl").read_bytes() == calls


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("config.json", "{", "config.json cannot be read"),
        ("config.json", "{}", "config.json: norms: is required"),
        ("manifest.json", "{}", "manifest.json is not a manifest: status: is required"),
        ("manifest.json", "[" * 100_000, "manifest.json cannot be read"),
        ("events.jsonl", '{"kind": "message"}\n', "line 1 is not an event: message.debate: is required"),
        ("calls.jsonl", "[1]\n", "line 1 is not an object"),
    ],
)
async def test_a_damaged_file_is_named_and_left_alone(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    folder = Path((await start(CONFIG, tmp_path)).run_dir)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "status": "running"}))
    (folder / name).write_text(text)

    with pytest.raises((RecordError, UserError), match=message) as caught:
        await resume(folder)

    assert "\n" not in str(caught.value)
    assert (folder / name).read_text() == text


async def test_an_event_that_stands_there_twice_is_not_counted_twice(tmp_path: Path) -> None:
    folder = Path((await start(CONFIG, tmp_path)).run_dir)
    events = folder / "events.jsonl"
    events.write_bytes(events.read_bytes() + events.read_bytes().splitlines(keepends=True)[-1])

    with pytest.raises(RecordError, match="stands there already"):
        score(folder)


@pytest.mark.parametrize("refused", ["config.json", "manifest.json"])
async def test_a_run_that_could_not_begin_leaves_no_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    def full(path: Path, value: object) -> None:
        if path.name == refused:
            raise RecordError(f"{path} cannot be written: No space left on device")
        write_json(path, value)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr("community.experiments.runs.run.write_json", full)

    with pytest.raises(UserError, match="No space left on device"):
        await start(CONFIG, tmp_path)
    assert list(tmp_path.iterdir()) == []


class FullDisk(StopAfter):
    """A watcher after whose steps nothing can be written any more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(10**6)
        self._patch = monkeypatch

    def started(self, directory: object, config: object) -> None:
        def full(file: object, value: object) -> None:
            raise RecordError(f"{getattr(file, 'path', file)} cannot be written: No space left on device")

        self._patch.setattr("community.experiments.runs.run.write_json", full)
        self._patch.setattr("community.records.JsonlFile.append", full)


async def test_a_disk_that_fills_up_is_what_the_run_fails_of(tmp_path: Path) -> None:
    with (
        pytest.MonkeyPatch.context() as patch,
        pytest.raises(RecordError, match=r"\.jsonl cannot be written"),
    ):
        await start(CONFIG, tmp_path, watcher=FullDisk(patch))
    (folder,) = tmp_path.iterdir()

    whole = Path((await start(CONFIG, tmp_path / "whole")).run_dir)
    assert (await resume(folder)).status == "finished"
    assert bare_events(folder) == bare_events(whole)
