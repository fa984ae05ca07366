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
        self._served: dict[tuple[str, str], str] = {}
        self._broken = False
        self._database: sqlite3.Connection | None = None
        self._turns = WeakValueDictionary[str, asyncio.Lock]()

    def turn(self, model: ChatModel, asked: Asked) -> AbstractAsyncContextManager[object]:
        """Hold what is asked while it is looked for, sent and kept, so that equal requests at once are sent once."""
        if _scripted(model) or self._broken:
            return nullcontext()
        return self._turns.setdefault(_address(model, asked), asyncio.Lock())

    def find(self, model: ChatModel, asked: Asked) -> Kept | None:
        """The reply to an equal request, or None."""
        if _scripted(model):
            return None
        served = self._served.get((model.spec, model.endpoint))
        place = (_address(model, asked), served or "", served is None)
        return self._try(lambda database: _kept(database.execute(_FIND, place).fetchone()), None)

    def keep(self, model: ChatModel, asked: Asked, reply: Reply, *, native: bool) -> None:
        """Keep a reply for later runs."""
        if _scripted(model):
            return
        self._served[model.spec, model.endpoint] = reply.model
        row = (_address(model, asked), reply.model, native, json.dumps(asdict(reply)))
        self._try(
            lambda database: database.execute("INSERT OR IGNORE INTO replies VALUES (?, ?, ?, ?)", row), None
        )

    def size(self) -> CacheSize:
        """How many replies there are, and the bytes they take on disk."""
        count = self._try(lambda database: database.execute("SELECT count(*) FROM replies").fetchone()[0], 0)
        return CacheSize(count, sum(path.stat().st_size for path in self._files()))

    def clear(self) -> None:
        """Remove all replies; a file that is damaged is removed itself."""
        self._try(lambda database: database.executescript("DELETE FROM replies; VACUUM;"), None)
        if self._broken:
            self.close()
            for path in self._files():
                path.unlink()
            self._broken = False

    def close(self) -> None:
        """Close the file."""
        if self._database is not None:
            self._database.close()
            self._database = None

    def _files(self) -> list[Path]:
        paths = (self.path.with_name(self.path.name + suffix) for suffix in ("", "-wal", "-shm"))
        return [path for path in paths if path.is_file()]

    def _try(self, action: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """Carry out an action; a file that is busy skips it, one that is unusable ends the use of the cache."""
        if self._broken:
            return otherwise
        try:
            return action(self._open())
        except (sqlite3.Error, OSError, ValueError, TypeError, KeyError) as error:
            if not _is_busy(error):
                self._broken = True
                _log.warning("the reply cache %s cannot be used (%s); going on without it", self.path, error)
            return otherwise

    def _open(self) -> sqlite3.Connection:
        if self._database is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._database = _connect(self.path)
        return self._database


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


def _scripted(model: ChatModel) -> bool:
    return is_simulated(model.spec)


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
