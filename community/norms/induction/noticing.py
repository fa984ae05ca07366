"""Candidates from the evidence: what pairs of messages share, bounds on lengths, and ordinary words that are missing.

Nothing here knows a catalogue of norms; whatever two people write alike can become a candidate.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from community.norms.induction.atom import Atom
from community.norms.induction.evidence import Read, Reading
from community.norms.induction.judging import NO_ARTICLE
from community.norms.induction.ordinary import frequent_words
from community.norms.predicates import KINDS
from community.norms.predicates.base import Predicate
from community.norms.predicates.contains import Contains
from community.norms.predicates.length.count import Count
from community.norms.predicates.length.measure import UNITS, Unit, count
from community.norms.predicates.pattern import Pattern

_COMPOSED = {"all", "any", "not", "count", "substitution"}
"""Kinds that are proposed from the whole of the evidence, not from pairs of messages."""
_TOLERATED = 0.25
"""Share of messages in which insiders may slip."""
_ROUND = (10, 15, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90, 100, 120, 150, 175, 200, 250, 300, 400, 500)
_MISSING = 8

_MOST_PARTS = 15


def pairs_of(read: Read) -> list[tuple[int, int]]:
    """Positions of messages to compare: of two members in the same round, else of the same member in two rounds."""
    rounds: dict[int, list[int]] = {}
    for position, said in enumerate(read.episode.said):
        rounds.setdefault(said.round, []).append(position)
    pairs: list[tuple[int, int]] = []
    lone: list[int] = []
    for number, positions in enumerate(rounds.values()):
        if len(positions) == 1:
            lone += positions
        else:
            turn = number % len(positions)
            pairs.append((positions[turn], positions[(turn + 1) % len(positions)]))
    return [*pairs, *pairwise(lone)]


def shared_by(one: Reading, other: Reading) -> list[Predicate]:
    """Rules that two messages keep both."""
    texts = [one.text, other.text]
    kinds = (kind for name, kind in KINDS.items() if name not in _COMPOSED)
    proposed = (rule for kind in kinds for rule in kind.propose(texts, one.question))
    return list(dict.fromkeys(proposed))


def recurrent(proposals: Sequence[Sequence[Atom]], *, least: float, most: int) -> list[Atom]:
    """Rules that at least this share of the pairs proposed (two pairs, where there are three), the steadiest first."""
    counts = Counter(atom for proposed in proposals for atom in proposed)
    floor = max(least * len(proposals), 2 if len(proposals) > 2 else 1)
    ranked = sorted(
        (-count, place, atom) for place, (atom, count) in enumerate(counts.items()) if count >= floor
    )
    return [atom for _, _, atom in ranked[:most]]


def bounds(readings: Sequence[Reading]) -> Iterator[Count]:
    """How many words, sentences, paragraphs and lines most messages have, at least, at most or exactly."""
    for of in UNITS if readings else ():
        sizes = sorted(count(reading.text, of) for reading in readings)
        slips = int(_TOLERATED * len(sizes))
        for skipped in sorted({0, slips // 2, slips}):
            low, high = sizes[skipped], sizes[-1 - skipped]
            yield from _words_between(low, high) if of == "words" else _units_between(of, low, high)


def _words_between(low: int, high: int) -> Iterator[Count]:
    above = [bound for bound in _ROUND if bound > high][:2]
    below = [bound for bound in _ROUND if bound < low][-2:]
    for bound in above:
        yield Count(of="words", max=bound - 1)
    for bound in below:
        yield Count(of="words", min=bound + 1)
    if low == high:
        yield Count(of="words", exactly=low)


def _units_between(of: Unit, low: int, high: int) -> Iterator[Count]:
    if low == high:
        yield Count(of=of, exactly=low)
    if low > 1:
        yield Count(of=of, min=low)
    if high < _MOST_PARTS:
        yield Count(of=of, max=high)


def missing(readings: Sequence[Reading], refused: Sequence[Reading] = ()) -> Sequence[Contains | Pattern]:
    """Ordinary words that (nearly) no message has: the most frequent ones, and those of messages that were refused."""
    users = Counter(key for reading in readings for key in reading.text.index)
    allowed = int(_TOLERATED * len(readings))
    absent = [word for word in frequent_words() if users[word] <= allowed]
    blamed = Counter(
        key for reading in refused for key in reading.text.index if key.isalpha() and len(key) > 1
    )
    suspects = [word for word, _ in blamed.most_common() if not users[word]]
    words = dict.fromkeys([*absent[:_MISSING], *suspects[:_MISSING]])
    never = [Contains(words=(word,), exactly=0) for word in words]
    return [NO_ARTICLE, *never] if readings else never


def is_plain_word(predicate: Predicate) -> bool:
    """Whether a predicate asks for one word, any number of times and anywhere."""
    return (
        isinstance(predicate, Contains)
        and len(predicate.words) == 1
        and " " not in predicate.words[0]
        and predicate.within == "text"
        and (predicate.min, predicate.max, predicate.exactly) == (None, None, None)
    )


def missing_word(predicate: Predicate) -> str | None:
    """The word that must not be used, when that is all that a predicate asks."""
    if predicate == NO_ARTICLE:
        return "a"
    if isinstance(predicate, Contains) and predicate.exactly == 0 and len(predicate.words) == 1:
        return predicate.words[0]
    return None
