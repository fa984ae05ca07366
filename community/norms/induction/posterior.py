"""What the engine believes: ranked hypotheses, the evidence for each, and which of them cannot be told apart."""

from collections.abc import Sequence
from dataclasses import dataclass

from community.norms.induction.atom import Atom
from community.norms.induction.evidence import Read, Reading
from community.norms.induction.noticing import is_plain_word, missing_word
from community.norms.predicates.base import Predicate
from community.norms.predicates.combination import All
from community.norms.predicates.contains import Contains
from community.norms.predicates.substitution import Substitution

_CONSIDERED = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """One norm that may be in force.

    Attributes:
        atoms: the rules that it consists of.
        predicate: all of them as one predicate.
        probability: given the evidence.
    """

    atoms: tuple[Atom, ...]
    predicate: Predicate
    probability: float

    @property
    def sentence(self) -> str:
        """Canonical English; `parse_description` reads the same predicate from it."""
        return self.predicate.describe()

    def holds(self, reading: Reading) -> bool:
        """Whether a message keeps it."""
        return all(reading.holds(atom) for atom in self.atoms)


@dataclass(frozen=True, slots=True)
class Account:
    """A message and what it says about a hypothesis.

    Attributes:
        episode: index of the episode it is from.
        sender: a member, or "" for the newcomer.
        text: the message.
        reason: "kept", "broken" (by members), "kept and shared", "broken and refused", "kept and refused" or
            "broken and shared" (by the newcomer).
    """

    episode: int
    sender: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """Ranked hypotheses.

    Attributes:
        hypotheses: the most probable first.
        nothing: the probability that no rule that was considered is in force.
        reads: the evidence.
    """

    hypotheses: tuple[Hypothesis, ...]
    nothing: float
    reads: Sequence[Read]

    @property
    def best(self) -> Hypothesis | None:
        """The most probable hypothesis; None while no rule at all is more probable than each of them."""
        if not self.hypotheses or self.hypotheses[0].probability < self.nothing:
            return None
        return self.hypotheses[0]

    def confounded(self) -> tuple[tuple[Hypothesis, ...], ...]:
        """Groups of hypotheses worth considering that every message in evidence keeps or breaks alike."""
        groups: dict[tuple[bool, ...], list[Hypothesis]] = {}
        for hypothesis in self.hypotheses:
            if hypothesis.probability >= _CONSIDERED:
                groups.setdefault(self._pattern(hypothesis), []).append(hypothesis)
        return tuple(tuple(group) for group in groups.values() if len(group) > 1)

    def _pattern(self, hypothesis: Hypothesis) -> tuple[bool, ...]:
        return tuple(
            hypothesis.holds(reading) for read in self.reads for reading in (*read.said, *read.trials)
        )

    def evidence(self, hypothesis: Hypothesis) -> tuple[tuple[Account, ...], tuple[Account, ...]]:
        """The messages that speak for a hypothesis, and those that speak against it."""
        speaking_for: list[Account] = []
        against: list[Account] = []
        for read in self.reads:
            for said, reading in zip(read.episode.said, read.said, strict=True):
                held = hypothesis.holds(reading)
                account = Account(read.episode.index, said.sender, said.text, "kept" if held else "broken")
                (speaking_for if held else against).append(account)
            for trial, reading in zip(read.episode.trials, read.trials, strict=True):
                held, shared = hypothesis.holds(reading), trial.shared > trial.refused
                reason = f"{'kept' if held else 'broken'} and {'shared' if shared else 'refused'}"
                account = Account(read.episode.index, "", trial.text, reason)
                (speaking_for if held == shared else against).append(account)
        return tuple(speaking_for), tuple(against)


def joined(atoms: Sequence[Atom]) -> Predicate:
    """Several rules as one; a word that is used and one that is missing are a substitution."""
    if len(atoms) == 1:
        return atoms[0].predicate
    used, never = (atom.predicate for atom in atoms)
    word = missing_word(never)
    if isinstance(used, Contains) and is_plain_word(used) and word:
        return Substitution(use=used.words[0], never=word)
    return All.model_validate({"of": (used, never)})
