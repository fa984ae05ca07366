"""Which messages of which member show something, as sets of bits: one bit a message."""

from collections.abc import Sequence
from dataclasses import dataclass

from community.norms.induction.atom import Atom
from community.norms.induction.evidence import Read
from community.norms.induction.likelihood import Tally


@dataclass(frozen=True, slots=True)
class Marks:
    """The messages that show one thing.

    Attributes:
        held: those that show it.
        members: for each member, those of its messages in which the question is no reason to show it.
    """

    held: int
    members: tuple[int, ...]

    def tallies(self, where: int = -1) -> tuple[Tally, ...]:
        """For each member, how many of its messages among `where` show it."""
        return tuple(
            Tally((self.held & own & where).bit_count(), (own & where).bit_count()) for own in self.members
        )

    @property
    def share(self) -> float:
        """Of all messages that count."""
        tallies = self.tallies()
        return sum(tally.shown for tally in tallies) / max(sum(tally.of for tally in tallies), 1)


class Register:
    """The messages of a window in order, and the marks of each atom."""

    def __init__(self, reads: Sequence[Read]) -> None:
        self._reads = reads
        self._messages = [
            (said.sender, reading, read)
            for read in reads
            for said, reading in zip(read.episode.said, read.said, strict=True)
        ]
        self._marks: dict[Atom, Marks] = {}
        members: dict[str, int] = {}
        for place, (sender, _, _) in enumerate(self._messages):
            members[sender] = members.get(sender, 0) | 1 << place
        self._members = tuple(members[sender] for sender in sorted(members))
        self.everything = (1 << len(self._messages)) - 1

    def marks(self, atom: Atom) -> Marks:
        """Those of one atom."""
        marks = self._marks.get(atom)
        if marks is None:
            marks = self._marks[atom] = self._mark(atom)
        return marks

    def _mark(self, atom: Atom) -> Marks:
        held = topical = 0
        for place, (_, reading, read) in enumerate(self._messages):
            held |= reading.holds(atom) << place
            topical |= (atom.topical and read.topic.holds(atom)) << place
        return Marks(held, tuple(own & ~topical for own in self._members))
