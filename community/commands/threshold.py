"""What a user demands of a result: `follow_rate>=0.5`."""

import operator
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from community.errors import UnknownIdError, UserError

if TYPE_CHECKING:
    from community.experiments.runs.result import RunResult

_FORM = re.compile(r"\s*([a-z_]+)\s*(>=|<=|==|!=|>|<)\s*([-+]?[0-9.]+(?:e[-+]?[0-9]+)?)\s*", re.IGNORECASE)
_SIGNS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}


@dataclass(frozen=True, slots=True)
class Threshold:
    """A number of a result, compared."""

    name: str
    sign: str
    bound: float

    @classmethod
    def parse(cls, text: str, names: Collection[str]) -> "Threshold":
        """Read `NAME>=NUMBER`, the name one of those that results have.

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
        if match[1] not in names:
            raise UnknownIdError("number to --assert", match[1], names)
        return cls(match[1], match[2], bound)

    def fault(self, result: "RunResult") -> str | None:
        """How a result misses this; None when it meets it. What has no value misses."""
        value = result.number(self.name)
        if value is not None and _SIGNS[self.sign](value, self.bound):
            return None
        is_ = "n/a" if value is None else format(value, ".4g")
        return f"missed: {self.name}{self.sign}{self.bound:g}, it is {is_}"


def demanded(assertions: Sequence[str] | None, names: Collection[str]) -> list[Threshold]:
    """Read all items of `--assert`.

    Raises:
        UserError: as `Threshold.parse`.
    """
    return [Threshold.parse(text, names) for text in assertions or ()]
