"""How a debate run was treated: the columns that all of its rows have alike."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar

from community.errors import CommunityError
from community.experiments.analysis.rows import FoundRun, Row
from community.experiments.debates.config import RunConfig
from community.norms import Norm, load_norm

_HAVE_A_COLUMN = {
    *("setting", "norms", "condition", "newcomer", "background", "module_model", "judge", "task"),
    *("schedule.kind", "exchange", "sanction.style", "insiders", "rounds", "idiosyncratic", "costly"),
    *("questions", "seed"),
}


class TreatedRow(Row):
    """A row of a debate run."""

    factors: ClassVar[tuple[str, ...]] = (
        "norm",
        "condition",
        "module",
        "module_options",
        "newcomer",
        "background",
        "module_model",
        "judge",
        "task",
        "schedule",
        "exchange",
        "sanction",
        "insiders",
        "rounds",
        "idiosyncratic",
        "costly",
        "other",
    )

    norm: str
    """Ids of the enforced norms, joined by `+`."""
    family: str | None
    """Their families; null when a norm is not to be found any more."""
    set: str | None
    """The sets they are of; null likewise."""
    condition: str
    module: str
    module_options: str
    """As NAME=VALUE, joined by commas; empty without any."""
    newcomer: str
    background: str
    """Models of the background agents; SPEC*K stands for K of the same."""
    module_model: str
    judge: str | None
    task: str
    schedule: str
    exchange: str
    sanction: str
    insiders: str
    rounds: int
    idiosyncratic: int
    """How many background agents have a habit."""
    habits: str
    """The ids of these, joined by `+`."""
    costly: bool
    other: str
    """All other options that differ from their defaults, as NAME=VALUE."""
    planned: int
    """How many debates the run is made of."""


def treatment(run: FoundRun[RunConfig]) -> dict[str, Any]:
    """The columns that all rows of a run have alike."""
    config = run.config
    norms = [_found(name) for name in config.norms]
    habits = config.idiosyncratic if isinstance(config.idiosyncratic, tuple) else ()
    return {
        **run.shared,
        "norm": "+".join(
            norm.id if norm else Path(name).stem for norm, name in zip(norms, config.norms, strict=True)
        ),
        "family": _joined([norm and norm.family for norm in norms]),
        "set": _joined([norm and norm.set for norm in norms]),
        "condition": config.condition,
        "module": config.module.id,
        "module_options": _options(config.module.options),
        "newcomer": config.newcomer,
        "background": _specs(config.background),
        "module_model": config.module_model,
        "judge": config.judge,
        "task": config.task,
        "schedule": config.schedule.kind,
        "exchange": config.exchange,
        "sanction": config.sanction.style,
        "insiders": config.insiders,
        "rounds": config.rounds,
        "idiosyncratic": len(habits),
        "habits": "+".join(habits),
        "costly": config.costly,
        "other": _options(_further(config)),
        "planned": config.questions,
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


def _options(options: Mapping[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in sorted(options.items()))


def _specs(specs: Sequence[str]) -> str:
    """Equal neighbours as SPEC*K."""
    runs = [(spec, len(list(same))) for spec, same in groupby(specs)]
    return ", ".join(f"{spec}*{count}" if count > 1 else spec for spec, count in runs)


def _further(config: RunConfig) -> dict[str, Any]:
    """The options that have no column and are not at their defaults, dotted."""
    usual = _flat(RunConfig(norms=config.norms).model_dump(mode="json"))
    given = _flat(config.model_dump(mode="json"))
    return {
        name: value
        for name, value in given.items()
        if name not in _HAVE_A_COLUMN and not name.startswith("module.") and usual.get(name) != value
    }


def _flat(data: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Dotted name -> value."""
    flat: dict[str, Any] = {}
    for name, value in data.items():
        flat |= _flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}  # pyright: ignore[reportUnknownArgumentType]
    return flat
