"""How a debate run was treated: the columns that all of its rows have alike."""

from typing import Any, ClassVar

from community.experiments.analysis.columns import (
    further_options,
    norm_columns,
    options_text,
    specs_text,
)
from community.experiments.analysis.rows import FoundRun, Row
from community.experiments.debates.config import DebateRunConfig

_HAVE_A_COLUMN = {
    *("setting", "norms", "module", "condition", "newcomer", "background", "module_model", "judge", "task"),
    *("schedule.kind", "exchange", "sanction.style", "insiders", "rounds", "idiosyncratic", "costly"),
    *("questions", "seed"),
}


class TreatedDebate(Row):
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


def treatment(run: FoundRun[DebateRunConfig]) -> dict[str, Any]:
    """The columns that all rows of a run have alike."""
    config = run.config
    habits = config.idiosyncratic if isinstance(config.idiosyncratic, tuple) else ()
    return {
        **run.shared,
        **norm_columns(config.norms),
        "condition": config.condition,
        "module": config.module.id,
        "module_options": options_text(config.module.options),
        "newcomer": config.newcomer,
        "background": specs_text(config.background),
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
        "other": further_options(config, _HAVE_A_COLUMN),
        "planned": config.questions,
    }
