"""What can be had by id, one YAML file each: shipped with the package, the user's own folder, installed packages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from community.errors import CommunityError, UnknownIdError, UserError
from community.packages import SUFFIXES, Broken, packaged_files


class Named(Protocol):
    """Anything that has an id."""

    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=Named)


@dataclass(frozen=True)
class Catalogue(Generic[T]):
    """The items of one room.

    Attributes:
        room: singular noun for messages, for example "norm"; `./norms/` and the entry points `community.norms` are
            named after it.
        data: the folder of the shipped files, each named after its id, at any depth.
        read: gives the item in a file, or raises a `CommunityError`.
        read_packaged: the same for a file of an installed package, where less may be allowed.
    """

    room: str
    data: Path
    read: Callable[[Path], T]
    read_packaged: Callable[[Path], T]

    @property
    def own(self) -> Path:
        """The user's folder."""
        return Path(f"{self.room}s")

    @cached_property
    def shipped(self) -> Mapping[str, Path]:
        """Shipped files by id; a file is named after its item, so that none has to be opened for this."""
        return {file.stem: file for file in sorted(self.data.rglob("*.yaml"), key=lambda file: file.stem)}

    def load(self, id_or_path: str) -> T:
        """The item with this id, or in this YAML file.

        Raises:
            UnknownIdError: no such id; with the nearest ones.
            FileFaultsError: the file is faulty; every fault with line and path.
            UserError: the file cannot be read.
        """
        if id_or_path.endswith(SUFFIXES):
            return self.read(Path(id_or_path))
        file = self.shipped.get(id_or_path)
        if file is not None:
            return self._read_shipped(file)
        sound, broken = self._further()
        found = {item.id: item for item in sound}
        for source, error in broken:
            if id_or_path not in found and Path(source).stem == id_or_path:
                raise error
        if id_or_path not in found:
            raise UnknownIdError(
                self.room, id_or_path, [*self.shipped, *found], see=f"community {self.own} list"
            )
        return found[id_or_path]

    def items(self) -> list[T]:
        """All that are sound: the shipped ones by id, the user's by id, those of packages."""
        return [*map(self._read_shipped, self.shipped.values()), *self._further()[0]]

    def broken(self) -> Sequence[Broken]:
        """The user's files and the plug-ins that cannot be used, and why."""
        return self._further()[1]

    def own_files(self) -> list[Path]:
        """The YAML files in the user's folder."""
        return sorted(file for file in self.own.glob("*") if file.suffix in SUFFIXES)

    @cached_property
    def _read_shipped(self) -> Callable[[Path], T]:
        return cache(self.read)

    @cached_property
    def _read_packaged(self) -> Callable[[Path], T]:
        return cache(self.read_packaged)

    def _further(self) -> tuple[list[T], list[Broken]]:
        """All that is not shipped, by id; an id belongs to whom it is first found with."""
        taken = dict(self.shipped)
        broken: list[Broken] = []
        own = sorted(_claimed(self.own_files(), self.read, taken, broken), key=_id_of)
        files, failed = packaged_files(f"community.{self.own}")
        packaged = sorted(_claimed(files, self._read_packaged, taken, broken), key=_id_of)
        return [*own, *packaged], [*broken, *failed]


def _id_of(item: Named) -> str:
    return item.id


def _claimed(
    files: Sequence[Path], read: Callable[[Path], T], taken: dict[str, Path], broken: list[Broken]
) -> Iterator[T]:
    """The sound items of some files, their ids entered in `taken`; the others go to `broken`."""
    for file in files:
        try:
            item = read(file)
            if item.id in taken:
                raise UserError(f"{file}: id: {item.id!r} is taken by {taken[item.id]}; choose another")
        except CommunityError as error:
            broken.append(Broken(str(file), error))
        else:
            taken[item.id] = file
            yield item
