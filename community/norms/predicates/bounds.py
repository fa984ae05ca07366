"""How often something must be there: the bounds shared by all rules that count."""

import re
from typing import Self

from pydantic import Field, model_validator

from community.norms.predicates.base import Predicate

TIMES = r"(?P<times>(?: (?:at least|at most|exactly) \d+ times?| between \d+ and \d+ times)?)"


class Counted(Predicate):
    """A rule about a number of occurrences; without any bound, at least one is needed."""

    min: int | None = Field(default=None, ge=1)
    """The smallest number allowed."""
    max: int | None = Field(default=None, ge=0)
    """The largest number allowed."""
    exactly: int | None = Field(default=None, ge=0)
    """The only number allowed; instead of the other two."""

    @model_validator(mode="after")
    def _bounds_agree(self) -> Self:
        if self.exactly is not None and (self.min, self.max) != (None, None):
            raise ValueError("give either 'exactly', or 'min' and 'max'")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError("'min' is larger than 'max'")
        return self

    @property
    def low(self) -> int:
        """The smallest number that complies."""
        if self.exactly is not None:
            return self.exactly
        return self.min or (0 if self.max is not None else 1)

    @property
    def high(self) -> int | None:
        """The largest number that complies; None without a limit."""
        return self.exactly if self.exactly is not None else self.max

    def allows(self, count: int) -> bool:
        """Whether so many comply."""
        return self.low <= count and (self.high is None or count <= self.high)

    @property
    def needed(self) -> str:
        """The bounds for a person: "at least 3", "exactly 2", "at most 4", "between 2 and 4"."""
        if self.exactly is not None:
            return f"exactly {self.exactly}"
        if self.min is not None and self.max is not None:
            return f"between {self.min} and {self.max}"
        return f"at most {self.max}" if self.max is not None else f"at least {self.low}"

    @property
    def times(self) -> str:
        """The bounds in canonical English, to follow what is counted: " at least 3 times"; empty without bounds."""
        if (self.min, self.max, self.exactly) == (None, None, None):
            return ""
        last = int(self.needed.rsplit(" ", 1)[1])
        return f" {self.needed} {'time' if last == 1 else 'times'}"


def bounds_of(times: str) -> dict[str, int]:
    """The bounds that `Counted.times` (or `needed`) states, as fields."""
    numbers = [int(number) for number in re.findall(r"\d+", times)]
    if len(numbers) == 2:
        return {"min": numbers[0], "max": numbers[1]}
    for words, field in (("at least", "min"), ("at most", "max"), ("exactly", "exactly")):
        if words in times.lower():
            return {field: numbers[0]}
    return {}
