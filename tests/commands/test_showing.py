from pathlib import Path

from tests.commands.conftest import Command


def test_show_lists_all_debates(community: Command, finished_run: Path) -> None:
    table = community("show", str(finished_run))
    rows = community("show", str(finished_run), "--json").json

    assert table.code == 0
    assert table.out.startswith("simulated")
    assert [row["number"] for row in rows["debates"]] == [1, 2, 3]
    for row in rows["debates"]:
        assert row["question"] in table.out


def test_show_writes_out_one_debate(community: Command, finished_run: Path) -> None:
    text = community("show", str(finished_run), "--debate", "2").out
    events = community("show", str(finished_run), "--debate", "2", "--json").json

    assert text.startswith("simulated")
    assert "debate 2" in text
    assert "what the newcomer saw:" in text
    assert "[[★]]" in text
    assert events["number"] == 2
    assert {event["debate"] for event in events["events"]} == {1}


def test_show_refuses_a_debate_that_is_not_there(community: Command, finished_run: Path) -> None:
    outcome = community("show", str(finished_run), "--debate", "4")

    assert (outcome.code, outcome.out) == (2, "")
    assert "no debate 4 in this run; it has debates 1 to 3" in outcome.err


def test_show_of_a_run_that_has_just_begun(community: Command, finished_run: Path, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_bytes((finished_run / "config.json").read_bytes())

    assert community("show", str(tmp_path)).code == 0
    assert "no debate has begun" in community("show", str(tmp_path), "--debate", "1").err


def test_graph_is_mermaid(community: Command) -> None:
    outcome = community("graph")

    assert outcome.code == 0
    assert "graph TD" in outcome.out
    for node in ("answer", "gate", "discuss"):
        assert f"{node}({node})" in outcome.out


def test_the_latest_run_is_named(community: Command, finished_run: Path) -> None:
    outcome = community("show", "latest", "--out", str(finished_run.parent))

    assert outcome.out.splitlines()[0] == str(finished_run)
    assert community("show", "latest", "--out", str(finished_run.parent), "--json").json["run_dir"]
