"""A run directory in one piece, for machines that share no file system."""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile


def pack(run: Path) -> bytes | None:
    """All files of a run directory; None when it does not exist."""
    if not run.is_dir():
        return None
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for file in sorted(run.rglob("*")):
            archive.write(file, file.relative_to(run))
    return buffer.getvalue()


def unpack(packed: bytes, run: Path) -> None:
    """Put a packed run directory where `run` is, in place of what stands there, once it is whole on this disk."""
    with TemporaryDirectory(prefix=".arriving-", dir=run.parent) as folder:
        fresh = Path(folder, "fresh")
        with ZipFile(BytesIO(packed)) as archive:
            archive.extractall(fresh)
        if run.exists():
            run.rename(Path(folder, "before"))
        fresh.rename(run)
