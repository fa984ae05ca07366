import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands.conftest import Command, Outcome
from tests.loopback import Loopback
from tests.scenarios import sound
from tests.scenarios.writer import writer

CELL = ("--event", "bug_report", "--norm", "binary_answer_norm")
OTHER = sound.ID.replace("pump_house", "weir")
Review = Callable[..., Outcome]


def generate(community: Command, loopback: Loopback, *more: str, **told: Any) -> Outcome:
    loopback.replies = writer(told)
    spec = f"openai:tiny@{loopback.openai_url}"
    return community("scenarios", "generate", *CELL, "--model", spec, *more)


@pytest.fixture
def candidates(tmp_path: Path) -> Path:
    folder = tmp_path / "candidates"
    folder.mkdir()
    sound.write(sound.sound(), folder)
    sound.write(sound.sound(id=OTHER), folder, OTHER)
    return folder


@pytest.fixture
def review(community: Command, monkeypatch: pytest.MonkeyPatch) -> Review:
    """Somebody who types so many lines and then says no more."""

    def typed(*lines: str) -> Outcome:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return community("scenarios", "review")

    return typed


def decisions(folder: Path) -> list[dict[str, Any]]:
    return [
        json.loads(line) for line in (folder / "decisions.jsonl").read_text(encoding="utf-8").splitlines()
    ]


def test_generate_writes_a_candidate_that_can_be_reviewed_and_played(
    community: Command, loopback: Loopback, review: Review
) -> None:
    outcome = generate(community, loopback)
    file = f"candidates/{sound.ID}.yaml"

    assert (outcome.code, outcome.out) == (0, f"{file}\n"), outcome.err
    assert "attempt 1: accepted" in outcome.err
    assert community("scenarios", "check", file).code == 0
    assert review("a").out == f"scenarios/{sound.ID}.yaml\n"
    assert community("scenarios", "run", "--scenario", sound.ID, "-k", "1", "--condition", "naive").code == 0


def test_generate_keeps_every_attempt_with_its_reason(community: Command, loopback: Loopback) -> None:
    leaky = {"leak": {"quote": "just yes", "states_norm": True}}
    outcome = generate(community, loopback, "--attempts", "2", **leaky)
    generate(community, loopback, "--no-cache")

    lines = Path("candidates/attempts.jsonl").read_text(encoding="utf-8").splitlines()
    attempts = [json.loads(line) for line in lines]
    assert outcome.code == 1
    assert outcome.out == ""
    assert "none of 2 candidates passed" in outcome.err
    assert [attempt["number"] for attempt in attempts] == [1, 2, 3]
    assert [attempt["stage"] for attempt in attempts] == ["leak", "leak", None]
    assert "just yes" in attempts[0]["reasons"][0]


def test_generate_prints_json(community: Command, loopback: Loopback) -> None:
    data = generate(community, loopback, "--json", "--out", "mine").json

    assert data["files"] == [f"mine/{sound.ID}.yaml"]
    assert data["attempts"][0]["accepted"] is True
    assert data["attempts"][0]["twin"]["verdict"]["complies"] is False


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*CELL, "--model", "sim:expert"), "cannot write a chat; name a model"),
        ((*CELL, "--model", "openai:x@http://127.0.0.1:9/v1", "--judge", "sim:expert"), "cannot read a chat"),
        ((*CELL, "--model", "openai:x@http://127.0.0.1:9/v1", "--venue", "moon"), "unknown venue 'moon'"),
        (("--event", "moral_dilemma_share", "--norm", "banned_enthusiasm_norm", "--model", "x"), "not apply"),
    ],
)  # fmt: skip
def test_generate_refuses_what_cannot_be_written(
    community: Command, arguments: tuple[str, ...], words: str
) -> None:
    outcome = community("scenarios", "generate", *arguments)

    assert outcome.code == 2
    assert words in outcome.err
    assert not Path("candidates").exists()


def test_review_walks_through_candidates_and_goes_on_where_it_was_left(
    review: Review, candidates: Path
) -> None:
    first = review("n", "a clear one", "a", "q")
    second = review("s")
    third = review("r", "2, 4")

    assert first.out == f"scenarios/{sound.ID}.yaml\n"
    assert "candidate 1 of 2" in first.err
    assert "[shows the norm]" in first.err
    assert "1 decided, 1 to decide" in first.err
    assert "candidate 1 of 1" in second.err
    assert "2 decided, 0 to decide" in third.err
    assert [(made["choice"], made["failed"], made["note"]) for made in decisions(candidates)] == [
        ("accept", [], "a clear one"),
        ("skip", [], ""),
        ("reject", [2, 4], ""),
    ]


def test_review_asks_again_after_what_it_does_not_understand(review: Review, candidates: Path) -> None:
    outcome = review("", "x", "r", "7", "1")

    assert "numbers from 1 to 5" in outcome.err
    assert [made["failed"] for made in decisions(candidates)] == [[1]]


def test_review_accepts_nothing_with_faults_and_nothing_twice(review: Review, candidates: Path) -> None:
    sound.write(sound.sound(venue=None), candidates)
    assert "it has faults and cannot be accepted" in review("a").err

    sound.write(sound.sound(), candidates)
    Path("scenarios").mkdir()
    sound.write(sound.sound(), Path("scenarios"))
    outcome = review("a")
    assert "exists and is left as it is; skip or reject it" in outcome.err
    assert not (candidates / "decisions.jsonl").exists()


def test_review_without_candidates_is_refused(review: Review) -> None:
    outcome = review("a")

    assert outcome.code == 2
    assert "'candidates' holds no scenario file to decide on" in outcome.err
