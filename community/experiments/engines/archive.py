"""A run directory in one piece, for machines that share no file system."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from community.experiments.runs.directory import RunDirectory


def pack(run: Path) -> bytes | None:
    """The files of a run directory as the bytes of a zip archive; None when the directory does not exist."""
    if not run.is_dir():
        return None
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for file in _whole_files(run):
            archive.write(file, file.relative_to(run))
    return buffer.getvalue()


def unpack(packed: bytes, run: Path) -> None:
    """Put a packed run directory where `run` is; what stands there and is not in it goes.

    Each file takes its place whole, and those that say how far the run has come do so last. So a kill at any moment
    leaves a run that can be resumed, with no call fewer than before.

    Args:
        packed: by `pack`.
        run: a run directory, whose parent exists.
    """
    run.mkdir(exist_ok=True)
    with ZipFile(BytesIO(packed)) as archive:
        files = {run / name: name for name in archive.namelist()}
        for file in _in_turn(files, RunDirectory(run)):
            _put(archive.read(files[file]), file)
    for file in set(_whole_files(run)) - files.keys():
        file.unlink()


def _whole_files(run: Path) -> list[Path]:
    """The files of a run, but for hidden ones: those a kill left half written."""
    return [file for file in sorted(run.rglob("*")) if file.is_file() and not file.name.startswith(".")]


def _in_turn(files: Iterable[Path], run: RunDirectory) -> list[Path]:
    """First what makes the directory a run, last what says how far it has come."""
    turns = {run.config: 0, run.manifest: 2, run.metrics: 3}
    return sorted(files, key=lambda file: turns.get(file, 1))


def _put(content: bytes, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{file.name}.arriving")
    temporary.write_bytes(content)
    temporary.replace(file)
