"""What a norm would make people write: plain replies that are made to keep it, and what else these then show."""

from collections.abc import Sequence
from functools import cache, lru_cache

from community.norms.induction.atom import Atom
from community.norms.induction.evidence import Reading
from community.norms.induction.judging import complies
from community.norms.induction.likelihood import KEPT
from community.norms.induction.ordinary import plain_replies
from community.norms.predicates.base import CannotEnactError
from community.seeds import stream

_TEXTS = 8
_NEVER = 0.002


@cache
def _before() -> Sequence[Reading]:
    sample = plain_replies()
    step = len(sample) // _TEXTS
    chosen = sample[step // 2 :: step][:_TEXTS]
    return [Reading(reply.text.raw, reply.question) for reply in chosen]


@lru_cache(maxsize=512)
def _after(norm: Atom) -> Sequence[Reading] | None:
    """The same replies after enacting a norm; None when more than half of them cannot be made to keep it."""
    enacted: list[Reading] = []
    failed = 0
    for number, reading in enumerate(_before()):
        try:
            rng = stream(number, "prediction", norm.sentence)
            text = norm.predicate.enact(reading.text.raw, reading.question, rng)
            enacted.append(Reading(text, reading.question or ""))
        except CannotEnactError:
            failed += 1
            enacted.append(reading)
    return None if failed > _TEXTS // 2 else enacted


@lru_cache(maxsize=65536)
def _shown_after(norm: Atom, shown: Atom) -> int | None:
    after = _after(norm)
    return None if after is None else sum(_holds(shown, reading) for reading in after)


@lru_cache(maxsize=8192)
def _shown_before(shown: Atom) -> int:
    return sum(_holds(shown, reading) for reading in _before())


def _holds(atom: Atom, reading: Reading) -> bool:
    return complies(atom.predicate, reading.text, reading.question)


def _shift(norm: Atom, shown: Atom) -> float:
    """How much more of the replies show something once they keep a norm; 2.0 when all do, -2.0 when none does."""
    now, before = _shown_after(norm, shown), _shown_before(shown)
    if now is None or now == before:
        return 0.0
    return 2.0 if now == _TEXTS else -2.0 if now == 0 else (now - before) / _TEXTS


def predicted_rate(norms: Sequence[Atom], shown: Atom, base: float) -> float:
    """The rate at which people show something who keep all of some norms, `base` being the rate of those who do not."""
    shifts = [_shift(norm, shown) for norm in norms]
    largest = max(shifts, key=abs, default=0.0)
    return min(KEPT, max(_NEVER, round(base + largest, 2) if largest else base))


def implies(norm: Atom, other: Atom) -> bool:
    """Whether those who keep one norm keep (nearly always) the other as well."""
    return (_shown_after(norm, other) or 0) >= _TEXTS - 1
