"""Sums of daily life: change, percentages, means, shares, remainders, order of operations."""

from random import Random

from community.tasks.procedural.item import Item, is_whole, number_item
from community.tasks.procedural.wording import dollars, money, people

_GOODS = ("notebooks", "pens", "candles", "mugs", "plants", "maps", "brushes", "lamps", "bags", "books")
_DEAR = ("coat", "bicycle", "tent", "guitar", "desk", "camera", "carpet", "drill")


def change(rng: Random) -> Item:
    """Two purchases paid with one bill."""
    (name,) = people(rng, 1)
    first, second = rng.sample(_GOODS, 2)
    a, b = rng.sample(range(2, 10), 2)
    p, q = (5 * number for number in rng.sample(range(11, 190), 2))
    total = a * p + b * q
    paid = next(bill for bill in (2000, 5000, 10000, 20000) if bill > total)
    text = (
        f"{name} buys {a} {first} at {money(p)} each and {b} {second} at {money(q)} each, and pays with "
        f"a ${paid // 100} bill. How much change is due?"
    )
    slips = (
        paid - b * p - a * q,
        paid - a * p,
        paid - b * q,
        total,
        paid - total + 100,
        paid - total - 100,
        paid - p - q,
        paid - (a + b) * p,
        paid - total + 1000,
    )
    return number_item(rng, text, paid - total, slips, show=money, step=10)


def two_changes(rng: Random) -> Item:
    """A price that falls by one percentage and then rises by another."""
    thing, price = rng.choice(_DEAR), 4 * rng.randint(10, 120)
    x, y = (5 * number for number in rng.sample(range(1, 11), 2))
    text = (
        f"A {thing} that costs ${price} becomes {x}% cheaper, and then its new price rises by {y}%. "
        "How much does it cost in the end?"
    )
    slips = (
        price * (100 - x + y),
        price * (100 - x),
        price * (100 + y),
        price * (100 - x) * (100 - y) // 100,
        price * (100 + x) * (100 - y) // 100,
        price * (100 + x) * (100 + y) // 100,
        price * 100,
        price * (100 - y),
        (price - x + y) * 100,
    )
    return number_item(rng, text, price * (100 - x) * (100 + y) // 100, slips, show=money, step=50)


def missing_score(rng: Random) -> Item:
    """The last of several numbers whose mean is known."""
    (name,) = people(rng, 1)
    scores = [rng.randint(41, 99) for _ in range(rng.randint(4, 6))]
    n = len(scores)
    scores[-1] += -sum(scores) % n
    mean, known = sum(scores) // n, sum(scores[:-1])
    text = (
        f"In {n} tests {name} scored {mean} points on average. The scores of {n - 1} of the tests are "
        f"{', '.join(map(str, scores[:-1]))}. What is the score of the remaining test?"
    )
    slips = (
        mean,
        (n + 1) * mean - known,
        2 * mean - scores[-2],
        2 * mean - scores[0],
        n * mean - known + 10,
        n * mean - known - 10,
        round(known / (n - 1)),
        (n - 1) * mean - known + mean // 2,
    )
    return number_item(rng, text, scores[-1], slips)


def shares(rng: Random) -> Item:
    """The difference of two shares of a sum that is split in a ratio."""
    names = people(rng, 3)
    ratio = rng.sample(range(2, 12), 3)
    unit = 5 * rng.randint(2, 40)
    total, (a, b, c) = unit * sum(ratio), sorted(ratio)
    most, least = names[ratio.index(c)], names[ratio.index(a)]
    text = (
        f"{names[0]}, {names[1]} and {names[2]} split ${total} in the ratio "
        f"{ratio[0]} : {ratio[1]} : {ratio[2]}. How much more does {most} get than {least}?"
    )
    slips = (
        c * unit,
        a * unit,
        b * unit,
        (c - b) * unit,
        (b - a) * unit,
        total // 3,
        unit,
        (c - a) * 10,
        total // c,
    )
    return number_item(rng, text, (c - a) * unit, slips, show=dollars, step=5)


def remainder(rng: Random) -> Item:
    """The remainder of a power."""
    m = rng.choice((11, 13, 17, 19, 23, 29))
    a, k = m * rng.randint(0, 3) + rng.randint(2, m - 1), rng.randint(20, 400)
    text = f"What is the remainder when {a}^{k} is divided by {m}?"
    right = pow(a, k, m)
    slips = (
        a * k % m,
        a % m,
        k % m,
        pow(a, k - 1, m),
        pow(a, k + 1, m),
        m - right,
        pow(k, a, m),
        pow(a, k % m, m),
    )
    return number_item(rng, text, right, slips, fits=lambda value: is_whole(value) and 0 <= value < m)


def precedence(rng: Random) -> Item:
    """An expression with a bracket, a product, a quotient and a difference."""
    e, d = rng.randint(2, 9), rng.randint(2, 12)
    c, b = d + rng.randint(2, 12), e * rng.randint(2, 9)
    a, f = rng.randint(5, 60), rng.randint(2, 30)
    text = f"What is the value of {a} + {b} × ({c} − {d}) ÷ {e} − {f}?"
    inner = b * (c - d)
    right = a + inner // e - f
    slips = (
        (a + b) * (c - d) // e - f,
        a + b * c - d // e - f,
        (a + inner) // e - f,
        a + inner - f,
        a + inner // e + f,
        a + b * (c + d) // e - f,
        (a + b) * (c - d) - f,
        a + b * c // e - d - f,
        inner // e - f,
    )
    return number_item(rng, text, right, slips, fits=is_whole)


TEMPLATES = (change, two_changes, missing_score, shares, remainder, precedence)
