import asyncio
import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from community.chat import TurnEvent, read_event
from community.chat.scoring import score_chats
from community.errors import UserError
from community.experiments.chats.chapters import chapter, row
from community.experiments.chats.overview import overview
from community.experiments.chats.plan import plan_chats
from community.experiments.chats.result import NUMBERS
from community.experiments.chats.transcript import Transcript
from community.experiments.runs.log import read_events
from community.experiments.watching.plain import PlainView
from tests.experiments.chats.chatted import config, score, start
from tests.experiments.killing import bare

CONFIG = config(
    phases=[{"norms": "sy_star"}, {"from_turn": 7, "norms": "rp_farewell"}],
    newcomers=2,
    module="contrastive",
    chats=2,
    habits=["sy_dagger"],
)


@pytest.fixture(scope="module")
def told() -> io.StringIO:
    return io.StringIO()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, told: io.StringIO) -> Path:
    view = PlainView(Console(file=told, width=400))
    return Path(asyncio.run(start(CONFIG, tmp_path_factory.mktemp("runs"), watcher=view)).run_dir)


def shown(what: object) -> str:
    console = Console(file=io.StringIO(), width=200)
    console.print(what)
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_same_seed_writes_the_same_bytes(played: Path, tmp_path: Path) -> None:
    again = Path(asyncio.run(start(CONFIG, tmp_path)).run_dir)

    assert bare(again / "events.jsonl") == bare(played / "events.jsonl")
    assert (again / "metrics.json").read_bytes() == (played / "metrics.json").read_bytes()
    assert (again / "module_state.json").read_bytes() == (played / "module_state.json").read_bytes()


def test_result_is_what_the_events_say(played: Path) -> None:
    result = score(played)
    metrics = score_chats(read_events(played / "events.jsonl", read_event))

    assert result.metrics == metrics
    assert result.simulated
    assert (result.ended, result.failed) == (2, 0)
    assert result.number("responsiveness") == metrics.scene.responsiveness.value
    assert result.number("member_compliance") == metrics.integrity.member_compliance
    for name in NUMBERS:
        assert isinstance(result.number(name), float | int | None), name


def test_manifest_names_what_the_run_is_made_of(played: Path) -> None:
    manifest = json.loads((played / "manifest.json").read_text(encoding="utf-8"))

    assert manifest["status"] == "finished"
    assert manifest["norms"].keys() == {"sy_star", "rp_farewell", "sy_dagger"}
    assert {name.partition("/")[0] for name in manifest["prompts"]} == {"chat", "models", "modules", "norms"}


def test_view_tells_of_turning_points(played: Path, told: io.StringIO) -> None:
    text = told.getvalue()

    assert text.startswith("simulated: sy_star")
    for words in (
        "chat 1, turn 7: the norm is now rp_farewell",
        "for the first time",
        "new belief of Kim: ",
        "chat 2 of 2: followed ",
    ):
        assert words in text


def test_transcript_shows_norms_sanctions_and_verdicts(played: Path) -> None:
    found = chapter(read_events(played / "events.jsonl", read_event), 1)
    text = shown(Transcript(Console(file=io.StringIO(), width=200)).of(found))

    assert text.index("from turn 1: sy_star is in force") < text.index("from turn 7: rp_farewell is in force")
    assert "Mara, member, habit sy_dagger" in text
    assert all(" ".join(turn.text.split()[:3]) in text for turn in found.turns)
    own = [turn for turns in found.newcomers.values() for turn in turns]
    assert own
    for turn in own:
        assert turn.reception is not None
        sanctioned = turn.reception.sanction is not None
        assert (
            f"sanction: correction, by {turn.reception.by[0]}" if sanctioned else "to be taken up by"
        ) in text
    answer = next(turn for turn in found.turns if turn.act == "correction")
    assert f"{answer.speaker}  is irritated at {found.turns[(answer.answers or 0) - 1].speaker}" in text


def test_rows_count_what_happened(played: Path) -> None:
    found = chapter(read_events(played / "events.jsonl", read_event), 2)
    line = row(found)

    assert line.messages == sum(
        event.role == "newcomer" for event in found.events if isinstance(event, TurnEvent)
    )
    assert line.uptakes + sum(line.sanctions.values()) == line.messages
    assert line.first_compliance.keys() == line.beliefs.keys() == {"Kim", "Alex"}
    table = shown(overview([line], Console(file=io.StringIO(), width=200)))
    assert "Kim: " in table
    with pytest.raises(UserError, match="there is no chat 3 in this run; it has chats 1 to 2"):
        chapter(read_events(played / "events.jsonl", read_event), 3)


def test_plan_is_in_proportion_and_names_the_real_models() -> None:
    plan = asyncio.run(plan_chats(config(chats=30, newcomer="ollama:x", module="tom", turns=6)))

    assert (plan.episodes, plan.played) == (30, 2)
    assert {line.spec for line in plan.by_purpose if line.who == "Kim"} == {"ollama:x"}
    assert plan.calls >= 30 * 6


def test_habits_that_contradict_a_norm_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="habit 'sy_star' is an enforced norm"):
        asyncio.run(start(config(habits=["sy_star"]), tmp_path))
    assert not list(tmp_path.iterdir())
