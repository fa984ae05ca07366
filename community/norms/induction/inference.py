"""One posterior in the making: candidates, hypotheses of one or two of them, and a score for each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import exp, log
from typing import NamedTuple

from community.norms.induction.atom import Atom
from community.norms.induction.evidence import Read, Reading
from community.norms.induction.likelihood import (
    COINCIDENCE,
    FASHION,
    KEPT,
    Tally,
    explain,
    kept,
    log_sum,
    reception,
)
from community.norms.induction.marks import Register
from community.norms.induction.noticing import bounds, is_plain_word, missing, missing_word, recurrent
from community.norms.induction.ordinary import usual_rate
from community.norms.induction.posterior import Hypothesis, Posterior, joined
from community.norms.induction.prediction import implies, predicted_rate
from community.norms.predicates.base import Predicate
from community.norms.predicates.substitution import Substitution

_LEAST_SHARED = 0.3
_RECURRENT = 100
_FEATURES = 20
_PARTS = 16
_PAIR_COST = 4.5
_SLACK = 2.0
_STAND_IN_COST = 2.0
_ORDINARY_WORTH = 8.0
"""The shipped sample counts as so many messages beside the newcomer's own ordinary ones."""
_SHOWN = 0.6
_UNUSUAL = 0.5
_TOO_USUAL = 0.97
_RAREST = 4
_REPORTED = 16


class _Part(NamedTuple):
    """Messages that keep the same atoms of a hypothesis."""

    kept: tuple[Atom, ...]
    where: int


