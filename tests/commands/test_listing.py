import pytest

from community.plugins import Registry
from tests.commands.conftest import Command


def test_modules_are_listed_with_their_options(community: Command) -> None:
    rows = community("modules", "list", "--json").json["modules"]
    table = community("modules", "list").out

    by_id = {row["id"]: row for row in rows}
    assert {"none", "direct_edit", "infer_edit", "contrastive", "tom"} <= by_id.keys()
    assert all(row["summary"] and row["error"] is None for row in rows)
    assert by_id["tom"]["options"]["second_order"]["default"] is False
    assert "second_order=False" in " ".join(table.split())


def test_tasks_are_listed(community: Command) -> None:
    rows = community("tasks", "list", "--json").json["tasks"]

    assert [row["id"] for row in rows] == ["procedural", "mmlu_pro", "file"]
    assert rows[-1]["options"]["path"]["required"] is True


def test_a_broken_plug_in_is_listed_as_broken(community: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Registry("task", {"lost": "community.nowhere:Lost"}, "community.no_such_group")
    monkeypatch.setattr("community.tasks.TASKS", broken)

    outcome = community("tasks", "list")

    assert outcome.code == 0
    assert "broken" in outcome.out
    assert "No module named" in " ".join(outcome.out.split())
    assert community("tasks", "list", "--json").json["tasks"][0]["error"]
