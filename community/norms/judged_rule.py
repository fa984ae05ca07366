"""The rule that a model decides: what complies is said in words, and `judging` asks a model about each message."""

import random
from typing import ClassVar, Literal, Self

from pydantic import Field

from community.errors import UserError
from community.norms.predicates.base import CannotEnactError, Predicate, Verdict
from community.norms.text import Text


class JudgedRule(Predicate):
    """`{kind: judged, rubric: "Complies when the reply thanks somebody by name."}`; it shows the norm's examples."""

    summary: ClassVar[str] = "a model decides, by a rubric and the norm's examples"

    kind: Literal["judged"] = "judged"
    rubric: str = Field(min_length=1)
    """When a message complies and when it does not, for a judge that sees the message and nothing else of the norm."""

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        raise UserError("this norm is judged by a model, so it needs one: it cannot be checked by itself")

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        raise CannotEnactError("a norm that a model judges cannot be enacted by an edit")

    def describe(self) -> str:
        return f"Satisfy a judge who goes by this: {self.rubric}"

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        return None
