"""What has changed on a page since it was last asked for, so that only that is sent; see `assets/changes.js`."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar, cast

from pydantic import Field

from community.records import Record

Change = dict[str, Any]
"""`is`: another value. Or `in`: changes of parts by key or place; and `more`: what a list has at its end besides."""
_KEPT = 4
K = TypeVar("K")


class News(Record):
    """What has changed on a page; only the version when nothing has."""

    version: str
    page: Change | None = None
    transcripts: dict[int, Change] = Field(default_factory=dict[int, Change])
    """Place in the list of the page, counted from 0 -> what has changed in what is read there."""


class _Sent(NamedTuple):
    page: object = None
    transcripts: Mapping[int, object] = {}


class Versions:
    """The latest versions of a page that were sent; against any other, everything is new."""

    def __init__(self) -> None:
        self._sent: OrderedDict[str, _Sent] = OrderedDict()

    def news(
        self, seen: str, version: str, page: Record, transcripts: Mapping[int, Record] | None = None
    ) -> News:
        """What makes the version that was seen into this one."""
        told = {at: each.model_dump(mode="json") for at, each in (transcripts or {}).items()}
        before, now = self._sent.get(seen, _Sent()), _Sent(page.model_dump(mode="json"), told)
        self._sent[version] = now
        self._sent.move_to_end(version)
        while len(self._sent) > _KEPT:
            self._sent.popitem(last=False)
        pairs = ((at, before.transcripts.get(at), each) for at, each in now.transcripts.items())
        return News(version=version, page=change(before.page, now.page), transcripts=_parts(pairs))


def change(old: Any, new: Any) -> Change | None:
    """What makes one JSON value into another; None where they are the same."""
    if old == new:
        return None
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        before, after = cast("dict[str, Any]", old), cast("dict[str, Any]", new)
        return {"in": _parts((key, before[key], after[key]) for key in after)}
    if isinstance(old, list) and isinstance(new, list):
        earlier, later = cast("list[Any]", old), cast("list[Any]", new)
        if (size := len(earlier)) <= len(later):
            return {
                "in": _parts((at, earlier[at], later[at]) for at in range(size)),
                "more": later[size:],
            }
    return {"is": new}


def _parts(parts: Iterable[tuple[K, Any, Any]]) -> dict[K, Change]:
    return {key: found for key, old, new in parts if (found := change(old, new)) is not None}
