"""The norms that can be had by id, one YAML file each: shipped in `data/`, the user's in `./norms/`, or of packages."""

from collections.abc import Sequence
from pathlib import Path

from community.catalogue import Catalogue
from community.config import read_yaml, validate
from community.errors import Fault, FileFaultsError
from community.norms.norm import Norm
from community.norms.python_rule import PythonRule
from community.packages import Broken

DATA = Path(__file__).parent / "data"


def load_norm(id_or_path: str) -> Norm:
    """The norm with this id, or in this YAML file.

    Raises:
        UnknownIdError: no such id; with the nearest ones.
        FileFaultsError: the file is faulty; every fault with line and path.
        UserError: the file cannot be read.
    """
    return NORMS.load(id_or_path)


def list_norms(*, set: str | None = None, family: str | None = None) -> list[Norm]:
    """All sound norms, or those of one set or family: the shipped ones by id, the user's by id, those of packages."""
    return [norm for norm in NORMS.items() if set in {None, norm.set} and family in {None, norm.family}]


def list_broken() -> Sequence[Broken]:
    """The user's files and the plug-ins that cannot be used, and why."""
    return NORMS.broken()


def read_norm(file: Path) -> Norm:
    """The norm in a YAML file of the user's; a function that it names is looked for in the same folder.

    Raises:
        FileFaultsError: the file is faulty; every fault with line and path.
        UserError: the file cannot be read.
    """
    return validate(read_yaml(file), Norm, context=file.parent)


def _read_packaged(file: Path) -> Norm:
    """A norm of a package; code is only taken from the user's own files."""
    norm = read_norm(file)
    if isinstance(norm.predicate, PythonRule):
        message = "a rule in Python is only read from a file of your own; copy this one to ./norms"
        raise FileFaultsError(str(file), [Fault("check.kind", message)])
    return norm


NORMS = Catalogue("norm", DATA, read_norm, _read_packaged)
"""The catalogue itself."""
