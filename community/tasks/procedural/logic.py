"""Deduction: orders, truth tellers, codes, switches, overlapping groups, ways."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations
from random import Random

from community.tasks.procedural.deduction import Clue, choose_clues, puzzle_item
from community.tasks.procedural.item import Item, choice_item, number_item
from community.tasks.procedural.wording import listing, people

_DEVICES = (
    "fan",
    "lamp",
    "radio",
    "heater",
    "kettle",
    "printer",
    "pump",
    "oven",
    "screen",
    "mixer",
    "siren",
    "drill",
)

Order = tuple[str, ...]
Group = frozenset[str]
Code = tuple[int, int, int]


def order(rng: Random) -> Item:
    """The order in which five runners finish."""
    names = people(rng, 5)
    worlds = list(permutations(names))
    truth = rng.choice(worlds)
    offered = list(_order_clues(names))
    rng.shuffle(offered)
    clues = choose_clues(worlds, truth, offered)
    text = (
        f"{listing(names)} run a race, and no two of them finish at the same time. "
        f"{' '.join(clue.text for clue in clues)} In which order do they finish, from first to last?"
    )
    return puzzle_item(rng, text, worlds=worlds, truth=truth, clues=clues, show=", ".join)


def _order_clues(names: Sequence[str]) -> Iterator[Clue[Order]]:
    for x, y in permutations(names, 2):
        yield Clue(f"{x} finishes before {y}.", lambda order, x=x, y=y: order.index(x) < order.index(y))
        yield Clue(
            f"{y} finishes right behind {x}.", lambda order, x=x, y=y: order.index(y) == order.index(x) + 1
        )
    for x, y in combinations(names, 2):
        yield Clue(
            f"Exactly one runner finishes between {x} and {y}.",
            lambda order, x=x, y=y: abs(order.index(x) - order.index(y)) == 2,
        )
    for x in names:
        yield Clue(f"{x} is neither first nor last.", lambda order, x=x: x not in (order[0], order[-1]))


def truth_tellers(rng: Random) -> Item:
    """Who of four people tells the truth, from what they say of each other."""
    names = people(rng, 4)
    worlds = _groups(names)
    clues: list[Clue[Group]] = []
    truth = worlds[0]
    while not clues:
        truth = rng.choice(worlds)
        offered = list(_statements(names))
        rng.shuffle(offered)
        clues = choose_clues(worlds, truth, offered)
    text = (
        f"Each of {listing(names)} either always tells the truth or always lies. "
        f"{' '.join(clue.text for clue in clues)} Which of them tell the truth?"
    )
    return puzzle_item(
        rng,
        text,
        worlds=worlds,
        truth=truth,
        clues=clues,
        show=lambda group: listing(_in_order(names, group)),
    )


def _statements(names: Sequence[str]) -> Iterator[Clue[Group]]:
    """What each can say; it fits a world in which a truth teller says what is so, or a liar what is not."""
    for who in names:
        others = [name for name in names if name != who]
        for x in others:
            yield Clue(
                f'{who} says: "{x} lies."', lambda group, who=who, x=x: (who in group) == (x not in group)
            )
        for x, y in combinations(others, 2):
            yield Clue(
                f'{who} says: "{x} and {y} both tell the truth."',
                lambda group, who=who, x=x, y=y: (who in group) == ({x, y} <= group),
            )
        for k in (1, 2, 3):
            yield Clue(
                f'{who} says: "Exactly {k} of us four tell{"s" if k == 1 else ""} the truth."',
                lambda group, who=who, k=k: (who in group) == (len(group) == k),
            )


def switches(rng: Random) -> Item:
    """Which of five devices are on."""
    devices = rng.sample(_DEVICES, 5)
    worlds = _groups(devices)
    truth = rng.choice(worlds)
    offered = list(_switch_clues(devices))
    rng.shuffle(offered)
    clues = choose_clues(worlds, truth, offered)
    text = (
        f"A room holds five devices: {listing(devices)}. Each of them is on or off. "
        f"{' '.join(clue.text for clue in clues)} Which of the devices are on?"
    )
    return puzzle_item(
        rng,
        text,
        worlds=worlds,
        truth=truth,
        clues=clues,
        show=lambda group: listing(_in_order(devices, group)),
    )


def _switch_clues(devices: Sequence[str]) -> Iterator[Clue[Group]]:
    for x, y in permutations(devices, 2):
        yield Clue(f"If the {x} is on, the {y} is on.", lambda on, x=x, y=y: x not in on or y in on)
    for x, y in combinations(devices, 2):
        yield Clue(f"The {x} is on exactly when the {y} is off.", lambda on, x=x, y=y: (x in on) != (y in on))
        yield Clue(f"The {x} and the {y} are not both on.", lambda on, x=x, y=y: not {x, y} <= on)
        yield Clue(f"At least one of the {x} and the {y} is on.", lambda on, x=x, y=y: x in on or y in on)
    for k in (2, 3):
        yield Clue(f"Exactly {k} of the five devices are on.", lambda on, k=k: len(on) == k)


def _groups(names: Sequence[str]) -> list[Group]:
    return [frozenset(group) for size in range(len(names) + 1) for group in combinations(names, size)]


def _in_order(names: Sequence[str], group: Group) -> list[str]:
    return [name for name in names if name in group]


def code(rng: Random) -> Item:
    """A code of three different digits, from tries and what they show."""
    worlds = list(permutations(range(1, 7), 3))
    truth = rng.choice(worlds)
    clues = choose_clues(
        worlds, truth, [_try(guess, truth) for guess in rng.sample(worlds, 40) if guess != truth]
    )
    text = (
        "A lock opens with a code of three different digits from 1 to 6. Each try shows how many of its digits are in "
        "the code and in the right place, and how many are in the code but in another place. "
        f"{' '.join(clue.text for clue in clues)} What is the code?"
    )
    return puzzle_item(rng, text, worlds=worlds, truth=truth, clues=clues, show=_digits)


def _try(guess: Code, truth: Code) -> Clue[Code]:
    right, elsewhere = compare(guess, truth)
    text = f"The try {_digits(guess)} shows {right} in the right place and {elsewhere} in another place."
    return Clue(text, lambda world: compare(guess, world) == (right, elsewhere))


def compare(guess: Code, truth: Code) -> tuple[int, int]:
    """How many digits of a guess are in place, and how many are elsewhere in the code."""
    (a, b, c), (x, y, z) = guess, truth
    right = (a == x) + (b == y) + (c == z)
    return right, (a in truth) + (b in truth) + (c in truth) - right


def _digits(world: Code) -> str:
    return "".join(map(str, world))


_OVERLAPS = (
    ("members of a club", "play chess", "play go", "play neither. How many play both"),
    ("pupils of a school", "learn Spanish", "learn Arabic", "learn neither. How many learn both"),
    ("guests of a hotel", "take tea", "take coffee", "take neither. How many take both"),
    ("tools in a shed", "are rusty", "are older than ten years", "are neither. How many are both"),
    ("books in a room", "are bound in leather", "are in French", "are neither. How many are both"),
)


def overlap(rng: Random) -> Item:
    """How many belong to both of two groups."""
    body, first, second, ending = rng.choice(_OVERLAPS)
    only, other, both, neither = (rng.randint(3, 70) for _ in range(4))
    a, b, n = only + both, other + both, only + other + both + neither
    text = f"Of {n} {body}, {a} {first}, {b} {second}, and {neither} {ending}?"
    slips = (
        abs(a + b - n),
        n - neither - a,
        n - neither - b,
        n - neither,
        abs(n - a - b - neither),
        a + b - neither,
        abs(a - b),
        both + neither,
        min(a, b),
        only + other,
    )
    return number_item(rng, text, both, slips)


def way(rng: Random) -> Item:
    """Where a walk with turns ends."""
    (name,) = people(rng, 1)
    legs = rng.sample(range(10, 200, 5), 4)
    turns = [rng.choice(("left", "right")) for _ in range(3)]
    east, north = _end(legs, turns)
    steps = "".join(f", turns {turn} and walks {leg} m" for turn, leg in zip(turns, legs[1:], strict=True))
    text = f"{name} faces north and walks {legs[0]} m{steps}. Where is {name} then, seen from the start?"
    mirrored = (
        (-east, north),
        (east, -north),
        (-east, -north),
        (north, east),
        (-north, east),
        (north, -east),
    )
    summed = ((legs[1] + legs[3], north), (east, legs[0] + legs[2]), (legs[1] + legs[3], legs[0] + legs[2]))
    fewer = ((east + 5 * k, north) for k in range(1, 99) if east + 5 * k)
    return choice_item(
        text, _place(east, north), (_place(*point) for point in chain(mirrored, summed, fewer))
    )


def _end(legs: list[int], turns: list[str]) -> tuple[int, int]:
    east = north = 0
    x, y = 0, 1
    for leg, turn in zip(legs, [*turns, "left"], strict=True):
        east, north = east + x * leg, north + y * leg
        x, y = (y, -x) if turn == "right" else (-y, x)
    return east, north


def _place(east: int, north: int) -> str:
    return f"{abs(east)} m {'east' if east > 0 else 'west'} and {abs(north)} m {'north' if north > 0 else 'south'}"


TEMPLATES = (order, truth_tellers, switches, code, overlap, way)
