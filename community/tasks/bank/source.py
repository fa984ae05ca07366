"""Where rows are read from: files of JSON lines, CSV or Parquet, and the Hub."""

import csv
import importlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from community.errors import Fault, FileFaultsError, MissingExtraError, UserError
from community.tasks.bank.row import Row


def read_text(path: Path) -> str:
    """The text of a file in UTF-8, with or without a byte order mark.

    Raises:
        UserError: it cannot be read.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return file.read()
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: is not UTF-8 text: {error}") from error


def read_json_lines(path: Path, faults: list[Fault]) -> Iterator[Row]:
    """The objects of a JSON-lines file; blank lines are passed over, lines that are no objects are faults.

    Raises:
        UserError: the file cannot be read.
    """
    lines = (item for item in enumerate(io.StringIO(read_text(path)), start=1) if item[1].strip())
    for number, (line, text) in enumerate(lines, start=1):
        try:
            record: Any = json.loads(text)
        except (ValueError, RecursionError) as error:
            faults.append(Fault("", f"is not JSON: {error}", line))
            continue
        if not _is_text(text, record):
            faults.append(Fault("", r"holds half of a character (a lone \ud800 to \udfff)", line))
        elif isinstance(record, dict):
            yield Row(record, path.stem, number, line)  # pyright: ignore[reportUnknownArgumentType] - keys are strings
        else:
            faults.append(Fault("", "is not a JSON object", line))


def _is_text(line: str, record: object) -> bool:
    """Whether a record is made of whole characters; JSON can escape halves, which no file can hold."""
    if "\\ud" not in line.lower():
        return True
    try:
        json.dumps(record, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def read_csv(path: Path, faults: list[Fault]) -> Iterator[Row]:
    """The records of a CSV file with a header line; cells may span lines, blank lines are passed over.

    Raises:
        UserError: the file cannot be read.
        FileFaultsError: a record is not CSV; what follows cannot be trusted, so nothing else is looked at.
    """
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    header: list[str] | None = None
    line, number = 1, 0
    try:
        for cells in reader:
            start, line = line, reader.line_num + 1
            if header is None:
                header = [cell.strip() for cell in cells]
            elif len(cells) > len(header):
                faults.append(Fault("", f"has {len(cells)} cells, and the header has {len(header)}", start))
            elif cells:
                number += 1
                yield Row(dict(zip(header, cells, strict=False)), path.stem, number, start)
    except csv.Error as error:
        raise FileFaultsError(str(path), [Fault("", f"is not CSV: {error}", line)]) from error


def read_parquet(path: Path, faults: list[Fault]) -> Iterator[Row]:
    """The records of a Parquet file; what is in one is a record, so nothing is added to the faults.

    Raises:
        MissingExtraError: pyarrow is not installed.
        UserError: the file cannot be read.
    """
    try:
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError("pyarrow", "hub", f"reading {path}") from error
    try:
        records: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    except (OSError, ValueError) as error:  # pyarrow's own errors derive from these
        raise UserError(f"{path}: cannot be read as Parquet: {error}") from error
    yield from (Row(record, path.stem, number) for number, record in enumerate(records, start=1))


def read_hub(name: str, *, purpose: str, instead: str, **options: str) -> Iterator[Row]:
    """The records of a dataset on the Hub, of all its splits where `options` name none.

    Args:
        name: of the dataset.
        purpose: what needs it, for the message when the package is missing.
        instead: what works without the Hub, for the message when it cannot be reached.
        options: handed on, such as `split` and `revision`.

    Raises:
        MissingExtraError: `datasets` is not installed.
        UserError: the dataset cannot be had.
    """
    try:
        datasets = importlib.import_module("datasets")
    except ImportError as error:
        raise MissingExtraError("datasets", "hub", purpose) from error
    try:
        loaded: object = datasets.load_dataset(name, **options)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise UserError(f"{name} cannot be had from the Hub ({reason}); {instead}") from error
    splits = cast("Mapping[str, object]", loaded) if isinstance(loaded, Mapping) else {"": loaded}
    records = (record for split in splits.values() for record in cast("Iterable[dict[str, Any]]", split))
    source = options.get("split", "hub")
    return (Row(record, source, number) for number, record in enumerate(records, start=1))
