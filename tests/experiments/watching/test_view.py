import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from community.debate import Event, read_event
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import EventLog
from community.experiments.runs.manifest import Ingredients, new_manifest
from community.experiments.watching.live import LiveView
from community.experiments.watching.plain import PlainView
from community.experiments.watching.view import RunView
from community.models.chat import Reply, Usage
from community.models.journal import CallKey, Finished, Source
from community.records import write_json
from tests.experiments.staged import end, question, steps

DIRECTORY = RunDirectory(Path("runs/one"))
BELIEF = "Everyone uses a star, and it is\nalways black"


def config(**fields: object) -> DebateRunConfig:
    return DebateRunConfig.model_validate({"norms": "sy_star", "module": "tom", "questions": 3, **fields})


def terminal(width: int = 80, encoding: str = "utf-8") -> Console:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict", write_through=True)
    return Console(file=file, width=width, height=25, force_terminal=True, color_system=None, highlight=False)


def written(console: Console) -> str:
    assert isinstance(console.file, io.TextIOWrapper)
    assert isinstance(console.file.buffer, io.BytesIO)
    return console.file.buffer.getvalue().decode(console.file.encoding)


def picture(view: LiveView) -> str:
    with view.console.capture() as capture:
        view.console.print(view.picture())
    return capture.get()


def call(view: RunView, source: Source = "called") -> None:
    if source == "called":
        view.moved("http://x", None, "waiting")
        view.moved("http://x", "waiting", "in_flight")
        view.moved("http://x", "in_flight", "done")
    view.finished(Finished(CallKey("d0.r0", "Newcomer", "answer"), Reply("(A)", Usage(1000, 234)), source))


def play(view: RunView, debate: list[list[Event]], source: Source = "called") -> None:
    for number, batch in enumerate(debate):
        view.happened(batch)
        if number == 0:
            call(view, source)


async def watched(view: RunView, *debates: list[list[Event]], **fields: object) -> None:
    view.started(DIRECTORY, config(**fields))
    for debate in debates:
        play(view, debate)


@pytest.mark.parametrize("width", [20, 40, 80, 120, 200])
async def test_live_view_fits_every_terminal(width: int) -> None:
    with LiveView(terminal(width)) as view:
        await watched(view, steps(0, "refused", follow_rate=0.0), steps(1, belief=BELIEF * 9), questions=300)

        lines = picture(view).splitlines()

    assert max(map(len, lines)) <= width
    assert len(lines) == 8


async def test_live_view_shows_how_the_run_goes() -> None:
    with LiveView(terminal(100)) as view:
        await watched(view, steps(0, "refused", follow_rate=0.0), steps(1, belief=BELIEF))
        view.happened([question(2)])
        view.moved("http://x", None, "waiting")
        view.moved("http://x", None, "retrying", 9)

        shown = picture(view)

    assert "simulated  sy_star · module tom · newcomer sim:novice" in shown
    assert re.search(r"3 of 3  0 s, about 0 s left", shown)
    assert "0.50  ▁█" in shown
    assert "admitted 4 · refused 4 · observed 0" in shown
    assert "first refused in debate 1, first admitted in debate 2" in shown
    assert "Everyone uses a star, and it is always black" in shown
    assert "0 in flight · 1 waiting · 1 retrying · 2,468 tokens" in shown


async def test_live_view_before_anything_has_happened() -> None:
    with LiveView(terminal()) as view:
        await watched(view)

        shown = picture(view)

    assert "1 of 3" in shown
    assert "not known yet" in shown
    assert "newcomer   " not in shown


async def test_live_view_gives_the_terminal_back() -> None:
    console = terminal()
    with LiveView(console) as view:
        await watched(view, steps(0))

    assert written(console).count("\x1b[?25l") == written(console).count("\x1b[?25h") == 1


async def test_live_view_that_never_started_writes_nothing() -> None:
    console = terminal()
    with LiveView(console):
        pass

    assert written(console) == ""


async def test_views_speak_ascii_where_nothing_else_is_known() -> None:
    for console in (terminal(encoding="ascii"), terminal(encoding="cp1252")):
        console.file.reconfigure(errors="replace")  # pyright: ignore[reportAttributeAccessIssue] - a TextIOWrapper
        with LiveView(console) as view:
            await watched(view, steps(0, belief=BELIEF))
            assert "1.00  #" in picture(view)


async def test_live_view_does_not_obey_what_a_model_writes() -> None:
    with LiveView(terminal()) as view:
        await watched(view, steps(0, belief="\x1b[2J[bold]clear\x07 :smile:"))

        shown = picture(view)

    assert "\x1b[2J" not in shown
    assert "[bold]clear" in shown
    assert ":smile:" in shown


async def test_plain_view_has_a_line_for_every_debate_and_turning_point() -> None:
    console = terminal()
    with PlainView(console) as view:
        await watched(
            view,
            steps(0, "observed", follow_rate=0.0),
            steps(1, "refused", follow_rate=0.5),
            steps(2, belief=BELIEF),
        )

    lines = [re.sub(r", about \d+ s left", "", line) for line in written(console).splitlines()]
    assert lines == [
        "simulated: sy_star · module tom · newcomer sim:novice, 3 debates, runs/one",
        "debate 1 of 3: followed 0.00, answer right, observed 4",
        "debate 2: the newcomer is refused for the first time",
        "debate 2 of 3: followed 0.50, answer right, refused 4",
        "debate 3: the newcomer is admitted for the first time",
        "debate 3: new belief: Everyone uses a star, and it is always black",
        "debate 3 of 3: followed 1.00, answer right, admitted 4",
    ]


async def test_plain_view_names_the_reason_of_a_failed_debate() -> None:
    console = terminal()
    with PlainView(console) as view:
        await watched(view, [[question(0)], [end(0, None, "the prompt does not fit")]])

    assert written(console).splitlines()[-1].startswith("debate 1 of 3: failed: the prompt does not fit")


async def test_plain_view_does_not_repeat_what_an_earlier_attempt_has_told(tmp_path: Path) -> None:
    directory, console = RunDirectory(tmp_path), terminal()
    with EventLog(directory.events, read_event) as log:
        log.append(event for batch in steps(0, "refused", belief=BELIEF) for event in batch)
    with PlainView(console) as view:
        view.started(directory, config())
        play(view, steps(0, "refused", belief=BELIEF), source="replayed")
        play(view, steps(1, "refused", belief=BELIEF))

    lines = written(console).splitlines()
    assert [line.partition(":")[0] for line in lines[1:]] == ["debate 2 of 3"]


async def test_plain_view_names_what_a_run_leaves_out(tmp_path: Path) -> None:
    directory, console = RunDirectory(tmp_path), terminal()
    left_out = Ingredients({}, {}, "", skipped=("row 3 is left out: norm_id: is required",))
    write_json(directory.manifest, new_manifest(config(), left_out))
    with PlainView(console) as view:
        view.started(directory, config())

    assert written(console).splitlines()[0] == "row 3 is left out: norm_id: is required"


async def test_views_say_simulated_only_when_it_is() -> None:
    real = {"newcomer": "ollama:a", "module_model": "ollama:b", "background": ["ollama:c"]}
    console = terminal()
    with PlainView(console) as view:
        await watched(view, **real)

    assert "simulated" not in written(console)
