"""Which messages of which member show something, as sets of bits: one bit a message."""

from collections.abc import Sequence
from dataclasses import dataclass

from community.norms.induction.atom import Atom
from community.norms.induction.evidence import Read
from community.norms.induction.likelihood import Receptions, Tally


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
        self._marks: dict[Atom, Marks] = {}
        members: dict[str, int] = {}
        starts: list[int] = []
        length = 0
        for read in reads:
            starts.append(length)
            for said in read.episode.said:
                members[said.sender] = members.get(said.sender, 0) | 1 << length
                length += 1
        self._starts = starts
        self._members = tuple(members[sender] for sender in sorted(members))
        self.everything = (1 << length) - 1

    def marks(self, atom: Atom) -> Marks:
        """Those of one atom."""
        marks = self._marks.get(atom)
        if marks is None:
            held = topical = 0
            for start, read in zip(self._starts, self._reads, strict=True):
                held |= read.held(atom) << start
                if atom.topical and read.topic.holds(atom):
                    topical |= ((1 << len(read.said)) - 1) << start
            marks = self._marks[atom] = Marks(held, tuple(own & ~topical for own in self._members))
        return marks

    def receptions(self, atoms: Sequence[Atom]) -> Receptions:
        """How the newcomer's messages that keep all of the atoms were received, and those that do not."""
        counts = [0, 0, 0, 0]
        for read in self._reads:
            kept = read.everything_tried
            for atom in atoms:
                kept &= read.tried(atom)
            for place, trial in enumerate(read.episode.trials):
                broken = 2 * (not kept >> place & 1)
                counts[broken] += trial.shared
                counts[broken + 1] += trial.refused
        return Receptions(*counts)
