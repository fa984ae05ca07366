"""What a user demands of a result: `follow_rate>=0.5`."""

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from community.errors import UnknownIdError, UserError

if TYPE_CHECKING:
    from community.debate.scoring import DebateMetrics

_FORM = re.compile(r"\s*([a-z_]+)\s*(>=|<=|==|!=|>|<)\s*([-+]?[0-9.]+(?:e[-+]?[0-9]+)?)\s*", re.IGNORECASE)
_SIGNS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
NAMES = (
    "follow_rate",
    "initial_follow_rate",
    "accuracy",
    "initial_accuracy",
    "community_accuracy",
    "admission_rate",
    "over_imitation",
    "first_admission",
    "failed",
    "insider_compliance",
    "unaided_compliance",
    "violations_refused",
    "false_refusals",
)
"""Numbers of a result that can be demanded: metrics and treatment integrity."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """A number of a result, compared."""

    name: str
    sign: str
    bound: float

    @classmethod
    def parse(cls, text: str) -> "Threshold":
        """Read `NAME>=NUMBER`.

        Raises:
            UserError: it has another form, or no result has such a number.
        """
        match = _FORM.fullmatch(text)
        try:
            bound = float(match[3]) if match else None
        except ValueError:
            bound = None
        if match is None or bound is None:
            raise UserError(f"--assert {text!r}: write NAME>=NUMBER with one of {' '.join(_SIGNS)}")
        if match[1] not in NAMES:
            raise UnknownIdError("number to --assert", match[1], NAMES)
        return cls(match[1], match[2], bound)

    def fault(self, metrics: "DebateMetrics") -> str | None:
        """How metrics miss this; None when they meet it. What has no value misses."""
        found = getattr(metrics, self.name, getattr(metrics.integrity, self.name, None))
        value: float | None = getattr(found, "value", found)
        if value is not None and _SIGNS[self.sign](value, self.bound):
            return None
        is_ = "n/a" if value is None else format(value, ".4g")
        return f"missed: {self.name}{self.sign}{self.bound:g}, it is {is_}"
