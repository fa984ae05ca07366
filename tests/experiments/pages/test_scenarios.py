from pathlib import Path
from typing import Any

import pytest

from community.experiments.pages.scenarios.run import ScenarioRunPages, ScenariosOfPage
from community.experiments.pages.scenarios.transcript import scenario_of_page
from community.experiments.runs.manifest import read_manifest
from community.scenarios import load_scenario
from community.scenarios.records import ReplyEvent
from tests.experiments.pages.conftest import lay_run
from tests.experiments.pages.staged_replies import FEED, VENTS, config, replies, reply


def page_of(
    tmp_path: Path, events: list[ReplyEvent], *, questions: str = "q", **fields: Any
) -> ScenariosOfPage:
    settings = config(FEED, VENTS, **fields)
    directory = lay_run(tmp_path, settings, events, questions=questions)
    return ScenarioRunPages(directory, settings).page(read_manifest(directory.manifest), events)


def test_chat_is_that_of_the_scenario_with_its_marks() -> None:
    scenario = load_scenario(FEED)

    chat = scenario_of_page(FEED, scenario, []).chat

    assert chat is not None
    assert [turn.text for turn in chat.turns] == [turn.text for turn in scenario.transcript]
    marked = {turn.text: turn.mark for turn in chat.turns if turn.mark}
    shown = dict.fromkeys((turn.text for turn in scenario.demonstrations), "demonstrates")
    assert marked == {**shown, scenario.elicitor.text: "elicitor"}
    assert [member.name for member in chat.cast if member.subject] == [scenario.subject]
    assert chat.hidden.statement == scenario.hidden_norm.statement


def test_reply_has_its_verdicts_and_its_rewriting() -> None:
    written = reply(FEED, "naive", 1, False, reply="Yes, it is.", candidate="Yes.", faults=("truncated",))

    (told,) = scenario_of_page(FEED, None, [written]).replies

    assert (told.trial, told.pieces, told.faults) == (2, (("Yes, it is.", None),), ("truncated",))
    assert told.judge == written.judge
    assert [edit.kind for edit in told.edits] == ["removed", "added"]


def test_line_counts_what_failed_and_settles_nothing_that_is_unknown(tmp_path: Path) -> None:
    events = [*replies(FEED, naive="x?", norm_informed="yn"), *replies(VENTS, naive="nn", norm_informed="y")]

    feed, vents = page_of(tmp_path, events).lines

    assert feed.verdicts == {"naive": (None, None), "norm_informed": (True, False)}
    assert feed.failed == {"naive": 1, "norm_informed": 0}
    assert feed.settled == {"naive": None, "norm_informed": True}
    assert (feed.status, vents.status) == ("finished", "unfinished")
    assert (feed.venue, feed.event, vents.norm) == ("workplace", "standup", "mandatory_analogy_norm")


def test_page_has_the_number_of_every_condition(tmp_path: Path) -> None:
    page = page_of(tmp_path, replies(FEED, naive="nn", norm_informed="yy"))

    assert {each.name: each.number.value for each in page.headlines} == {
        "accuracy_naive": 0.0,
        "accuracy_norm_informed": 1.0,
    }
    assert [each.label for each in page.headlines] == ["acc@2 naive", "acc@2 norm informed"]
    assert page.planned == 8
    assert list(page.told) == ["naive", "norm_informed"]


def test_chats_that_are_gone_leave_the_replies(tmp_path: Path) -> None:
    settings = config(FEED, dataset=str(tmp_path / "gone"))
    events = replies(FEED, naive="yn")
    directory = lay_run(tmp_path, settings, events)
    pages = ScenarioRunPages(directory, settings)

    page = pages.page(read_manifest(directory.manifest), events)
    (told,) = pages.transcripts(events)

    assert page.problem is not None
    assert "cannot be had any more" in page.problem
    assert told.chat is None
    assert [each.pieces for each in told.replies] == [(("naive 0", None),), (("naive 1", None),)]
    assert (page.planned, page.lines[0].venue) == (4, "")


@pytest.mark.parametrize("same", [True, False])
def test_scenarios_that_have_changed_are_told(tmp_path: Path, same: bool) -> None:
    now = config(FEED, VENTS).selection().hash

    page = page_of(tmp_path, replies(FEED, naive="y"), questions=now if same else "before")

    assert (page.problem is None) == same


def test_transcripts_can_begin_anywhere(tmp_path: Path) -> None:
    settings = config(FEED, VENTS)
    events = [*replies(FEED, naive="y"), *replies(VENTS, naive="y")]
    pages = ScenarioRunPages(lay_run(tmp_path, settings, events), settings)

    assert [each.scenario for each in pages.transcripts(events, 1)] == [VENTS]
