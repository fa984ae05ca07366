"""The axes of a study: their values with a label each, and what each value changes in the configuration of a run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, cast

from community.config import Document, Location, nearest
from community.errors import Fault
from community.norms import list_norms

_NAMES = ("id", "kind", "style")
"""Keys that say what a nested value is."""


@dataclass(frozen=True)
class Value:
    """One value of an axis.

    Attributes:
        label: what it is called in names, tables and `--only`.
        changes: dotted field of the configuration -> what it becomes.
        place: where it stands in the study file.
    """

    label: str
    changes: Mapping[str, Any]
    place: Location


@dataclass(frozen=True)
class Axis:
    """One thing in which cells differ."""

    name: str
    values: tuple[Value, ...]
    linked: bool

    def labelled(self, label: object) -> Value | None:
        """The value of this label."""
        return next((value for value in self.values if value.label == label), None)


def label_of(value: object) -> str:
    """A value as a short text: `tom`, `a+b`, `constant(epsilon=0.3)`."""
    if isinstance(value, str):
        return PurePath(value).stem if value.endswith((".yaml", ".yml")) else value
    if isinstance(value, list | tuple):
        return "+".join(map(label_of, cast("Sequence[object]", value)))
    if isinstance(value, dict):
        return _label_of_mapping(cast("dict[str, object]", value))
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _label_of_mapping(value: dict[str, object]) -> str:
    rest = dict(value)
    name = next((str(rest.pop(key)) for key in _NAMES if key in rest), "")
    options = rest.pop("options", None)
    if isinstance(options, dict):
        rest |= cast("dict[str, object]", options)
    told = ",".join(f"{key}={label_of(inner)}" for key, inner in rest.items())
    return f"{name}({told})" if name and told else name or told


@dataclass
class AxisReader:
    """Reads the axes of one study file; what is wrong is collected in `faults`."""

    document: Document
    fields: frozenset[str]
    """Of the configuration of a run."""
    faults: list[Fault] = field(default_factory=list[Fault])

    def read(self, name: str, given: object, place: Location, known: Axis | None = None) -> Axis:
        """One axis; a value may be the label of one that is `known`."""
        linked = name.partition(".")[0] not in self.fields
        values: list[Value] = []
        for item, where in _items(given, place):
            found = known.labelled(item) if known and isinstance(item, str) else None
            values += [found] if found else self._values(name, item, where, linked=linked)
        if given == []:
            self._fault(place, "has no values")
        twice = sorted({value.label for value in values if _count(values, value.label) > 1})
        if twice:
            labels = ", ".join(map(repr, twice))
            self._fault(place, f"{labels} stands here twice; different values need different labels")
        return Axis(name, tuple(values), linked)

    def labels(self, axis: Axis, given: object, place: Location) -> set[str]:
        """The labels of an axis that values or labels stand for."""
        found: set[str] = set()
        for item, where in _items(given, place):
            value = axis.labelled(item)
            named = (
                [value]
                if value
                else ([] if axis.linked else self._values(axis.name, item, where, linked=False))
            )
            labels = [one.label for one in named if axis.labelled(one.label)]
            if not labels:
                known = nearest(label_of(item), [value.label for value in axis.values])
                self._fault(where, f"the axis {axis.name} has no value {label_of(item)!r}; {known}")
            found.update(labels)
        return found

    def _values(self, name: str, item: object, place: Location, *, linked: bool) -> Iterator[Value]:
        mapping: dict[str, Any] = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
        if linked:
            yield from self._linked(name, mapping, place)
        elif mapping.keys() == {"label", "value"}:
            yield Value(str(mapping["label"]), {name: mapping["value"]}, place)
        elif name == "norms" and mapping:
            yield from self._norms(mapping, place)
        else:
            yield Value(label_of(cast("object", item)), {name: item}, place)

    def _linked(self, name: str, mapping: dict[str, Any], place: Location) -> Iterator[Value]:
        changes = {key: value for key, value in mapping.items() if key != "label"}
        if "label" not in mapping or not changes:
            message = f"is no option of a run ({nearest(name, sorted(self.fields))}); "
            self._fault(
                place, message + "a linked axis has mappings of a label and of the options that change"
            )
            return
        for unknown in sorted(key for key in changes if key.partition(".")[0] not in self.fields):
            self._fault((*place, unknown), f"is no option of a run; {nearest(unknown, sorted(self.fields))}")
        yield Value(str(mapping["label"]), changes, place)

    def _norms(self, wanted: dict[str, Any], place: Location) -> Iterator[Value]:
        if not wanted.keys() <= {"set", "family"}:
            self._fault(place, "a group of norms is {set: NAME}, {family: NAME} or both")
            return
        found = [norm.id for norm in list_norms(set=wanted.get("set"), family=wanted.get("family"))]
        if not found:
            everything = list_norms()
            sets = sorted({norm.set for norm in everything})
            families = sorted({norm.family for norm in everything})
            self._fault(place, f"no norm is of it; sets: {', '.join(sets)}; families: {', '.join(families)}")
        for norm in found:
            yield Value(norm, {"norms": norm}, place)

    def _fault(self, place: Location, message: str) -> None:
        self.faults.append(Fault(".".join(map(str, place)), message, self.document.line(place)))


def _items(given: object, place: Location) -> list[tuple[object, Location]]:
    if not isinstance(given, list):
        return [(given, place)]
    return [(item, (*place, position)) for position, item in enumerate(cast("list[object]", given))]


def _count(values: Sequence[Value], label: str) -> int:
    return sum(value.label == label for value in values)
