"""Where things are: runs, the cache of replies, configuration."""

import os
from pathlib import Path

from community.experiments.runs.settle import project_config_file, user_config_file
from community.models.cache import cache_path
from community.records import SCHEMA_VERSION, Record


class Place(Record):
    """A file or a folder."""

    name: str
    what: str
    path: str
    exists: bool

    @property
    def is_writable(self) -> bool:
        """Whether files can be made in this folder, or it can be made itself."""
        path = Path(self.path).absolute()
        there = next(each for each in (path, *path.parents) if each.exists())
        return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


class Places(Record):
    """What `community paths --json` prints."""

    schema_version: int = SCHEMA_VERSION
    places: tuple[Place, ...]


def places(out: Path) -> Places:
    """Every place that is read or written without being named on the command line."""
    found = (
        ("runs", "run directories and sweeps (--out)", out),
        ("cache", "replies of models, kept across runs", cache_path().parent),
        ("config", "your configuration", user_config_file().parent),
        ("project", "configuration of this folder", project_config_file()),
        *((name, f"{name} of your own", Path(name)) for name in ("norms", "scenarios")),
    )
    return Places(
        places=tuple(
            Place(name=name, what=what, path=str(path.absolute()), exists=path.exists())
            for name, what, path in found
        )
    )
