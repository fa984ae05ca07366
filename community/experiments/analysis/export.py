"""Rows as files that other programs read: CSV, JSON lines, Parquet; one line a row, the same columns in each."""

import csv
import importlib
import json
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

from community.errors import MissingExtraError, UserError
from community.experiments.analysis.rows import Row
from community.experiments.runs.directory import refuse_records
from community.records import SCHEMA_VERSION

_AXIS = "axis."
"""Leads the columns that hold the labels of a sweep."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?[0-9.]+(e[+-]?[0-9]+)?")


def columns(kind: type[Row], axes: Sequence[str] = ()) -> dict[str, type]:
    """Column -> type of its values, any of which may be null; the labels of a sweep's axes come last."""
    fields = {name: _type(field.annotation) for name, field in kind.model_fields.items() if name != "labels"}
    return {**fields, **{f"{_AXIS}{axis}": str for axis in axes}}


@contextmanager
def replacing(path: Path) -> Generator[Path]:
    """A path beside `path` to write to; it takes the other's place when all is written.

    Links are followed, and what is no plain file, such as /dev/stdout, is written to as it is.

    Raises:
        UserError: it cannot be written, or it is a record of a run.
    """
    refuse_records(path)
    if path.exists() and not path.is_file():
        with _unwritable(path):
            yield path
        return
    target = path.resolve()
    temporary = target.with_name(f".{target.name}.partial{target.suffix}")
    try:
        with _unwritable(path):
            yield temporary
            temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _unwritable(path: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror or error}") from error


def _write_csv(path: Path, rows: Sequence[Row]) -> None:
    names = list(_columns(rows))
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, restval="")
        writer.writeheader()
        for row in rows:
            writer.writerow({name: _cell(value) for name, value in _flat(row).items()})


def _write_jsonl(path: Path, rows: Sequence[Row]) -> None:
    names = list(_columns(rows))
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            flat = {**dict.fromkeys(names), **_flat(row), "missing": row.missing}
            file.write(json.dumps(flat, ensure_ascii=False) + "\n")


def _write_parquet(path: Path, rows: Sequence[Row]) -> None:
    try:
        arrow: Any = importlib.import_module("pyarrow")
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError("pyarrow", "parquet", f"writing {path}") from error
    kinds = {str: arrow.string(), int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_()}
    schema = arrow.schema(
        [(name, kinds[kind]) for name, kind in _columns(rows).items()],
        metadata={"community.schema_version": str(SCHEMA_VERSION)},
    )
    with replacing(path) as temporary:
        parquet.write_table(arrow.Table.from_pylist([_flat(row) for row in rows], schema=schema), temporary)


WRITERS: Mapping[str, Callable[[Path, Sequence[Row]], None]] = {
    "csv": _write_csv,
    "parquet": _write_parquet,
    "jsonl": _write_jsonl,
}
"""Format -> what writes rows of one setting, at least one, to a file; one that exists is replaced."""


def _columns(rows: Sequence[Row]) -> dict[str, type]:
    return columns(type(rows[0]), list(dict.fromkeys(axis for row in rows for axis in row.labels)))


def _flat(row: Row) -> dict[str, Any]:
    """A row without nesting: one column a label, and the reasons of what is missing as JSON."""
    values = row.model_dump(exclude={"labels", "missing"})
    reasons = json.dumps(row.missing, ensure_ascii=False) if row.missing else None
    return {**values, "missing": reasons, **{f"{_AXIS}{axis}": label for axis, label in row.labels.items()}}


def _cell(value: object) -> object:
    """A value in CSV; words of a model that a spreadsheet would run as a formula are led by an apostrophe."""
    if isinstance(value, str) and value.startswith(_FORMULA) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return str(value).lower() if isinstance(value, bool) else value


def _type(annotation: Any) -> type:
    """The one type of a column; a choice of words and the reasons of what is missing are text."""
    parts = [part for part in (get_args(annotation) or (annotation,)) if part is not type(None)]
    return parts[0] if parts[0] in (int, float, bool) else str
