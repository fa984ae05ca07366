"""The norms that can be had by id: one YAML file each, shipped in `data/` or written by the user in `./norms/`."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from community.config import read_yaml, validate
from community.errors import UnknownIdError, UserError
from community.norms.norm import Norm

DATA = Path(__file__).parent / "data"
OWN = Path("norms")
_SUFFIXES = (".yaml", ".yml")


def load_norm(id_or_path: str) -> Norm:
    """The norm with this id, or in this YAML file.

    Raises:
        UnknownIdError: no such id; with the nearest ones.
        FileFaultsError: the file is faulty; every fault with line and path.
        UserError: the file cannot be read.
    """
    if id_or_path.endswith(_SUFFIXES):
        return read_norm(Path(id_or_path))
    file = _shipped().get(id_or_path)
    if file is not None:
        return _read_shipped(file)
    own = {norm.id: norm for norm in _own()}
    if id_or_path not in own:
        raise UnknownIdError("norm", id_or_path, [*_shipped(), *own])
    return own[id_or_path]


def list_norms(*, set: str | None = None, family: str | None = None) -> list[Norm]:
    """All norms, or those of one set or family: the shipped ones by id, then the user's by id.

    Raises:
        FileFaultsError: one of the user's files is faulty.
        UserError: one of them has the id of another norm.
    """
    norms = [*map(_read_shipped, _shipped().values()), *sorted(_own(), key=lambda norm: norm.id)]
    return [norm for norm in norms if set in {None, norm.set} and family in {None, norm.family}]


def read_norm(file: Path) -> Norm:
    """The norm in a YAML file.

    Raises:
        FileFaultsError: the file is faulty; every fault with line and path.
        UserError: the file cannot be read.
    """
    return validate(read_yaml(file), Norm)


_read_shipped = cache(read_norm)


@cache
def _shipped() -> dict[str, Path]:
    """Shipped norms by id; a file is named after its norm, so that none has to be opened for this."""
    return {file.stem: file for file in sorted(DATA.glob("*/*.yaml"), key=lambda file: file.stem)}


def _own() -> Iterator[Norm]:
    seen: dict[str, Path] = {}
    files = sorted(file for file in OWN.glob("*") if file.suffix in _SUFFIXES)
    for file in files:
        norm = read_norm(file)
        other = _shipped().get(norm.id) or seen.get(norm.id)
        if other:
            raise UserError(f"{file}: id: {norm.id!r} is taken by {other}; choose another")
        seen[norm.id] = file
        yield norm
