"""A study folder: the files of a study of one's own, one commented example of each kind, which run at once."""

from collections.abc import Iterator
from pathlib import Path

from community.errors import UserError
from community.norms.writing import SCHEMA_FILE, schema_text

_EXAMPLE = Path(__file__).parent / "study_folder"


def lay_out_study(folder: Path) -> list[Path]:
    """Write the example study into a folder, which may exist; returns the files that were written.

    Raises:
        UserError: one of the files is there already (nothing is written then), or the folder cannot be written.
    """
    files = dict(_files())
    taken = [str(name) for name in files if (folder / name).exists()]
    if taken:
        raise UserError(f"{folder} has {', '.join(taken)} already; name a folder without")
    try:
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror or error}") from error
    return [folder / name for name in files]


def _files() -> Iterator[tuple[Path, str]]:
    """Name within the folder, and content."""
    for path in sorted(_EXAMPLE.rglob("*")):
        if path.is_file() and path.suffix in {".yaml", ".py", ".jsonl"}:
            yield path.relative_to(_EXAMPLE), path.read_text(encoding="utf-8")
    yield Path("norms", SCHEMA_FILE), schema_text()
