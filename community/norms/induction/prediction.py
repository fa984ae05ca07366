"""What a norm would make people write: plain replies that are made to keep it, and what else these then show."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

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
def _after(norm: Atom) -> Sequence[tuple[Reading, Reading]]:
    """Those of the replies that can be made to keep a norm, before and after; none when fewer than half can."""
    pairs: list[tuple[Reading, Reading]] = []
    for number, before in enumerate(_before()):
        try:
            rng = stream(number, "prediction", norm.sentence)
            text = norm.predicate.enact(before.text.raw, before.question, rng)
        except CannotEnactError:
            continue
        pairs.append((before, Reading(text, before.question or "")))
    return pairs if len(pairs) >= _TEXTS // 2 else ()


class _Shown(NamedTuple):
    """How many replies show something before and after they are made to keep a norm, out of how many."""

    before: int
    after: int
    of: int


@lru_cache(maxsize=65536)
def _shown(norm: Atom, shown: Atom) -> _Shown:
    pairs = _after(norm)
    before, after = (sum(_holds(shown, pair[side]) for pair in pairs) for side in (0, 1))
    return _Shown(before, after, len(pairs))


def _holds(atom: Atom, reading: Reading) -> bool:
    return complies(atom.predicate, reading.text, reading.question)


def _shift(norm: Atom, shown: Atom) -> float:
    """How much more of the replies show something once they keep a norm; 2.0 when all do, -2.0 when none does."""
    before, after, of = _shown(norm, shown)
    if after == before:
        return 0.0
    return 2.0 if after == of else -2.0 if after == 0 else (after - before) / of


def predicted_rate(norms: Sequence[Atom], shown: Atom, base: float) -> float:
    """The rate at which people show something who keep all of some norms, `base` being the rate of those who do not."""
    shifts = [_shift(norm, shown) for norm in norms]
    largest = max(shifts, key=abs, default=0.0)
    return min(KEPT, max(_NEVER, round(base + largest, 2) if largest else base))


def implies(norm: Atom, other: Atom) -> bool:
    """Whether those who keep one norm keep (nearly always) the other as well."""
    _, after, of = _shown(norm, other)
    return 0 < of <= after + 1
