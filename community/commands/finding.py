"""Which run a person means."""

from pathlib import Path

from community.errors import UserError


def find_run(name: str, out: Path) -> Path:
    """The directory that `name` is the path of, a directory of this name in `out`, or the `latest` there.

    Raises:
        UserError: there is none; `latest` needs one.
    """
    if name != "latest":
        inside = out / name
        return inside if not Path(name).exists() and inside.is_dir() else Path(name)
    runs = [path.parent for path in out.glob("*/config.json")]
    if not runs:
        raise UserError(f"there is no run in {str(out)!r}; name its directory, or where runs are with --out")
    return max(runs, key=lambda path: (path.name.partition("_")[0], path.stat().st_mtime_ns))
