"""Sequences of whole numbers, each with its rule stated."""

from random import Random

from community.tasks.procedural.item import Item, is_whole, number_item
from community.tasks.procedural.wording import number


def quadratic(rng: Random) -> Item:
    """The next term when the differences grow evenly."""
    start, first, growth = (
        rng.randint(-20, 40),
        rng.randint(-9, 20),
        rng.choice((-4, -3, -2, 2, 3, 4, 5, 6, 7)),
    )
    terms = [start]
    for position in range(6):
        terms.append(terms[-1] + first + position * growth)
    shown, right = terms[:-1], terms[-1]
    text = (
        f"In the sequence {', '.join(map(number, shown))}, the difference between neighbours changes by the same "
        "amount from each step to the next. Which number comes next?"
    )
    last = shown[-1] - shown[-2]
    slips = (
        shown[-1] + last,
        right + growth,
        right - 2 * growth,
        shown[-1] + growth,
        shown[-1] + first,
        2 * shown[-1],
        right + 1,
        right - 1,
        shown[-1] - last,
    )
    return number_item(rng, text, right, slips, fits=is_whole)


def recurrence(rng: Random) -> Item:
    """A later term of a sequence in which each term follows from two before it."""
    p, sign = rng.randint(2, 3), rng.choice((-1, 1))
    x, y = rng.sample(range(1, 13), 2)
    k = rng.randint(6, 8)
    terms = [x, y]
    while len(terms) < k + 1:
        terms.append(p * terms[-1] + sign * terms[-2])
    rule = f"{p} times the term before it {'plus' if sign > 0 else 'minus'} the term before that"
    text = (
        f"A sequence starts with {x}, {y}. From the third term on, every term is {rule}. "
        f"What is the term at position {k}?"
    )
    right = terms[k - 1]
    slips = (
        terms[k],
        terms[k - 2],
        p * terms[k - 2] - sign * terms[k - 3],
        p * terms[k - 2],
        terms[k - 2] + terms[k - 3],
        right + x,
        right - y,
        p * right,
        terms[k - 2] + p * terms[k - 3],
    )
    return number_item(rng, text, right, slips, fits=is_whole, step=3)


def series(rng: Random) -> Item:
    """The sum of an arithmetic sequence."""
    a, d, n = rng.randint(1, 40), rng.randint(2, 12), rng.randint(12, 60)
    text = (
        f"The sequence {a}, {a + d}, {a + 2 * d}, ... goes on with the same difference. "
        f"What is the sum of its first {n} terms?"
    )
    last = a + (n - 1) * d
    right = n * (a + last) // 2
    slips = (
        n * (a + last + d) // 2,
        last,
        n * (a + last),
        right - last,
        right + last + d,
        n * a,
        n * last,
        (n - 1) * (a + last) // 2,
        n * (n + 1) // 2 * d,
    )
    return number_item(rng, text, right, slips, step=d)


def geometric(rng: Random) -> Item:
    """A term of a geometric sequence, from two others."""
    a, r = rng.randint(1, 25), rng.randint(2, 5)
    i = rng.randint(2, 3)
    j = i + rng.randint(2, 3)
    k = j + rng.randint(1, 2)

    def at(position: int) -> int:
        return a * r ** (position - 1)

    text = (
        f"In a geometric sequence of positive numbers, the term at position {i} is {at(i)} and the term at position "
        f"{j} is {at(j)}. What is the term at position {k}?"
    )
    gap = at(j) - at(i)
    slips = (
        at(k + 1),
        at(k - 1),
        at(j) + gap // (j - i) * (k - j),
        at(j) + gap,
        at(j) * (k - j) * r,
        at(j) * (j - i),
        2 * at(k),
        at(k) - at(i),
        at(j) + at(i),
    )
    return number_item(rng, text, at(k), slips, step=r)


def interleaved(rng: Random) -> Item:
    """The next term of two sequences that take turns."""
    a, b = rng.sample(range(1, 60), 2)
    d, e = rng.sample([step for step in range(-9, 13) if abs(step) > 1], 2)
    odd, even = [a + d * i for i in range(5)], [b + e * i for i in range(4)]
    shown = [value for pair in zip(odd, even, strict=False) for value in pair]
    text = f"Two arithmetic sequences take turns in {', '.join(map(number, shown))}. Which number comes next?"
    right = odd[-1]
    slips = (
        even[-1] + e,
        odd[-2] + e,
        shown[-1] + d,
        2 * shown[-1] - shown[-2],
        right + d,
        odd[-2],
        right + 1,
        right - 1,
        shown[-1] + e - d,
    )
    return number_item(rng, text, right, slips, fits=is_whole)


def place(rng: Random) -> Item:
    """Where a number stands in an arithmetic sequence."""
    a, d, n = rng.randint(2, 60), rng.randint(3, 19), rng.randint(15, 140)
    given = a + (n - 1) * d
    text = (
        f"The sequence {a}, {a + d}, {a + 2 * d}, ... goes on with the same difference. "
        f"At which position does {given} stand?"
    )
    slips = (
        n - 1,
        n + 1,
        given // d,
        given // a,
        given - a,
        n + 2,
        (given + a) // d,
        n - 2,
        given // (a + d),
    )
    return number_item(rng, text, n, slips)


TEMPLATES = (quadratic, recurrence, series, geometric, interleaved, place)
