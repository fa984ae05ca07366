"""One registry for every room: a literal table of built-ins, and entry points of third parties."""

import importlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from community.config import nearest
from community.errors import UnknownIdError, UnloadableError, UserError, boundary


@dataclass(frozen=True)
class Registry:
    """The implementations of one room, imported when asked for.

    Attributes:
        room: singular noun for messages, for example "module".
        table: id -> "package.module:Class" of the built-ins.
        group: entry-point group of third parties, for example "community.modules".
    """

    room: str
    table: Mapping[str, str]
    group: str

    @cached_property
    def _entry_points(self) -> dict[str, EntryPoint]:
        return {point.name: point for point in entry_points(group=self.group)}

    def ids(self) -> list[str]:
        """All known ids: built-ins in table order, then third parties by name."""
        return [*self.table, *sorted(set(self._entry_points) - set(self.table))]

    def load(self, name: str) -> object:
        """The object behind an id, a "package.module:Class" path or a "path/to/file.py:Class".

        Raises:
            UnknownIdError: no such id.
            UserError: no such file, or no such name in it.
            UnloadableError: the plug-in cannot be imported.
        """
        if ".py:" in name:
            return load_file(name, f"{self.room} {name!r}")
        target = self.table.get(name)
        if target is None and name in self._entry_points:
            target = self._entry_points[name].value
        if target is None and ":" in name:
            target = name
        if target is None:
            raise UnknownIdError(self.room, name, self.ids())
        return load_object(target, f"{self.room} {name!r}")


def load_object(target: str, what: str) -> object:
    """Import "package.module:Class".

    Raises:
        UnloadableError: the module or the name in it cannot be had; the message names `what`.
    """
    module_name, _, attribute = target.partition(":")
    try:
        return getattr(importlib.import_module(module_name), attribute)
    except Exception as error:
        raise UnloadableError(
            f"{what} cannot be loaded from {target!r}: {type(error).__name__}: {error}"
        ) from error


def load_file(target: str, what: str) -> object:
    """Import "path/to/file.py:Class", wherever the file lies.

    Raises:
        UserError: there is no such file, or no such name in it.
        UnloadableError: its code failed; the message names `what`.
    """
    file, _, attribute = target.rpartition(":")
    path = Path(file).expanduser().resolve()
    spec = spec_from_file_location(f"community_file_{path.stem}", path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise UserError(f"{what}: there is no file {file!r}")
    module = module_from_spec(spec)
    with boundary(what, UnloadableError):
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    if not hasattr(module, attribute):
        own = [name for name, value in vars(module).items() if getattr(value, "__module__", "") == spec.name]
        hint = nearest(attribute, own) if own else "it defines nothing"
        raise UserError(f"{what}: there is no {attribute!r} in {file!r}; {hint}")
    return getattr(module, attribute)
