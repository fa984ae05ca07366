"""The induction engine: evidence in, a posterior over rules of the predicate language out.

It knows no catalogue and no norm. Candidates come from the evidence, a hypothesis is one candidate or two together, and
it is scored by how short it is to say, by how well it predicts what each member shows, and by how the newcomer's own
messages were received. The same window of evidence gives the same posterior.
"""

from collections.abc import Sequence

from community.norms.induction.atom import Atom
from community.norms.induction.evidence import Episode, Read, Reading
from community.norms.induction.inference import Inference
from community.norms.induction.noticing import pairs_of, shared_by
from community.norms.induction.posterior import Posterior
from community.norms.predicates.base import Predicate

_CROWD = 3
_FEW = 5
"""In so many episodes two pairs of messages of each are compared; in more, one is enough."""


class Inducer:
    """Keeps a window of episodes, each message read and judged once, and infers what norm is in force."""

    def __init__(self, *, memory: int = 10) -> None:
        self._memory = memory
        self._reads: dict[int, Read] = {}
        self._readings: dict[tuple[str, str], Reading] = {}
        self._shared: dict[tuple[Reading, Reading], list[Atom]] = {}
        self._atoms: dict[Predicate, Atom] = {}
        self._posterior: Posterior | None = None

    def take(self, episode: Episode) -> None:
        """Take in an episode, or more of one; the oldest ones beyond the memory are forgotten."""
        self._reads[episode.index] = self._read(episode)
        for index in sorted(self._reads)[: -self._memory]:
            del self._reads[index]
        self._forget()
        self._posterior = None

    def posterior(self) -> Posterior:
        """What is in force, judged by the evidence in the window."""
        if self._posterior is None:
            inference = Inference(self.reads, self._proposals(), self._atom)
            self._posterior = inference.posterior()
            self._keep_atoms(inference.considered)
        return self._posterior

    def reading(self, text: str, question: str) -> Reading:
        """A message as this engine reads it; those in evidence are read once."""
        return self._readings.get((text, question)) or Reading(text, question)

    @property
    def reads(self) -> Sequence[Read]:
        """The window, the oldest first."""
        return [self._reads[index] for index in sorted(self._reads)]

    def _proposals(self) -> list[list[Atom]]:
        """What the messages of each pair share, found once."""
        reads = self.reads
        most = 2 if len(reads) <= _FEW else 1
        return [
            self._shared_by(read.said[one], read.said[other])
            for read in reads
            for one, other in pairs_of(read)[:most]
        ]

    def _shared_by(self, one: Reading, other: Reading) -> list[Atom]:
        found = self._shared.get((one, other))
        if found is None:
            found = self._shared[one, other] = [self._atom(rule) for rule in shared_by(one, other)]
        return found

    def _atom(self, predicate: Predicate) -> Atom:
        atom = self._atoms.get(predicate)
        if atom is None:
            atom = self._atoms[predicate] = Atom(predicate)
        return atom

    def _keep_atoms(self, considered: Sequence[Atom]) -> None:
        """Forget candidates that are out of play, and what was judged about them, once there are many of them."""
        if len(self._atoms) > _CROWD * len(considered):
            atoms = frozenset(considered)
            self._atoms = {atom.predicate: atom for atom in atoms}
            for read in self._reads.values():
                read.forget(atoms)

    def _read(self, episode: Episode) -> Read:
        def read(text: str) -> Reading:
            key = (text, episode.question)
            return self._readings.setdefault(key, Reading(*key))

        return Read(
            episode,
            self._readings.setdefault((episode.question, ""), Reading(episode.question, "")),
            [read(said.text) for said in episode.said],
            [read(trial.text) for trial in episode.trials],
            [read(text) for text in episode.ordinary],
        )

    def _forget(self) -> None:
        live = {reading for read in self._reads.values() for reading in read.readings()}
        self._readings = {key: reading for key, reading in self._readings.items() if reading in live}
        self._shared = {
            pair: rules for pair, rules in self._shared.items() if pair[0] in live and pair[1] in live
        }
