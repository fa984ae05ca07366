"""What the JSON files of a run say of it at a glance, setting by setting.

No setting is imported, so that hundreds of runs are told in a moment. A key that is missing, or is
not what it should be, leaves its fact out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Facts:
    """What is worth a column.

    Attributes:
        norm: what is enforced.
        module: around the newcomer.
        model: the newcomer's.
        planned: how many episodes; None when the files do not say.
        ended: how many are over; None before they are counted.
        number: name of the headline number.
        value: of the headline number.
    """

    norm: str = ""
    module: str = ""
    model: str = ""
    planned: int | None = None
    ended: int | None = None
    number: str | None = None
    value: float | None = None


def facts_of(setting: str, config: Json, metrics: Json) -> Facts:
    """The facts of a run; those that every setting has when this one is not known here."""
    return FACTS.get(setting, _any)(config, metrics)


def _any(config: Json, metrics: Json) -> Facts:
    return Facts(_joined(config.get("norms")), _module(config), _joined(config.get("newcomer")))


def _debate(config: Json, metrics: Json) -> Facts:
    return Facts(
        norm=_joined(config.get("norms")),
        module=_module(config),
        model=_joined(config.get("newcomer")),
        planned=_count(config.get("questions")),
        ended=_count(metrics.get("debates")),
        number="follow_rate",
        value=_mean(metrics.get("follow_rate")),
    )


def _scenarios(config: Json, metrics: Json) -> Facts:
    scores = [_mapping(score) for score in _list(metrics.get("conditions"))]
    first = scores[0] if scores else {}
    chosen = len(_list(config.get("scenarios"))) or _count(metrics.get("scenarios"))
    trials, conditions = _count(config.get("trials")), len(_list(config.get("conditions")))
    return Facts(
        norm=_joined(config.get("norms")) or "each its own",
        module=_module(config),
        model=_joined(config.get("subject")),
        planned=chosen * trials * conditions if chosen and trials and conditions else None,
        ended=sum(
            (_count(score.get("replies")) or 0) + (_count(score.get("failed")) or 0) for score in scores
        )
        if scores
        else None,
        number=f"accuracy_{first['condition']}" if "condition" in first else None,
        value=_mean(first.get("accuracy")),
    )


def _chat(config: Json, metrics: Json) -> Facts:
    phases = [_mapping(phase) for phase in _list(config.get("phases"))]
    return Facts(
        norm=", then ".join(_joined(phase.get("norms")) for phase in phases),
        module=_module(config),
        model=_joined(config.get("newcomer", config.get("newcomers"))),
        planned=_count(config.get("chats")),
        ended=_count(metrics.get("chats")),
        number="follow_rate",
        value=_mean(metrics.get("follow_rate")),
    )


FACTS: Mapping[str, Callable[[Json, Json], Facts]] = {
    "debate": _debate,
    "scenarios": _scenarios,
    "chat": _chat,
}
"""Setting -> how its files are read."""


ENDINGS = {"debate": "debate", "scenarios": "reply", "chat": "chat"}
"""Setting -> kind of the event with which an episode is over."""


def _module(config: Json) -> str:
    module = config.get("module")
    return _joined(_mapping(module).get("id", module))


def _mean(value: object) -> float | None:
    """An estimate, or a bare number."""
    found = _mapping(value).get("value", value)
    return float(found) if isinstance(found, int | float) else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _joined(value: object) -> str:
    """A text, or several with a plus between."""
    return (
        value
        if isinstance(value, str)
        else " + ".join(item for item in _list(value) if isinstance(item, str))
    )


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _mapping(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
