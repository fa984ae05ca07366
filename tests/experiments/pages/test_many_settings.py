"""Runs of several settings on one page, and served beside each other."""

import json
from pathlib import Path
from typing import Any

import pytest

from community.experiments.pages.gallery import Gallery
from community.experiments.pages.overview import overview, read_run, run_directories, with_episodes
from community.experiments.pages.records import OverviewOfPage
from community.experiments.pages.setting import PAGES, pages_of
from community.experiments.pages.writing import write_overview
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.setting import SETTINGS
from community.scenarios.scoring import score_scenarios
from tests.experiments.pages import staged_chats, staged_replies
from tests.experiments.pages.conftest import append, changed, lay, lay_run
from tests.experiments.pages.staged_replies import FEED, VENTS, replies
from tests.experiments.staged import run, steps

SAID = {"scenarios": replies(FEED, naive="yn", norm_informed="yy"), "chat": staged_chats.talk()}
MORE = {"scenarios": replies(VENTS, naive="nn", norm_informed="x?"), "chat": staged_chats.talk(1)}
CONFIGS = {"scenarios": staged_replies.config(FEED, VENTS), "chat": staged_chats.config()}


def page_of(folder: Path) -> OverviewOfPage:
    return overview(folder, [with_episodes(read_run(path, "x"), path) for path in run_directories(folder)])


def served(gallery: Gallery, path: str, seen: str = "", start: int = 0) -> dict[str, Any]:
    news = gallery.news(path, seen, start)
    assert news is not None
    return json.loads(news.model_dump_json())


def test_every_setting_has_pages() -> None:
    assert PAGES.keys() == SETTINGS.keys()
    for name in PAGES:
        assert pages_of(name).run_type.scripts[-1] == "run.js"


def test_runs_are_told_setting_by_setting(tmp_path: Path) -> None:
    lay(tmp_path, run(steps(0)), name="debates")
    for setting, events in SAID.items():
        lay_run(tmp_path, CONFIGS[setting], events, name=setting)

    page = page_of(tmp_path)

    assert [(each.setting, len(each.groups) > 0) for each in page.settings] == [
        ("debate", True),
        ("scenarios", True),
        ("chat", True),
    ]
    about = {entry.setting: (entry.title, entry.ended, entry.planned, entry.failed) for entry in page.entries}
    assert about == {
        "debate": ("sy_star", 1, 3, 0),
        "scenarios": ("sim:novice", 4, 8, 0),
        "chat": ("sy_star", 1, 2, 0),
    }
    assert all(entry.simulated for entry in page.entries)


def test_replies_are_put_side_by_side_by_condition(tmp_path: Path) -> None:
    runs = [SAID["scenarios"], replies(FEED, naive="nn", norm_informed="nn")]
    for seed, events in enumerate(runs):
        lay_run(tmp_path, staged_replies.config(FEED, seed=seed), events, name=f"s{seed}")
    other = staged_replies.config(FEED, subject="openai:x", judge="openai:y")
    lay_run(tmp_path, other, runs[0], name="other")

    (setting,) = page_of(tmp_path).settings

    conditions = score_scenarios(*runs).conditions  # pyright: ignore
    expected = {score.condition.replace("_", " "): score.accuracy for score in conditions}
    found = {(group.place, group.simulated): group for group in setting.groups}
    assert list(found) == [(place, simulated) for simulated in (False, True) for place in expected]
    for place, accuracy in expected.items():
        assert found[place, True].numbers["accuracy"] == accuracy
        assert (found[place, True].runs, found[place, False].runs) == (2, 1)
    assert set(setting.varying) == {"subject", "judge"}


def test_every_run_of_a_folder_gets_a_page(tmp_path: Path) -> None:
    for setting, events in SAID.items():
        lay_run(tmp_path, CONFIGS[setting], events, name=setting)

    text = write_overview(tmp_path).path.read_text(encoding="utf-8")

    for setting in SAID:
        assert f'"link":"{setting}/report.html"' in text
        assert (tmp_path / setting / "report.html").is_file()


@pytest.mark.parametrize("setting", SAID)
def test_runs_of_every_setting_are_followed(tmp_path: Path, setting: str) -> None:
    directory = lay_run(tmp_path, CONFIGS[setting], SAID[setting], status="running")
    gallery = Gallery(tmp_path)
    first = served(gallery, "/run/one/news")
    again = served(gallery, "/run/one/news", str(first["version"]))
    append(directory, MORE[setting])
    later = served(gallery, "/run/one/news", str(first["version"]), 1)

    assert again["page"] is None
    page = changed(None, first["page"])
    assert [len(each["lines"]) for each in (page, changed(page, later["page"]))] == [1, 2]
    assert [list(news["transcripts"]) for news in (first, later)] == [["0"], ["1"]]
    assert "connect-src 'self'" in str(gallery.page("/run/one/"))


@pytest.mark.parametrize("setting", SAID)
def test_runs_that_go_on_are_read_again(tmp_path: Path, setting: str) -> None:
    directory = lay_run(tmp_path, CONFIGS[setting], SAID[setting], status="running")
    gallery = Gallery(tmp_path)
    before = served(gallery, "/news")
    append(directory, MORE[setting])
    after = served(gallery, "/news", str(before["version"]))

    page = changed(None, before["page"])
    ended = [each["entries"][0]["ended"] for each in (page, changed(page, after["page"]))]
    assert ended == {"scenarios": [4, 8], "chat": [1, 2]}[setting]


def test_of_a_chat_that_goes_on_only_new_turns_are_sent(tmp_path: Path) -> None:
    directory = lay_run(tmp_path, staged_chats.config(), staged_chats.talk()[:-3], status="running")
    gallery = Gallery(tmp_path)
    first = served(gallery, "/run/one/news")
    append(directory, staged_chats.talk()[-3:-2])
    later = served(gallery, "/run/one/news", str(first["version"]))

    chat = changed(None, first["transcripts"]["0"])
    assert later["transcripts"]["0"]["in"].keys() == {"entries"}
    assert len(changed(chat, later["transcripts"]["0"])["entries"]) == len(chat["entries"]) + 1
    assert len(json.dumps(later)) < len(json.dumps(first)) / 2


def test_damaged_numbers_are_made_anew(tmp_path: Path) -> None:
    for setting, events in SAID.items():
        directory = lay_run(tmp_path, CONFIGS[setting], events, name=setting)
        directory.metrics.write_text('{"of": "another version"}')

    assert {entry.status for entry in page_of(tmp_path).entries} == {"finished"}


def test_a_run_of_an_unknown_setting_is_not_readable(tmp_path: Path) -> None:
    directory = RunDirectory(tmp_path / "odd")
    directory.path.mkdir()
    directory.config.write_text('{"setting": "worlds"}')

    (entry,) = page_of(tmp_path).entries

    assert entry.status == "unreadable"
    assert "worlds" in str(entry.problem)
