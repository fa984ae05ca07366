"""The norms that can be had by id, one YAML file each: shipped in `data/`, the user's in `./norms/`, or of packages."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from community.config import read_yaml, validate
from community.errors import CommunityError, Fault, FileFaultsError, UnknownIdError, UserError
from community.norms.norm import Norm
from community.norms.packages import SUFFIXES, Broken, packaged_files
from community.norms.python_rule import PythonRule

DATA = Path(__file__).parent / "data"
OWN = Path("norms")


def load_norm(id_or_path: str) -> Norm:
    """The norm with this id, or in this YAML file.

    Raises:
        UnknownIdError: no such id; with the nearest ones.
        FileFaultsError: the file is faulty; every fault with line and path.
        UserError: the file cannot be read.
    """
    if id_or_path.endswith(SUFFIXES):
        return read_norm(Path(id_or_path))
    file = _shipped().get(id_or_path)
    if file is not None:
        return _read_shipped(file)
    sound, broken = _further()
    found = {norm.id: norm for norm in sound}
    for source, error in broken:
        if id_or_path not in found and Path(source).stem == id_or_path:
            raise error
    if id_or_path not in found:
        raise UnknownIdError("norm", id_or_path, [*_shipped(), *found])
    return found[id_or_path]


def list_norms(*, set: str | None = None, family: str | None = None) -> list[Norm]:
    """All sound norms, or those of one set or family: the shipped ones by id, the user's by id, those of packages."""
    norms = [*map(_read_shipped, _shipped().values()), *_further()[0]]
    return [norm for norm in norms if set in {None, norm.set} and family in {None, norm.family}]


def list_broken() -> Sequence[Broken]:
    """The user's files and the plug-ins that cannot be used, and why."""
    return _further()[1]


def own_files(folder: Path = OWN) -> list[Path]:
    """The YAML files in the user's folder of norms."""
    return sorted(file for file in folder.glob("*") if file.suffix in SUFFIXES)


def shipped_file(name: str) -> Path | None:
    """Where the shipped norm with this id stands; None when there is none."""
    return _shipped().get(name)


def read_norm(file: Path) -> Norm:
    """The norm in a YAML file of the user's; a function that it names is looked for in the same folder.

    Raises:
        FileFaultsError: the file is faulty; every fault with line and path.
        UserError: the file cannot be read.
    """
    return validate(read_yaml(file), Norm, context=file.parent)


_read_shipped = cache(read_norm)


@cache
def _shipped() -> dict[str, Path]:
    """Shipped norms by id; a file is named after its norm, so that none has to be opened for this."""
    return {file.stem: file for file in sorted(DATA.glob("*/*.yaml"), key=lambda file: file.stem)}


def _further() -> tuple[list[Norm], list[Broken]]:
    """All that is not shipped, by id; an id belongs to whom it is first found with."""
    taken = dict(_shipped())
    broken: list[Broken] = []
    own = sorted(_claimed(own_files(), taken, broken), key=lambda norm: norm.id)
    files, failed = packaged_files()
    packaged = sorted(_claimed(files, taken, broken, packaged=True), key=lambda norm: norm.id)
    return [*own, *packaged], [*broken, *failed]


def _claimed(
    files: Sequence[Path], taken: dict[str, Path], broken: list[Broken], *, packaged: bool = False
) -> Iterator[Norm]:
    """The sound norms of some files, their ids entered in `taken`; the others go to `broken`."""
    for file in files:
        try:
            norm = _read_packaged(file) if packaged else read_norm(file)
            if norm.id in taken:
                raise UserError(f"{file}: id: {norm.id!r} is taken by {taken[norm.id]}; choose another")
        except CommunityError as error:
            broken.append(Broken(str(file), error))
        else:
            taken[norm.id] = file
            yield norm


@cache
def _read_packaged(file: Path) -> Norm:
    """A norm of a package; code is only taken from the user's own files."""
    norm = read_norm(file)
    if isinstance(norm.predicate, PythonRule):
        message = "a rule in Python is only read from a file of your own; copy this one to ./norms"
        raise FileFaultsError(str(file), [Fault("check.kind", message)])
    return norm