class Inference:
    """The posterior of one window of evidence.

    Attributes:
        considered: the candidates that were looked at.
    """

    def __init__(
        self,
        reads: Sequence[Read],
        proposals: Sequence[Sequence[Atom]],
        atom_of: Callable[[Predicate], Atom],
    ) -> None:
        self._reads = reads
        self._proposals = proposals
        self._atom_of = atom_of
        self._register = Register(reads)
        self._rates: dict[Atom, float] = {}
        self.considered: list[Atom] = []

    def posterior(self) -> Posterior:
        """Ranked hypotheses."""
        features = self._features()
        hypotheses = [(), *((atom,) for atom in features), *self._pairs(features)]
        groups = self._groups(features)
        alone = {atom: self._alone(atom, groups) for atom in features}
        scores = [self._score(atoms, alone) for atoms in hypotheses]
        total = log_sum(scores)
        places = sorted(range(1, len(scores)), key=lambda place: (-scores[place], place))
        ranked = [
            Hypothesis(hypotheses[place], joined(hypotheses[place]), exp(scores[place] - total))
            for place in places[:_REPORTED]
        ]
        return Posterior(tuple(ranked), exp(scores[0] - total), self._reads)

    def _features(self) -> list[Atom]:
        """The candidates that are worth a hypothesis, the most telling first."""
        self.considered = list(dict.fromkeys(self._candidates()))
        worths = [(self._worth(atom), place) for place, atom in enumerate(self.considered)]
        ranked = sorted((-worth, place) for worth, place in worths if worth is not None)
        return [self.considered[place] for _, place in ranked[:_FEATURES]]

    def _candidates(self) -> Iterator[Atom]:
        said = [reading for read in self._reads for reading in read.said]
        yield from recurrent(self._proposals, least=_LEAST_SHARED, most=_RECURRENT)
        yield from map(self._atom_of, (*bounds(said), *missing(said, self._refused())))

    def _refused(self) -> list[Reading]:
        """The newcomer's messages that nobody took up."""
        return [
            reading
            for read in self._reads
            for trial, reading in zip(read.episode.trials, read.trials, strict=True)
            if trial.refused > trial.shared
        ]

    def _worth(self, atom: Atom) -> float | None:
        """How much better a norm explains the evidence than chance and habits do; None for what is no candidate."""
        marks = self._register.marks(atom)
        if marks.share < _SHOWN or self._rate(atom) > _TOO_USUAL:
            return None
        explained = kept(marks.tallies()) - explain(marks.tallies(), self._rate(atom), atom.firm)
        return explained + self._received((atom,)) - self._received(()) - atom.cost

    def _rate(self, atom: Atom) -> float:
        """The rate in ordinary text: of the shipped sample, corrected by what the newcomer itself writes unbidden."""
        rate = self._rates.get(atom)
        if rate is None:
            own = [reading.holds(atom) for read in self._reads for reading in read.ordinary]
            usual = usual_rate(atom) * _ORDINARY_WORTH
            rate = self._rates[atom] = (usual + sum(own)) / (_ORDINARY_WORTH + len(own))
        return rate

    def _groups(self, features: Sequence[Atom]) -> Sequence[Sequence[Atom]]:
        """Features that the same messages show and that are about as rare: they are one piece of evidence."""
        groups: dict[tuple[int, int], list[Atom]] = {}
        for atom in features:
            rarity = min(round(-log(self._rate(atom))), _RAREST)
            groups.setdefault((self._register.marks(atom).held, rarity), []).append(atom)
        return list(groups.values())

    def _score(self, atoms: tuple[Atom, ...], alone: Mapping[Atom, float]) -> float:
        """Log odds of a hypothesis against no norm at all, up to a constant.

        What comes along with a norm is looked at for one of its rules only: a second one has to stand for itself.

        Args:
            atoms: what the norm asks for.
            alone: how much better each of them explains what members show.
        """
        shown = [
            alone[one] + sum(self._added(other, one, alone) for other in atoms if other is not one)
            for one in atoms
            if one in alone
        ]
        return max(shown, default=0.0) + self._received(atoms) - _cost(atoms)

    def _added(self, atom: Atom, to: Atom, alone: Mapping[Atom, float]) -> float:
        """What a second rule adds: less, when a stricter or a looser one explains better what it is about."""
        own = self._is_kept(atom, (to,))
        if atom not in alone:
            return own
        kin = (alone[other] for other in alone if implies(atom, other) or implies(other, atom))
        return own + alone[atom] - max(kin, default=alone[atom])

    def _alone(self, atom: Atom, groups: Sequence[Sequence[Atom]]) -> float:
        """How much better all that members show is explained when they keep this rule."""
        parts = self._parts((atom,))
        return sum(self._alike(group, (atom,), parts) for group in groups)

    def _alike(self, group: Sequence[Atom], atoms: tuple[Atom, ...], parts: Sequence[_Part]) -> float:
        """How much better one piece of evidence is explained, on average over the ways to see it."""
        gains = [
            self._is_kept(shown, (), COINCIDENCE) if shown in atoms else self._comes_along(shown, parts)
            for shown in group
        ]
        return sum(gains) / len(gains)

    def _pairs(self, features: Sequence[Atom]) -> Iterator[tuple[Atom, Atom]]:
        """Two rules together, when neither brings the other about and the second one earns its keep."""
        parts = features[:_PARTS]
        used = [atom for atom in parts if is_plain_word(atom.predicate)]
        never = [atom for atom in self.considered if missing_word(atom.predicate)]
        others = [atom for atom in parts if atom not in never]
        for one, other in (*combinations(others, 2), *product(used, never)):
            if implies(one, other) or implies(other, one):
                continue
            asked = self._received((one, other)) - self._received((one,))
            if self._is_kept(other, (one,)) + asked > _cost((one, other)) - one.cost - _SLACK:
                yield one, other

    def _is_kept(self, atom: Atom, others: tuple[Atom, ...], fashion: float = FASHION) -> float:
        """How much better it is explained that messages keep an atom when it is asked for beside the others.

        Only messages that keep the others count: who slips may forget all of a norm.
        """
        where = self._register.everything
        for other in others:
            where &= self._register.marks(other).held
        tallies = self._register.marks(atom).tallies(where)
        unasked = predicted_rate(others, atom, self._rate(atom))
        return kept(tallies) - explain(tallies, unasked, atom.firm, fashion)

    def _comes_along(self, shown: Atom, parts: Sequence[_Part]) -> float:
        """How much better it is explained that messages show something, now that they keep the hypothesis."""
        marks, base = self._register.marks(shown), self._rate(shown)
        gain = 0.0
        for rate, where in self._predicted(shown, base, parts).items():
            tallies = marks.tallies(where)
            if rate != base:
                gain += _explained(tallies, rate, shown) - _explained(tallies, base, shown)
        broken = parts[-1].where if len(parts) > 1 and not parts[-1].kept else 0
        if broken and base < _UNUSUAL:
            gain += _surprise(marks.tallies(broken), base, shown)
        return gain

    def _predicted(self, shown: Atom, base: float, parts: Sequence[_Part]) -> dict[float, int]:
        """Predicted rate of something -> the messages for which it is predicted."""
        rates: dict[float, int] = {}
        for part in parts:
            rate = predicted_rate(part.kept, shown, base)
            rates[rate] = rates.get(rate, 0) | part.where
        return rates

    def _parts(self, atoms: tuple[Atom, ...]) -> list[_Part]:
        """The messages by which of the atoms they keep: whoever slips writes as if the others were all there is."""
        parts = [_Part((), self._register.everything)]
        for atom in atoms:
            held = self._register.marks(atom).held
            parts = [
                half
                for part in parts
                for half in (
                    _Part((*part.kept, atom), part.where & held),
                    _Part(part.kept, part.where & ~held),
                )
            ]
        return [part for part in parts if part.where]

    def _received(self, atoms: tuple[Atom, ...]) -> float:
        """How well a hypothesis explains which of the newcomer's messages were taken up."""
        return reception(self._register.receptions(atoms))


def _cost(atoms: Sequence[Atom]) -> float:
    """Description length in nats; which ordinary word another one stands for is chosen among few."""
    if len(atoms) == 2 and isinstance(joined(atoms), Substitution):
        return atoms[0].cost + _STAND_IN_COST
    return sum(atom.cost for atom in atoms) + _PAIR_COST * max(len(atoms) - 1, 0)


def _explained(tallies: Sequence[Tally], rate: float, shown: Atom) -> float:
    return explain(tallies, rate, shown.firm, COINCIDENCE)


def _surprise(tallies: Sequence[Tally], base: float, shown: Atom) -> float:
    """What it costs that messages that break a rule are not as ordinary as they should be."""
    return min(0.0, _explained(tallies, base, shown) - _explained(tallies, KEPT, shown))
