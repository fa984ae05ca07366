from pathlib import Path

from tests.commands.conftest import Command


def test_report_writes_a_page_into_the_run(community: Command, finished_run: Path) -> None:
    outcome = community("report", str(finished_run), "--html")

    assert (outcome.code, outcome.last) == (0, str(finished_run / "report.html"))
    assert (finished_run / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_report_writes_a_page_where_it_is_told(
    community: Command, finished_run: Path, tmp_path: Path
) -> None:
    assert community("report", str(finished_run), "--html", "page.html").code == 0
    assert "sy_star" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_report_that_cannot_be_written(community: Command, finished_run: Path) -> None:
    outcome = community("report", str(finished_run), "--html", "nowhere/page.html")

    assert (outcome.code, outcome.out) == (2, "")
    assert "nowhere/page.html cannot be written" in outcome.err


def test_report_asks_for_a_form(community: Command, finished_run: Path) -> None:
    outcome = community("report", str(finished_run))

    assert outcome.code == 2
    assert "--html" in outcome.err
