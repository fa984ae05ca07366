import sys
from pathlib import Path

import pytest

from community.experiments.pages.gallery import Gallery
from community.experiments.pages.overview import overview, read_run, run_directories, with_episodes
from community.experiments.pages.writing import write_overview
from community.experiments.sweeps.plan import PlannedCell, PlannedIngredients, SweepPlan
from community.records import write_json
from tests.experiments.pages.conftest import changed, lay
from tests.experiments.staged import run, steps


def test_runs_with_and_without_scripted_people_are_not_averaged(tmp_path: Path) -> None:
    for seed in range(2):
        lay(tmp_path, run(steps(0, follow_rate=1.0)), name=f"sim{seed}", seed=seed)
        lay(tmp_path, run(steps(0)), name=f"real{seed}", newcomer="openai:x", seed=seed)
    lay(tmp_path, run(steps(0)), name="other", norm="pseudo_frim_min_3")

    page = overview(
        tmp_path, [with_episodes(read_run(path, "x"), path) for path in run_directories(tmp_path)]
    )

    found = {(group.place, group.simulated): (group.runs, group.over) for group in page.settings[0].groups}
    assert found == {
        ("sy_star", True): (2, "runs"),
        ("sy_star", False): (2, "runs"),
        ("pseudo_frim_min_3", True): (1, "debates"),
    }
    assert "newcomer" in page.settings[0].varying
    assert "module" not in page.settings[0].varying


def test_means_are_over_runs(tmp_path: Path) -> None:
    for name, text in (("a", "\N{BLACK STAR} (B)"), ("b", "no (B)")):
        lay(tmp_path, run(steps(0, texts=("x (B)", text, text))), name=name, seed=ord(name))

    page = overview(
        tmp_path, [with_episodes(read_run(path, "x"), path) for path in run_directories(tmp_path)]
    )

    (group,) = page.settings[0].groups
    mean = group.numbers["follow_rate"]
    assert (mean.value, mean.n, mean.se) == (0.5, 2, pytest.approx(0.5))


def test_a_repeated_run_is_in_no_mean_and_says_what_it_repeats(tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        lay(tmp_path, run(steps(0)), name=name, seed=seed)

    page = overview(
        tmp_path, [with_episodes(read_run(path, "x"), path) for path in run_directories(tmp_path)]
    )

    assert {entry.name: entry.repeats for entry in page.entries} == {"a": "b", "b": None, "c": None}
    assert [group.runs for group in page.settings[0].groups] == [2]
    assert page.left_out.startswith("1 repeated run is left out")
    assert write_overview(tmp_path).left_out == page.left_out


def test_means_tell_how_many_of_their_runs_did_not_finish(tmp_path: Path) -> None:
    lay(tmp_path, run(steps(0)), name="a", seed=1)
    lay(tmp_path, run(steps(0)), name="b", seed=2, status="interrupted")

    page = overview(
        tmp_path, [with_episodes(read_run(path, "x"), path) for path in run_directories(tmp_path)]
    )

    assert [(group.runs, group.open_runs) for group in page.settings[0].groups] == [(2, 1)]


def test_runs_are_found_in_sweeps_too(tmp_path: Path) -> None:
    lay(tmp_path, (), name="one")
    lay(tmp_path / "study" / "cells", (), name="two")

    assert {path.name for path in run_directories(tmp_path)} == {"one", "two"}
    assert read_run(tmp_path / "study" / "cells" / "two", "x").entry.sweep == "study"
    assert [path.name for path in run_directories(tmp_path / "one")] == ["one"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_name_that_is_no_text_has_its_page(tmp_path: Path) -> None:
    lay(tmp_path, run(steps(0)), name="odd\udcff")
    lay(tmp_path, run(steps(0)), name="torn\udcff").config.write_text("{", encoding="utf-8")

    written = write_overview(tmp_path).path.read_text(encoding="utf-8")
    gallery = Gallery(tmp_path)
    news = gallery.news("/news", "", 0)

    assert '"link":"odd%FF/report.html"' in written
    assert news is not None
    entries = changed(None, news.page)["entries"]
    assert {entry["name"]: entry["link"] for entry in entries} == {"odd?": "/run/odd%FF/", "torn?": None}
    assert gallery.page("/run/odd%FF/")


def test_means_wait_until_all_episodes_are_read(tmp_path: Path) -> None:
    for name in ("a", "b"):
        lay(tmp_path, run(steps(0)), name=name, seed=ord(name))
    first, second = [read_run(path, "x") for path in run_directories(tmp_path)]

    page = overview(tmp_path, [with_episodes(first, tmp_path / "b"), second])

    assert (page.settings[0].unread, page.settings[0].groups) == (1, ())
    assert [entry.numbers["follow_rate"].value for entry in page.entries] == [1.0, 1.0]


def test_a_sweep_has_its_title_and_the_cells_that_have_not_begun(tmp_path: Path) -> None:
    begun = lay(tmp_path / "cells", run(steps(0)), name="begun").path
    made_of = PlannedIngredients(norms={}, prompts={}, questions="q")
    cells = tuple(
        PlannedCell(name=name, fingerprint="f", labels={}, simulated=True, config={}, ingredients=made_of)
        for name in ("begun", "waiting")
    )
    plan = SweepPlan(fingerprint_version=1, title="A study", setting="debate", axes={}, cells=cells)
    write_json(tmp_path / "plan.json", plan)

    page = overview(tmp_path, [with_episodes(read_run(begun, "x"), begun)])

    assert page.title == "A study"
    assert [(entry.name, entry.status, entry.link) for entry in page.entries] == [
        ("begun", "finished", "x"),
        ("waiting", "planned", None),
    ]


def test_a_damaged_run_has_no_page_and_does_not_hide_the_others(tmp_path: Path) -> None:
    lay(tmp_path, run(steps(0)), name="whole")
    lay(tmp_path, (), name="torn").events.write_text("{}\n")

    text = write_overview(tmp_path).path.read_text(encoding="utf-8")

    assert '"link":"whole/report.html"' in text
    assert '"status":"unreadable"' in text
    assert not (tmp_path / "torn" / "report.html").exists()
