"""Replies kept across runs by content: the same model asked the same with the same seed is not paid twice.

One SQLite file in the user's cache folder, safe with several processes. It is a convenience: whatever goes wrong with
it is said once and the run goes on without.
"""

import asyncio
import json
import logging
import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import platformdirs

from community.models.asked import Asked
from community.models.chat import ChatModel, Reply, Usage
from community.models.spec import is_simulated
from community.records import SCHEMA_VERSION

T = TypeVar("T")

_log = logging.getLogger(__name__)

_BUSY_SECONDS = 0.5
_TABLE = """
CREATE TABLE IF NOT EXISTS replies (
    request TEXT NOT NULL, model TEXT NOT NULL, native INTEGER NOT NULL, reply TEXT NOT NULL,
    PRIMARY KEY (request, model)
) WITHOUT ROWID
"""
_KEEP = "INSERT OR IGNORE INTO replies VALUES (?, ?, ?, ?)"
_FIND = "SELECT native, reply FROM replies WHERE request = ? AND (model = ? OR ?) ORDER BY model LIMIT 1"


@dataclass(frozen=True, slots=True)
class Kept:
    """A reply from the cache, and whether the server had held it to the schema."""

    reply: Reply
    native: bool


@dataclass(frozen=True, slots=True)
class CacheSize:
    """What the cache holds."""

    replies: int
    bytes: int


def cache_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the cache is: in the folder COMMUNITY_CACHE_DIR, else in the user's cache folder."""
    folder = environment.get("COMMUNITY_CACHE_DIR") or platformdirs.user_cache_dir(
        "community", appauthor=False
    )
    return Path(folder) / "replies.sqlite3"


class ReplyCache:
    """The cache in one file; scripted people are left out, they cost less than a look-up.

    A reply is found by model, endpoint, settings, messages, sampling and schema. Once the server has said in this
    process what it is, only replies of that same model count.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or cache_path()
        self.served: dict[tuple[str, str], str] = {}
        """Spec and endpoint of a model -> what its server said last that it is."""
        self.turns = WeakValueDictionary[str, asyncio.Lock]()
        """Address -> who is at it."""
        self.broken = False
        """Whether the file was found unusable."""
        self._database: sqlite3.Connection | None = None

    def slot(self, model: ChatModel, asked: Asked) -> "Slot | None":
        """Where the reply to a request is kept; None for what scripted people are asked."""
        if is_simulated(model.spec):
            return None
        return Slot(self, (model.spec, model.endpoint), _address(model, asked))

    def size(self) -> CacheSize:
        """How many replies there are, and the bytes they take on disk."""
        count = self.attempt(
            lambda database: database.execute("SELECT count(*) FROM replies").fetchone()[0], 0
        )
        return CacheSize(count, sum(path.stat().st_size for path in self._files()))

    def clear(self) -> None:
        """Remove all replies; a file that is damaged is removed itself."""
        self.attempt(lambda database: database.executescript("DELETE FROM replies; VACUUM;"), None)
        if self.broken:
            self.close()
            for path in self._files():
                path.unlink()
            self.broken = False

    def close(self) -> None:
        """Close the file."""
        if self._database is not None:
            self._database.close()
            self._database = None

    def _files(self) -> list[Path]:
        paths = (self.path.with_name(self.path.name + suffix) for suffix in ("", "-wal", "-shm"))
        return [path for path in paths if path.is_file()]

    def attempt(self, action: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """Carry out an action; a file that is busy skips it, one that is unusable ends the use of the cache."""
        if self.broken:
            return otherwise
        try:
            return action(self._open())
        except (sqlite3.Error, OSError, ValueError, TypeError, KeyError) as error:
            if not _is_busy(error):
                self.broken = True
                _log.warning("the reply cache %s cannot be used (%s); going on without it", self.path, error)
            return otherwise

    def _open(self) -> sqlite3.Connection:
        if self._database is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._database = _connect(self.path)
        return self._database


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one reply in a cache.

    Attributes:
        cache: it is in.
        model: spec and endpoint.
        address: hash of all that the reply depends on.
    """

    cache: ReplyCache
    model: tuple[str, str]
    address: str

    def turn(self) -> AbstractAsyncContextManager[object]:
        """Hold the place while its reply is looked for, sent and kept, so that equal requests at once are sent once."""
        if self.cache.broken:
            return nullcontext()
        return self.cache.turns.setdefault(self.address, asyncio.Lock())

    def find(self) -> Kept | None:
        """The reply to an equal request, or None."""
        served = self.cache.served.get(self.model)
        place = (self.address, served or "", served is None)
        return self.cache.attempt(lambda database: _kept(database.execute(_FIND, place).fetchone()), None)

    def keep(self, reply: Reply, *, native: bool) -> None:
        """Keep a reply for later runs."""
        self.cache.served[self.model] = reply.model
        row = (self.address, reply.model, native, json.dumps(asdict(reply)))
        self.cache.attempt(lambda database: database.execute(_KEEP, row), None)


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute(_TABLE)
    except sqlite3.Error:
        database.close()
        raise
    return database


def _is_busy(error: Exception) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without the part that says why
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _address(model: ChatModel, asked: Asked) -> str:
    settings = json.dumps(model.settings, sort_keys=True, default=str)
    parts = (str(SCHEMA_VERSION), asked.digest, model.endpoint, settings)
    return blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()


def _kept(row: tuple[int, str] | None) -> Kept | None:
    if row is None:
        return None
    fields: dict[str, Any] = json.loads(row[1])
    usage = Usage(**fields.pop("usage"))
    return Kept(Reply(usage=usage, **fields), bool(row[0]))
