"""A norm: the rule a community enforces, what its insiders are told, and examples that keep both honest."""

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, model_validator

from community.config import Config
from community.norms.judged_rule import JudgedRule
from community.norms.predicates import AnyPredicate
from community.norms.predicates.base import CannotEnactError, Verdict
from community.norms.python_rule import PythonRule
from community.norms.text import Text

PASSES = 4

AnyRule = Annotated[AnyPredicate | PythonRule | JudgedRule, Discriminator("kind")]
"""What a norm may check: a predicate of the language, or code, or a model's judgement; the last two stand alone."""


class Example(Config):
    """A text that complies or violates; a bare string in YAML is its text."""

    text: str
    question: str | None = None
    """What it answers, for rules that compare the two."""

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value


class Examples(Config):
    """Texts on either side of the rule."""

    complies: tuple[Example, ...] = ()
    violates: tuple[Example, ...] = ()


class Norm(Config):
    """One norm, as its YAML file states it."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$", max_length=80)
    """Its name in commands, records and reports."""
    title: str
    """What it asks for, in a few words."""
    family: str = "other"
    """For reporting: local_edit, boundary, substitution, repeated_word, global_structure, register, or one's own."""
    set: Literal["core", "extended", "costly", "own"] = "own"
    """The 48 norms of the reference study, further ones, costly habits, or one's own."""
    instruction: str
    """What insiders are told; newcomers never see it."""
    predicate: AnyRule = Field(alias="check")
    """The rule."""
    examples: Examples = Examples()
    """Texts that must be judged as stated."""
    provenance: str | None = None
    """Where the norm comes from."""

    @property
    def is_judged(self) -> bool:
        """Whether a model decides, so that `check` cannot; see `judging`."""
        return isinstance(self.predicate, JudgedRule)

    @property
    def definition(self) -> str:
        """All that decides, as one text: two norms with the same are the same treatment."""
        code = self.predicate.code if isinstance(self.predicate, PythonRule) else ""
        return self.model_dump_json() + code

    def check(self, text: str, question: str | None = None) -> Verdict:
        """Decide whether a message complies; pure, without a model.

        Args:
            text: the message as it was sent.
            question: what it answers; needed by rules that compare the two.

        Raises:
            UserError: the norm is judged by a model.
            PluginError: the function of a Python rule failed.
        """
        return self.predicate.judge(_read(text), question)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        """The message made to comply by a small edit that keeps its answer letter; unchanged when it complies.

        Raises:
            CannotEnactError: no small edit can do it.
        """
        if not self.is_judged and self.check(text, question).complies:
            return text
        enacted = self.predicate.enact(text, question, rng)
        if not self.check(enacted, question).complies:
            raise CannotEnactError(f"norm {self.id!r} cannot be enacted on this text")
        return enacted


def enact_all(norms: Sequence[Norm], text: str, question: str | None, rng: random.Random) -> str:
    """The message made to comply with several norms at once.

    Raises:
        CannotEnactError: two of them work against each other on this text; the message names them.
    """
    enacted = _in_turns(norms, text, question, rng)
    if enacted is not None:
        return enacted
    for pair in combinations(norms, 2):
        if _in_turns(pair, text, question, rng) is None:
            raise CannotEnactError(
                f"norms {pair[0].id!r} and {pair[1].id!r} cannot both be enacted on this text"
            )
    raise CannotEnactError(
        f"norms {', '.join(norm.id for norm in norms)} cannot be enacted together on this text"
    )


def _in_turns(norms: Sequence[Norm], text: str, question: str | None, rng: random.Random) -> str | None:
    for _ in range(PASSES):
        for norm in norms:
            text = norm.enact(text, question, rng)
        if all(norm.check(text, question).complies for norm in norms):
            return text
    return None


@lru_cache(maxsize=256)
def _read(text: str) -> Text:
    """One reading serves all norms that judge the same message."""
    return Text(text)
