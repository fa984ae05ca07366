"""YAML files of installed packages: an entry point names a package that holds them, or a callable that gives paths."""

import os
from collections.abc import Iterable, Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, cast

from community.errors import CommunityError, PluginError, boundary

SUFFIXES = (".yaml", ".yml")


class Broken(NamedTuple):
    """A file or a plug-in whose contents cannot be had, and why."""

    source: str
    error: CommunityError


def packaged_files(group: str) -> tuple[list[Path], list[Broken]]:
    """The files of all entry points of a group, and the entry points that give none."""
    files: list[Path] = []
    broken: list[Broken] = []
    for point in sorted(entry_points(group=group), key=lambda point: point.name):
        what = f"plug-in {point.name!r}"
        try:
            with boundary(what):
                files += _files_of(point, what)
        except CommunityError as error:
            broken.append(Broken(what, error))
    return files, broken


def _files_of(point: EntryPoint, what: str) -> list[Path]:
    found: object = point.load()
    if isinstance(found, ModuleType):
        places: object = list(getattr(found, "__path__", ()))
    else:
        places = found() if callable(found) else found
    files = [file for place in _paths(places) for file in _inside(place)]
    if not files:
        raise PluginError(
            f"{what} ({point.value}) gives no YAML file; a package of them or a callable is allowed"
        )
    return files


def _paths(places: object) -> Iterator[Path]:
    """One path, or several."""
    if isinstance(places, str | os.PathLike):
        yield Path(cast("str | os.PathLike[str]", places))
    elif isinstance(places, Iterable):
        for place in cast("Iterable[object]", places):
            yield from _paths(place)


def _inside(place: Path) -> list[Path]:
    if place.is_dir():
        return sorted(file for file in place.rglob("*") if file.suffix in SUFFIXES)
    return [place]
