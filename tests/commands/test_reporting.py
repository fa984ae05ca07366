import shutil
import signal
import urllib.request
from pathlib import Path

import pytest

from tests.commands.conftest import Command, Process


def test_report_writes_a_page_into_the_run(community: Command, finished_run: Path) -> None:
    outcome = community("report", str(finished_run), "--html")

    assert (outcome.code, outcome.last) == (0, str(finished_run / "report.html"))
    assert (finished_run / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("play", "heading"),
    [
        (("scenarios", "run", "--norm", "binary_answer_norm", "-k", "1"), "sim:novice · 2 scenarios"),
        (("chat", "--norm", "sy_star", "--turns", "10"), "sy_star · module none"),
    ],
)
def test_report_writes_a_page_of_runs_of_every_setting(
    community: Command, tmp_path: Path, play: tuple[str, ...], heading: str
) -> None:
    assert community(*play).code == 0
    assert community("report", "latest", "--html", "page.html").code == 0

    assert f"<title>{heading}</title>" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("as_page", [(), ("--html",)])
def test_report_says_which_runs_are_left_out(
    community: Command, finished_run: Path, tmp_path: Path, as_page: tuple[str, ...]
) -> None:
    for name in ("one", "again"):
        shutil.copytree(finished_run, tmp_path / "twice" / name)

    outcome = community("report", "twice", *as_page)

    assert (outcome.code, "1 repeated run is left out" in outcome.err) == (0, True)


def test_report_writes_a_page_where_it_is_told(
    community: Command, finished_run: Path, tmp_path: Path
) -> None:
    assert community("report", str(finished_run), "--html", "page.html").code == 0
    assert "sy_star" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_report_never_takes_the_place_of_a_record(community: Command, finished_run: Path) -> None:
    before = (finished_run / "events.jsonl").read_bytes()
    outcome = community("report", str(finished_run), "--html", str(finished_run / "events.jsonl"))

    assert (outcome.code, outcome.out) == (2, "")
    assert "events.jsonl is a record of a run; name another file" in outcome.err
    assert (finished_run / "events.jsonl").read_bytes() == before


def test_report_that_cannot_be_written(community: Command, finished_run: Path) -> None:
    outcome = community("report", str(finished_run), "--html", "nowhere/page.html")

    assert (outcome.code, outcome.out) == (2, "")
    assert "nowhere/page.html cannot be written" in outcome.err


def test_report_writes_tables_and_figures_where_it_is_told(
    community: Command, finished_run: Path, tmp_path: Path
) -> None:
    outcome = community("report", str(finished_run), "paper")

    assert (outcome.code, outcome.last) == (0, "paper/report.md")
    assert "simulated" in outcome.err
    assert (tmp_path / "paper" / "figures" / "simulated_comparison.pdf").is_file()


def test_report_of_nothing_is_bad_usage(community: Command, tmp_path: Path) -> None:
    outcome = community("report", str(tmp_path))

    assert (outcome.code, outcome.out) == (2, "")
    assert "no run" in outcome.err


def test_report_of_a_folder_links_to_a_page_of_each_run(
    community: Command, finished_run: Path, tmp_path: Path
) -> None:
    shutil.copytree(finished_run, tmp_path / "runs" / "one")

    outcome = community("report", "runs", "--html")

    assert (outcome.code, outcome.last) == (0, "runs/report.html")
    assert '"link":"one/report.html"' in (tmp_path / "runs" / "report.html").read_text(encoding="utf-8")
    assert (tmp_path / "runs" / "one" / "report.html").is_file()


def test_report_of_an_empty_folder(community: Command, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()

    outcome = community("report", "runs", "--html")

    assert outcome.code == 2
    assert "there is no run in 'runs'" in outcome.err


def test_view_serves_a_folder_until_it_is_interrupted(process: Process, finished_run: Path) -> None:
    view = process.start("view", str(finished_run.parent), "--no-open")
    assert view.stdout is not None
    address = view.stdout.readline().decode().strip()

    with urllib.request.urlopen(address, timeout=20) as page:
        served = page.read().decode()
    view.send_signal(signal.SIGINT)
    _, err = view.communicate(timeout=20)

    assert finished_run.name in served
    assert (view.returncode, err.decode().splitlines()) == (0, ["Ctrl-C ends it"])


def test_view_of_a_folder_that_is_not_there(community: Command) -> None:
    outcome = community("view", "nowhere", "--no-open")

    assert outcome.code == 2
    assert "'nowhere' is no folder" in outcome.err


def test_report_refuses_a_target_given_as_the_folder_of_runs(community: Command, finished_run: Path) -> None:
    outcome = community("report", str(finished_run), "--html", "--out", "x.html")

    assert (outcome.code, outcome.out) == (2, "")
    assert f"second argument: community report {finished_run} x.html --html" in outcome.err


@pytest.mark.parametrize("command", [("report", "."), ("report", ".", "--html"), ("view", ".", "--no-open")])
def test_folders_further_down_that_hold_runs_are_named(
    community: Command, tmp_path: Path, command: tuple[str, ...]
) -> None:
    for folder in ("runs/one", "sweeps/s/cells/c", "empty"):
        (tmp_path / folder).mkdir(parents=True)
    for run in ("runs/one", "sweeps/s/cells/c"):
        (tmp_path / run / "config.json").write_text("{}")

    outcome = community(*command)

    assert (outcome.code, outcome.out) == (2, "")
    assert "there is no run in '.'; runs are in ./runs, ./sweeps: name one of these" in outcome.err
