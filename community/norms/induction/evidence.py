"""What there is to learn from: who said what in which episode, and what became of the newcomer's own messages."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from community.norms.induction.atom import Atom
from community.norms.induction.judging import complies
from community.norms.text import Text


@dataclass(frozen=True, slots=True)
class Said:
    """A message of a member of the community, and the round in which it was heard."""

    sender: str
    text: str
    round: int = 0


@dataclass(frozen=True, slots=True)
class Trial:
    """A message of the newcomer's own with its reception: how many members took it up, how many refused."""

    text: str
    shared: int
    refused: int


@dataclass(frozen=True, slots=True)
class Episode:
    """One debate, scenario or stretch of chat.

    Attributes:
        index: of the episode; later evidence with the same index replaces earlier one.
        question: what everybody answers.
        said: what members said to the point, in order.
        trials: the newcomer's messages whose reception is known.
        ordinary: messages that nobody shaped to a norm, such as the newcomer's own first answer.
    """

    index: int
    question: str
    said: tuple[Said, ...] = ()
    trials: tuple[Trial, ...] = ()
    ordinary: tuple[str, ...] = ()


class Reading:
    """A message that is read once, and judged once by each atom."""

    __slots__ = ("_held", "question", "text")

    def __init__(self, text: str, question: str) -> None:
        self.text = Text(text)
        self.question = question or None
        self._held: dict[Atom, bool] = {}

    def holds(self, atom: Atom) -> bool:
        """Whether the message satisfies the atom."""
        held = self._held.get(atom)
        if held is None:
            held = self._held[atom] = complies(atom.predicate, self.text, self.question)
        return held

    def forget(self, kept: frozenset[Atom]) -> None:
        """Drop all judgements but those by the atoms that are still in play."""
        self._held = {atom: held for atom, held in self._held.items() if atom in kept}


@dataclass(frozen=True, eq=False)
class Read:
    """An episode with every message read.

    Attributes:
        episode: as it was told.
        topic: the question itself as a message: what it has, answers have for its sake.
        said: the readings of `episode.said`.
        trials: those of `episode.trials`.
        ordinary: those of `episode.ordinary`.
    """

    episode: Episode
    topic: Reading
    said: Sequence[Reading]
    trials: Sequence[Reading]
    ordinary: Sequence[Reading]
    _held: dict[Atom, int] = field(default_factory=dict[Atom, int], repr=False)
    _tried: dict[Atom, int] = field(default_factory=dict[Atom, int], repr=False)

    def held(self, atom: Atom) -> int:
        """The members' messages that satisfy an atom, one bit a message."""
        return self._bits(self._held, atom, self.said)

    def tried(self, atom: Atom) -> int:
        """The newcomer's messages that satisfy an atom, one bit a message."""
        return self._bits(self._tried, atom, self.trials)

    @property
    def everything_tried(self) -> int:
        """All of the newcomer's messages."""
        return (1 << len(self.trials)) - 1

    def forget(self, kept: frozenset[Atom]) -> None:
        """Drop what was found out about all atoms but those that are still in play."""
        for bits in (self._held, self._tried):
            for atom in bits.keys() - kept:
                del bits[atom]
        for reading in self.readings():
            reading.forget(kept)

    def _bits(self, known: dict[Atom, int], atom: Atom, readings: Sequence[Reading]) -> int:
        bits = known.get(atom)
        if bits is None:
            bits = sum(reading.holds(atom) << place for place, reading in enumerate(readings))
            known[atom] = bits
        return bits

    def readings(self) -> Sequence[Reading]:
        """All of them."""
        return (self.topic, *self.said, *self.trials, *self.ordinary)
