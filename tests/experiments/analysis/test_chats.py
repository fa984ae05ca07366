import asyncio
import csv
from pathlib import Path

import pytest

from community.experiments.analysis.chats import RowOfChat, RowOfMessage
from community.experiments.analysis.comparison import compare
from community.experiments.analysis.export import WRITERS
from community.experiments.analysis.observations import observe, observe_rounds
from community.statistics.estimate import estimate
from tests.experiments.chats.chatted import config, score, start

PHASES = [{"norms": "sy_star"}, {"from_turn": 6, "norms": ["rp_farewell"]}]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    wanted = config(phases=PHASES, chats=2, habits=["sy_dagger"], sanction={"probability": 0.9})
    return Path(asyncio.run(start(wanted, tmp_path_factory.mktemp("runs"))).run_dir)


def test_rows_average_to_the_numbers_of_the_run(played: Path) -> None:
    rows, result = observe(played), score(played)

    assert len(rows) == 2
    for name in RowOfChat.measures:
        assert estimate([row.value(name) for row in rows]).value == result.number(name), name
    for row in rows:
        assert row.missing.keys() == {name for name in row.measures if row.value(name) is None}


def test_a_row_says_how_its_run_was_treated(played: Path) -> None:
    row = observe(played)[1]

    assert isinstance(row, RowOfChat)
    assert (row.norm, row.family, row.switches) == ("sy_star", "local_edit", "6=rp_farewell")
    assert (row.member, row.members, row.newcomer, row.habits) == (
        "sim:expert*3",
        3,
        "sim:novice",
        "sy_dagger",
    )
    assert row.other == "joins=3,sanction.probability=0.9"
    assert (row.simulated, row.index, row.planned, row.status) == (True, 2, 2, "finished")


def test_a_message_is_a_row_with_the_norms_in_force(played: Path) -> None:
    rows = [row for row in observe_rounds(played) if isinstance(row, RowOfMessage)]

    assert len(rows) == score(played).metrics.messages
    assert all(row.in_force == ("rp_farewell" if row.turn >= 6 else "sy_star") for row in rows)
    assert [row.message for row in rows if row.index == 1] == list(range(1, len(rows) // 2 + 1))


def test_rows_of_chats_can_be_written_and_compared(played: Path, tmp_path: Path) -> None:
    rows = observe(played)
    twin = [row.model_copy(update={"demonstrations": False, "run_dir": "twin"}) for row in rows]

    WRITERS["csv"](tmp_path / "rows.csv", rows)
    report = compare(rows, twin, names=("shown", "twin"), measures=["first_opportunity"])

    with (tmp_path / "rows.csv").open(encoding="utf-8") as file:
        assert [line["switches"] for line in csv.DictReader(file)] == ["6=rp_farewell"] * 2
    assert report.differing.keys() == {"demonstrations"}
    assert report.comparisons[0].paired.difference.value == 0
