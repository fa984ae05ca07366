"""How parts of a configuration are written in the columns of a table: norms, models, options."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from community.errors import CommunityError
from community.experiments.runs.config import RunSettings
from community.norms import Norm, load_norm


def norm_columns(names: Sequence[str]) -> dict[str, str | None]:
    """The columns `norm`, `family` and `set` of norms that are enforced together."""
    norms = [_found(name) for name in names]
    return {
        "norm": "+".join(
            norm.id if norm else Path(name).stem for norm, name in zip(norms, names, strict=True)
        ),
        "family": _joined([norm and norm.family for norm in norms]),
        "set": _joined([norm and norm.set for norm in norms]),
    }


def _found(name: str) -> Norm | None:
    """A norm of the catalogue as it is today, for its family and set."""
    try:
        return load_norm(name)
    except CommunityError:
        return None


def _joined(names: Sequence[str | None]) -> str | None:
    """Each name once; None where one is not known."""
    known = [name for name in dict.fromkeys(names) if name]
    return "+".join(known) if len(known) == len(dict.fromkeys(names)) else None


def options_text(options: Mapping[str, Any]) -> str:
    """NAME=VALUE, joined by commas; empty without any."""
    return ",".join(f"{name}={value}" for name, value in sorted(options.items()))


def specs_text(specs: Sequence[str]) -> str:
    """Models, equal neighbours as SPEC*K."""
    runs = [(spec, len(list(same))) for spec, same in groupby(specs)]
    return ", ".join(f"{spec}*{count}" if count > 1 else spec for spec, count in runs)


def further_options(config: RunSettings, having_a_column: Collection[str]) -> str:
    """The options that have no column and are not at their defaults.

    Args:
        config: of a run.
        having_a_column: dotted names; one of a nested configuration stands for all in it.
    """
    usual = _flat(type(config).model_construct().model_dump(mode="json"))
    given = _flat(config.model_dump(mode="json"))
    further = {name: value for name, value in given.items() if usual.get(name) != value}
    return options_text(
        {
            name: value
            for name, value in further.items()
            if name not in having_a_column and name.partition(".")[0] not in having_a_column
        }
    )


def _flat(data: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Dotted name -> value."""
    flat: dict[str, Any] = {}
    for name, value in data.items():
        flat |= _flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}  # pyright: ignore[reportUnknownArgumentType]
    return flat
