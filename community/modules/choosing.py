"""What to send: the wording that most probably keeps the norm, or one that would tell rival hypotheses apart."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log2

from community.norms.induction import Hypothesis, Inducer, Posterior
from community.norms.predicates.base import CannotEnactError, Predicate
from community.norms.predicates.combination import All
from community.norms.predicates.length.count import Count

_WORD = re.compile(r"\S+")
_WORTH_TRYING = 0.03
_TRIED = 6
_RELIABLE = 0.95
"""Chance that a message is received as the true norm demands."""
_UNKNOWN = 0.3
"""Chance to keep a norm that nobody thought of."""
_OVER_CAP = 0.5


@dataclass(frozen=True, slots=True)
class Option:
    """One possible message.

    Attributes:
        text: the message.
        keeps: the probability that it keeps the norm.
        tells: the information that its reception would give, in bits.
        effort: how many rules were carried out to make it.
        rule: what was carried out, in canonical English; empty when nothing was.
    """

    text: str
    keeps: float
    tells: float
    effort: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a message is chosen for.

    Attributes:
        curiosity: worth of a bit, in refusals, were it certain that the reception will be seen.
        thrift: cost of each rule that is followed, in refusals: what is not needed is left out.
        seen: the probability that the reception of this message will be seen.
    """

    curiosity: float
    thrift: float
    seen: float

    def value(self, option: Option) -> float:
        """What an option is worth."""
        return option.keeps + self.curiosity * self.seen * option.tells - self.thrift * option.effort


def options(
    engine: Inducer,
    posterior: Posterior,
    candidate: str,
    question: str,
    *,
    cap: int | None,
    rng_of: Callable[[str], random.Random],
) -> list[Option]:
    """The candidate as it is, and reworked to each hypothesis that is worth it and to the two best together."""
    weighed = [Option(candidate, *_prospects(engine, posterior, _cut(candidate, cap), question))]
    for predicate, effort in _aims(posterior.hypotheses):
        text = enacted(predicate, candidate, question, cap=cap, rng=rng_of(predicate.describe()))
        if text is not None:
            keeps, tells = _prospects(engine, posterior, _cut(text, cap), question)
            keeps -= _OVER_CAP * (_cut(text, cap) != text)
            weighed.append(Option(text, keeps, tells, effort, predicate.describe()))
    return weighed


def enacted(
    predicate: Predicate, text: str, question: str, *, cap: int | None, rng: random.Random
) -> str | None:
    """The text made to follow a rule within the cap; None when it cannot be done."""
    try:
        reworked = predicate.enact(text, question, rng)
        over = len(_WORD.findall(reworked)) - cap if cap else 0
        for _ in range(3):
            if cap is None or over <= 0:
                break
            room = max(len(_WORD.findall(text)) - over - 5, 5)
            text = Count(of="words", max=room).enact(text, question, rng)
            reworked = predicate.enact(text, question, rng)
            over = len(_WORD.findall(reworked)) - cap
    except CannotEnactError:
        return None
    return reworked


def _aims(hypotheses: Sequence[Hypothesis]) -> Iterator[tuple[Predicate, int]]:
    """What to try, with its number of rules: each likely hypothesis, parts of the best, and the best with another."""
    likely = [item for item in hypotheses if item.probability >= _WORTH_TRYING][:_TRIED]
    for item in likely:
        yield item.predicate, len(item.atoms)
    if not likely:
        return
    best = likely[0]
    if len(best.atoms) > 1:
        yield from ((atom.predicate, 1) for atom in best.atoms)
    for other in likely[1:]:
        if len(other.atoms) == 1 and other.atoms[0] not in best.atoms:
            yield All.model_validate({"of": (best.predicate, other.predicate)}), len(best.atoms) + 1


def _prospects(engine: Inducer, posterior: Posterior, text: str, question: str) -> tuple[float, float]:
    """The probability that a text keeps the norm, and the bits that its reception would give."""
    reading = engine.reading(text, question)
    kept = sum(item.probability for item in posterior.hypotheses if item.holds(reading))
    broken = sum(item.probability for item in posterior.hypotheses) - kept
    unknown = max(0.0, 1.0 - kept - broken)
    shared = _RELIABLE * kept + (1 - _RELIABLE) * broken + _UNKNOWN * unknown
    told = _entropy(shared) - (kept + broken) * _entropy(_RELIABLE) - unknown * _entropy(_UNKNOWN)
    return kept + _UNKNOWN * unknown, max(told, 0.0)


def _entropy(chance: float) -> float:
    return -sum(p * log2(p) for p in (chance, 1 - chance) if p > 0)


def _cut(text: str, cap: int | None) -> str:
    words = list(_WORD.finditer(text)) if cap else []
    return text if cap is None or len(words) <= cap else text[: words[cap - 1].end()]
