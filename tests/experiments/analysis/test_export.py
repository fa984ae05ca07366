import csv
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from community.errors import MissingExtraError, UserError
from community.experiments.analysis.debates import RowOfDebate, RowOfRound
from community.experiments.analysis.export import WRITERS, columns
from community.experiments.analysis.observations import observe, observe_rounds
from community.experiments.analysis.rows import Row
from tests.experiments.staged import end, question, run, steps, write_run


@pytest.fixture
def rows(tmp_path: Path) -> list[Row]:
    """A cell of a sweep and its labels, and a failed debate; one belief has all that a CSV file finds hard."""
    events = run(steps(0, belief='a "star",\nor ★'), [[question(1)], [end(1, None, "broke")]])
    write_run(tmp_path / "study" / "cells" / "x", events)
    plan = {"cells": [{"name": "x", "labels": {"module": "tom"}}]}
    (tmp_path / "study" / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    return observe(tmp_path / "study")


def read_back(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        return parquet.read_table(path).to_pylist()
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    with path.open(encoding="utf-8", newline="") as file:
        return [{name: value or None for name, value in line.items()} for line in csv.DictReader(file)]


@pytest.mark.parametrize("format", WRITERS)
def test_every_row_is_in_the_file_with_every_column(tmp_path: Path, rows: list[Row], format: str) -> None:
    path = tmp_path / f"rows.{format}"

    WRITERS[format](path, rows)

    first, second = read_back(path)
    assert first.keys() == columns(RowOfDebate, ["module"]).keys()
    assert (float(first["follow_rate"]), first["belief"], first["axis.module"]) == (
        1.0,
        'a "star",\nor ★',
        "tom",
    )
    assert (second["status"], second["reason"], second["follow_rate"]) == ("failed", "broke", None)
    assert str(second["simulated"]).lower() == "true"
    missing = second["missing"] if format == "jsonl" else json.loads(second["missing"])
    assert missing["follow_rate"] == "the debate failed"


def test_parquet_keeps_the_types_of_columns_without_a_value(tmp_path: Path, rows: list[Row]) -> None:
    WRITERS["parquet"](tmp_path / "rows.parquet", rows)

    schema = parquet.read_schema(tmp_path / "rows.parquet")
    kinds = {
        name: str(schema.field(name).type) for name in ("over_imitation", "belief_rating", "judge", "costly")
    }
    assert kinds == {
        "over_imitation": "double",
        "belief_rating": "int64",
        "judge": "string",
        "costly": "bool",
    }
    assert schema.metadata[b"community.schema_version"] == b"1"


def test_rounds_have_columns_of_their_own(tmp_path: Path, rows: list[Row]) -> None:
    WRITERS["csv"](tmp_path / "rounds.csv", observe_rounds(tmp_path / "study"))

    told = [(line["round"], line["follow_rate"]) for line in read_back(tmp_path / "rounds.csv")]
    assert told == [("0", "0.0"), ("1", "1.0"), ("2", "1.0")]
    assert "insider_follow_rate" in columns(RowOfRound)


def test_an_earlier_file_is_replaced_and_nothing_else_is_left(tmp_path: Path, rows: list[Row]) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "rows.csv").write_text("old", encoding="utf-8")

    WRITERS["csv"](folder / "rows.csv", rows)

    assert [path.name for path in folder.iterdir()] == ["rows.csv"]
    assert len(read_back(folder / "rows.csv")) == 2


@pytest.mark.parametrize("format", WRITERS)
def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, rows: list[Row], format: str) -> None:
    with pytest.raises(UserError, match="rows cannot be written"):
        WRITERS[format](tmp_path / "nowhere" / "rows", rows)


def test_parquet_without_its_package_names_the_extra(
    tmp_path: Path, rows: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(MissingExtraError, match=r"community\[parquet\]"):
        WRITERS["parquet"](tmp_path / "rows.parquet", rows)


def test_a_belief_that_a_spreadsheet_would_run_is_led_by_an_apostrophe(tmp_path: Path) -> None:
    write_run(tmp_path / "run", run(steps(0, belief="=cmd|' /C calc'!A0")))
    rows = observe(tmp_path / "run")

    for format in ("csv", "jsonl"):
        WRITERS[format](tmp_path / f"rows.{format}", rows)

    assert read_back(tmp_path / "rows.csv")[0]["belief"] == "'=cmd|' /C calc'!A0"
    assert read_back(tmp_path / "rows.jsonl")[0]["belief"] == "=cmd|' /C calc'!A0"


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path: Path, rows: list[Row]) -> None:
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "rows.csv")

    WRITERS["csv"](link, rows)

    assert link.is_symlink()
    assert len(read_back(tmp_path / "rows.csv")) == 2


def test_what_is_no_plain_file_is_never_replaced(tmp_path: Path, rows: list[Row]) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    (tmp_path / "device").symlink_to(os.devnull)

    with pytest.raises(UserError, match="cannot be written: Is a directory"):
        WRITERS["csv"](tmp_path / "link", rows)
    WRITERS["csv"](tmp_path / "device", rows)

    assert (tmp_path / "link").is_dir()
    assert Path(os.devnull).is_char_device()


def test_records_of_a_run_are_never_written_over(tmp_path: Path, rows: list[Row]) -> None:
    events = tmp_path / "study" / "cells" / "x" / "events.jsonl"
    before = events.read_bytes()

    with pytest.raises(UserError, match="is a record of a run; name another file"):
        WRITERS["jsonl"](events, rows)

    assert events.read_bytes() == before
