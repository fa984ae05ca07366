"""How often something must be there: the bounds shared by all rules that count."""

import re
from typing import Self

from pydantic import Field, model_validator

from community.norms.predicates.base import Predicate

TIMES = r"(?P<times>(?: (?:at least|at most|exactly) \d+ times?| between \d+ and \d+ times)?)"


class Counted(Predicate):
    """A rule about a number of occurrences; without any bound, at least one is needed."""

    at_least: int | None = Field(default=None, ge=1)
    """The smallest number allowed."""
    at_most: int | None = Field(default=None, ge=0)
    """The largest number allowed."""
    exactly: int | None = Field(default=None, ge=0)
    """The only number allowed; instead of the other two."""

    @model_validator(mode="after")
    def _bounds_agree(self) -> Self:
        if self.exactly is not None and (self.at_least, self.at_most) != (None, None):
            raise ValueError("give either 'exactly', or 'at_least' and 'at_most'")
        if self.at_least is not None and self.at_most is not None and self.at_least > self.at_most:
            raise ValueError("'at_least' is larger than 'at_most'")
        return self

    @property
    def low(self) -> int:
        """The smallest number that complies."""
        if self.exactly is not None:
            return self.exactly
        return self.at_least or (0 if self.at_most is not None else 1)

    @property
    def high(self) -> int | None:
        """The largest number that complies; None without a limit."""
        return self.exactly if self.exactly is not None else self.at_most

    def allows(self, count: int) -> bool:
        """Whether so many comply."""
        return self.low <= count and (self.high is None or count <= self.high)

    @property
    def needed(self) -> str:
        """The bounds for a person: "at least 3", "exactly 2", "at most 4", "between 2 and 4"."""
        if self.exactly is not None:
            return f"exactly {self.exactly}"
        if self.at_least is not None and self.at_most is not None:
            return f"between {self.at_least} and {self.at_most}"
        return f"at most {self.at_most}" if self.at_most is not None else f"at least {self.low}"

    @property
    def times(self) -> str:
        """The bounds in canonical English, to follow what is counted: " at least 3 times"; empty without bounds."""
        if (self.at_least, self.at_most, self.exactly) == (None, None, None):
            return ""
        last = int(self.needed.rsplit(" ", 1)[1])
        return f" {self.needed} {'time' if last == 1 else 'times'}"


def bounds_of(times: str) -> dict[str, int]:
    """The bounds that `Counted.times` (or `needed`) states, as fields."""
    numbers = [int(number) for number in re.findall(r"\d+", times)]
    if len(numbers) == 2:
        return {"at_least": numbers[0], "at_most": numbers[1]}
    for words, field in (("at least", "at_least"), ("at most", "at_most"), ("exactly", "exactly")):
        if words in times.lower():
            return {field: numbers[0]}
    return {}
