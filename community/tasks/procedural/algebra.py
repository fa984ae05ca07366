"""Equations and functions."""

from fractions import Fraction
from random import Random

from community.tasks.procedural.item import Item, is_whole, number_item
from community.tasks.procedural.wording import people, term


def linear(rng: Random) -> Item:
    """A linear equation with a bracket."""
    a, d = rng.sample(range(2, 15), 2)
    b, c = rng.randint(2, 15), rng.randint(1, 40)
    x = rng.choice([number for number in range(-15, 26) if number not in (0, 1)])
    c += a * (x - b) + c == d * x
    e = a * (x - b) + c - d * x
    text = f"For which x does {a}(x − {b}) + {c} = {d}x {term(e, '')} hold?"
    slips = (
        Fraction(e - c + b, a - d),
        Fraction(e - c - a * b, a - d),
        Fraction(e + c + a * b, a - d),
        Fraction(e - c + a * b, a + d),
        -x,
        x + b,
        x - b,
        e - c + a * b,
        x + 1,
        x - 1,
    )
    return number_item(rng, text, x, slips, fits=is_whole)


def tickets(rng: Random) -> Item:
    """Two unknowns: how many of the dearer tickets were sold."""
    q = rng.randint(4, 15)
    p = q + rng.randint(2, 14)
    adults, children = rng.sample(range(12, 180), 2)
    total, revenue = adults + children, adults * p + children * q
    place = rng.choice(("theatre", "museum", "zoo", "cinema", "circus", "planetarium"))
    text = (
        f"On one day a {place} sells {total} tickets for ${revenue} in all. Adults pay ${p} and children ${q}. "
        "How many adults come?"
    )
    slips = (
        children,
        revenue // p,
        revenue // (p + q),
        total // 2,
        abs(revenue - total * q) // p,
        abs(adults - children),
        revenue // p - children,
        total - revenue // p,
        adults + 10,
    )
    return number_item(rng, text, adults, slips)


def larger_root(rng: Random) -> Item:
    """The larger root of a quadratic equation."""
    low, high = sorted(rng.sample([number for number in range(-19, 25) if number], 2))
    if low == -high:
        high += 1
    text = f"What is the larger root of x² {term(-(low + high), 'x')} {term(low * high, '')} = 0?"
    slips = (low, -low, -high, low + high, -(low + high), low * high, high - low, high + 1, high - 1)
    return number_item(rng, text, high, slips, fits=is_whole)


def composition(rng: Random) -> Item:
    """One function of another."""
    a, k = rng.randint(2, 9), rng.randint(2, 9)
    b, c = (rng.choice((-1, 1)) * rng.randint(1, 20) for _ in range(2))

    def f(x: int) -> int:
        return a * x + b

    def g(x: int) -> int:
        return x * x + c

    text = f"Let f(x) = {a}x {term(b, '')} and g(x) = x² {term(c, '')}. What is f(g({k}))?"
    slips = (g(f(k)), f(k) * g(k), f(k) + g(k), g(k), f(k), a * g(k), f(k * k), f(2 * k + c), f(g(k)) - 2 * b)
    return number_item(rng, text, f(g(k)), slips, fits=is_whole)


def ages(rng: Random) -> Item:
    """Two ages whose ratio falls as the years pass."""
    older, younger = people(rng, 2)
    k = rng.randint(2, 4)
    m = rng.randint(k + 1, 9)
    j = rng.randint(1, 90 // (m * (k - 1) + m - k))
    now, years = (k - 1) * j, (m - k) * j
    text = (
        f"{older} is {m} times as old as {younger}. In {years} years {older} will be {k} times as old as "
        f"{younger} will be then. How old is {older} today?"
    )
    slips = (
        now,
        m * now + years,
        now + years,
        k * now,
        years,
        (m - 1) * now,
        k * (now + years) + years,
        m * years,
        m * k,
    )
    return number_item(rng, text, m * now, slips)


TEMPLATES = (linear, tickets, larger_root, composition, ages)
