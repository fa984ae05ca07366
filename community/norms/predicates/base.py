"""The contract of a predicate: a class that states, judges, describes, proposes and enacts a kind of text rule."""

import random
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple, Self

from community.config import Config
from community.errors import CommunityError
from community.norms.text import Span, Text


class Verdict(NamedTuple):
    """What a predicate decided, and why.

    Attributes:
        complies: the text satisfies the predicate.
        spans: what decided: the matches that satisfied it or broke it; empty when an absence decided.
        detail: one sentence for a person, for example 'found "frim" 2 times; at least 3 are needed'.
    """

    complies: bool
    spans: tuple[Span, ...]
    detail: str


class CannotEnactError(CommunityError):
    """No small edit of this text can satisfy the predicate; the message says why."""


class Predicate(Config):
    """One kind of rule about a text; subclasses are the members of the `kind:` union that YAML is read with.

    A subclass has a literal field `kind` and its own parameters, and implements the methods below. They are pure: no
    clock, no model, no state, and randomness only from the stream that is handed in.
    """

    summary: ClassVar[str]
    """One line for `community norms predicates`."""

    @abstractmethod
    def judge(self, text: Text, question: str | None = None) -> Verdict:
        """Decide for one text; `question` is what the text answers, for rules that compare the two."""

    @abstractmethod
    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        """Make `text` comply with the least change, keeping its answer letter such as "(C)".

        Raises:
            CannotEnactError: no small edit can do it.
        """

    @abstractmethod
    def describe(self) -> str:
        """Canonical English: a full instruction ('Use the word "frim" at least 3 times.')."""

    @classmethod
    @abstractmethod
    def parse(cls, sentence: str) -> Self | None:
        """The predicate that `describe` states with exactly this sentence (case and final stop aside), or None."""

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable["Predicate"]:
        """Predicates of this kind that hold on each of `texts`, for someone who looks for regularities.

        Only instances a curious reader would consider: specific ones, each once, in a fixed order. By default none.
        """
        return ()
