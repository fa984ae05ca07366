"""Chances and counts: urns, dice, causes, repeated trials, committees."""

from fractions import Fraction
from math import comb, perm
from random import Random

from community.tasks.procedural.item import Item, number_item
from community.tasks.procedural.wording import people


def is_chance(value: Fraction) -> bool:
    """Whether a number is a chance of something that may or may not happen."""
    return 0 < value < 1


def same_colour(rng: Random) -> Item:
    """Two draws without replacement."""
    (name,) = people(rng, 1)
    counts = [rng.randint(2, 12) for _ in range(3)]
    r, b, g = counts
    n = sum(counts)
    text = (
        f"A bag holds {r} red, {b} blue and {g} green marbles. {name} draws two of them at random, without putting "
        "the first one back. What is the probability that both have the same colour?"
    )
    right = Fraction(sum(k * (k - 1) for k in counts), n * (n - 1))
    slips = (
        Fraction(sum(k * k for k in counts), n * n),
        1 - right,
        Fraction(sum(k * (k - 1) for k in counts), n * n),
        Fraction(r * (r - 1), n * (n - 1)),
        Fraction(sum(k * k for k in counts), n * (n - 1)),
        Fraction(1, 3),
        Fraction(max(counts), n),
        right / 2,
        Fraction(1, 9),
    )
    return number_item(rng, text, right, slips, fits=is_chance, step=Fraction(1, n * (n - 1)))


def dice_sum(rng: Random) -> Item:
    """The sum of two dice, perhaps with unequal numbers of faces."""
    m, n = (rng.choice((4, 6, 8, 10, 12, 20)) for _ in range(2))
    least = rng.randint(4, m + n - 1)
    sums = [i + j for i in range(1, m + 1) for j in range(1, n + 1)]
    text = (
        f"Two fair dice are rolled: one with faces numbered 1 to {m}, the other with faces numbered 1 to {n}. "
        f"What is the probability that the sum is at least {least}?"
    )
    right = Fraction(sum(total >= least for total in sums), m * n)
    slips = (
        Fraction(sum(total > least for total in sums), m * n),
        1 - right,
        Fraction(sum(total == least for total in sums), m * n),
        Fraction(sum(total <= least for total in sums), m * n),
        Fraction(m + n - least + 1, m + n - 1),
        Fraction(m + n - least, m + n),
        Fraction(sum(total >= least - 1 for total in sums), m * n),
        right / 2,
    )
    return number_item(rng, text, right, slips, fits=is_chance, step=Fraction(1, m * n))


def cause(rng: Random) -> Item:
    """From which of two machines a faulty part comes (Bayes)."""
    part = rng.choice(("screws", "lenses", "valves", "bolts", "chips", "springs", "bearings"))
    p = 5 * rng.choice([number for number in range(3, 18) if number != 10])
    x, y = rng.sample(range(1, 13), 2)
    text = (
        f"An old machine makes {p}% of all {part}, a new one makes the rest. Of the {part} from the old machine {x}% "
        f"are faulty, of those from the new machine {y}%. What is the probability that a faulty one comes from the "
        "old machine?"
    )
    both = p * x + (100 - p) * y
    right = Fraction(p * x, both)
    slips = (
        1 - right,
        Fraction(p, 100),
        Fraction(x, x + y),
        Fraction(p * x, 10000),
        Fraction(both, 10000),
        Fraction(x, 100),
        Fraction(p * y, p * y + (100 - p) * x),
        Fraction(y, x + y),
        right / 2,
    )
    return number_item(rng, text, right, slips, fits=is_chance, step=Fraction(1, both))


_TRIALS = (
    ("A seed", "seeds", "sprouts"),
    ("A match", "matches", "lights"),
    ("A fuse", "fuses", "blows"),
    ("A signal", "signals", "gets through"),
    ("An egg", "eggs", "hatches"),
    ("A dart", "darts", "hits"),
)


def at_least_one(rng: Random) -> Item:
    """Some success in several independent trials."""
    thing, things, verb = rng.choice(_TRIALS)
    q, n = rng.randint(3, 9), rng.randint(2, 4)
    p = rng.randint(1, q - 1)
    chance = Fraction(p, q)
    text = (
        f"{thing} {verb} with probability {chance}, independently of all others. What is the probability that at "
        f"least one of {n} {things} {verb}?"
    )
    miss = 1 - chance
    slips = (
        miss**n,
        chance**n,
        n * chance,
        n * chance * miss ** (n - 1),
        1 - chance**n,
        chance,
        1 - miss ** (n - 1),
        1 - miss ** (n + 1),
        1 - n * chance * miss ** (n - 1),
    )
    return number_item(rng, text, 1 - miss**n, slips, fits=is_chance, step=Fraction(1, 2 * q**n))


def committee(rng: Random) -> Item:
    """How many committees have given numbers of two kinds."""
    body = rng.choice(("choir", "club", "crew", "council", "band", "theatre group"))
    m, n = rng.sample(range(5, 14), 2)
    j, k = rng.randint(2, 4), rng.randint(2, 4)
    text = (
        f"A {body} has {m} women and {n} men. In how many ways can it choose a committee of {j + k} people "
        f"with exactly {j} women?"
    )
    slips = (
        comb(m, j) + comb(n, k),
        comb(m + n, j + k),
        perm(m, j) * perm(n, k),
        comb(m, j) * comb(m + n - j, k),
        comb(m, j),
        comb(n, k),
        comb(m, k) * comb(n, j),
        comb(m, j) * perm(n, k),
        m * n * j * k,
    )
    return number_item(rng, text, comb(m, j) * comb(n, k), slips, step=5)


TEMPLATES = (same_colour, dice_sum, cause, at_least_one, committee)
