"""What is wrong with norm files, every fault at once; and what would make a sound norm a poor treatment."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from community.config import Document, read_yaml, validate
from community.errors import CommunityError, Fault, FileFaultsError
from community.norms.catalogue import NORMS, list_norms
from community.norms.norm import Norm
from community.norms.predicates.base import CannotEnactError
from community.norms.samples import FEW, chance_rate, enacted, few_replies

OFTEN = 0.05
"""A norm that so many ordinary replies follow by chance says little about who learned it."""
_STAND_INS = {"id": "a", "title": "", "instruction": "", "check": {"kind": "contains", "words": ["a"]}}


@dataclass(frozen=True, slots=True)
class Review:
    """What was found in one file.

    Attributes:
        file: as it was named.
        norm: None when the file is too faulty to be one.
        base_rate: share of plain replies that follow it by chance; None when a model judges it, or it has faults.
        faults: what makes it unusable or untrue, with line, path and what is allowed.
        warnings: what to know before it is enforced.
    """

    file: str
    norm: Norm | None
    base_rate: float | None
    faults: tuple[Fault, ...]
    warnings: tuple[str, ...]


def review(files: Sequence[Path]) -> list[Review]:
    """Review norm files, each against the catalogue and against the others."""
    read = [_read(file) for file in files]
    known = [*list_norms(), *(item.norm for item in read if item.norm)]
    others = {norm.id: norm for norm in known}
    owners: dict[str, Path] = {}
    return [_reviewed(item, others, owners) for item in read]


@dataclass(frozen=True, slots=True)
class _Read:
    """A file as far as it could be read."""

    file: Path
    document: Document | None = None
    norm: Norm | None = None
    faults: tuple[Fault, ...] = ()


def _read(file: Path) -> _Read:
    document: Document | None = None
    try:
        document = read_yaml(file)
        return _Read(file, document, validate(document, Norm, context=file.parent))
    except FileFaultsError as error:
        return _Read(file, document, None, error.faults)
    except CommunityError as error:
        return _Read(file, document, None, (Fault("", str(error).removeprefix(f"{file}: ")),))


def _reviewed(read: _Read, others: Mapping[str, Norm], owners: dict[str, Path]) -> Review:
    norm, document = read.norm, read.document
    if norm is None or document is None:
        further = _further(document, read.file, owners) if document else ()
        return Review(str(read.file), None, None, (*read.faults, *further), ())
    faults = (*_clash(document, norm, read.file, owners), *_untrue(document, norm))
    if faults:
        return Review(str(read.file), norm, None, faults, ())
    rate = None if norm.is_judged else chance_rate(norm)
    return Review(str(read.file), norm, rate, (), tuple(_warnings(norm, rate, others)))


def _further(document: Document, file: Path, owners: dict[str, Path]) -> Iterator[Fault]:
    """What is untrue in the sound parts of a file that is no norm."""
    if norm := _made_of(document, file, "id"):
        yield from _clash(document, norm, file, owners)
    if norm := _made_of(document, file, "check", "examples"):
        yield from _untrue(document, norm)


def _made_of(document: Document, file: Path, *parts: str) -> Norm | None:
    """A norm of some parts of a file alone; None when one is missing or faulty itself."""
    if not isinstance(document.data, dict):
        return None
    data = cast("dict[str, Any]", document.data)
    try:
        own = {part: data[part] for part in parts}
        return Norm.model_validate({**_STAND_INS, **own}, context=file.parent)
    except (KeyError, ValidationError, CommunityError):
        return None


def misjudged(norm: Norm) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every example that is judged otherwise than stated: its place in the file, and what was judged."""
    for side, examples in (("complies", norm.examples.complies), ("violates", norm.examples.violates)):
        for position, example in enumerate(examples):
            verdict = norm.check(example.text, example.question)
            if verdict.complies is not (side == "complies"):
                said = "complies" if verdict.complies else "violates"
                yield ("examples", side, position), f"{example.text!r} is judged `{said}`: {verdict.detail}"


def _clash(document: Document, norm: Norm, file: Path, owners: dict[str, Path]) -> Iterator[Fault]:
    """The id belongs to a shipped norm, or to an earlier one of these files."""
    owner = owners.setdefault(norm.id, NORMS.shipped.get(norm.id, file))
    if owner.resolve() != file.resolve():
        yield Fault("id", f"{norm.id!r} is taken by {owner}; choose another", document.line(("id",)))


def _untrue(document: Document, norm: Norm) -> Iterator[Fault]:
    """Examples that are judged otherwise than stated, and a rule whose code fails."""
    if norm.is_judged:
        return
    try:
        for place, message in misjudged(norm):
            yield Fault(".".join(map(str, place)), message, document.line(place))
        norm.check("")
    except CommunityError as error:
        yield Fault("check", str(error), document.line(("check",)))


def _warnings(norm: Norm, rate: float | None, others: Mapping[str, Norm]) -> Iterator[str]:
    for side, examples in (("complies", norm.examples.complies), ("violates", norm.examples.violates)):
        if not examples:
            yield f"no example {side}; add one, so that the rule is proved to mean what you mean"
    if rate is not None and rate >= OFTEN:
        yield f"holds by chance in {rate:.1%} of ordinary replies, so that following it shows little"
    failed = [made for made in enacted([norm], few_replies()) if isinstance(made, CannotEnactError)]
    if failed:
        yield f"cannot be enacted on {len(failed)} of {FEW} ordinary replies: {failed[0]}"
    if len(failed) < FEW:
        against = [other.id for other in others.values() if other.id != norm.id and contradict(norm, other)]
        if against:
            yield f"cannot be followed together with {', '.join(against)}"


def contradict(one: Norm, other: Norm) -> bool:
    """Whether none of a few ordinary replies can be made to follow both norms, though some can to follow each."""
    return _follows_somewhere(one) and _follows_somewhere(other) and not _follows_somewhere(one, other)


def _follows_somewhere(*norms: Norm) -> bool:
    return any(not isinstance(made, CannotEnactError) for made in enacted(norms, few_replies()))
