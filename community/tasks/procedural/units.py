"""Quantities with units: speed, volume, area, scale, consumption, flow."""

from fractions import Fraction
from random import Random

from community.tasks.procedural.item import Item, number_item
from community.tasks.procedural.wording import decimal, is_decimal, money

_VEHICLES = (
    ("boat", 3, 12),
    ("bus", 8, 25),
    ("cyclist", 4, 12),
    ("helicopter", 40, 75),
    ("train", 20, 80),
    ("truck", 10, 25),
)


def speed(rng: Random) -> Item:
    """A mean speed in metres per second, from kilometres, hours and minutes."""
    vehicle, slowest, fastest = rng.choice(_VEHICLES)
    v, minutes = rng.randint(slowest, fastest), 5 * rng.randint(13, 71)
    hours, rest = divmod(minutes, 60)
    km = Fraction(v * 60 * minutes, 1000)
    text = (
        f"A {vehicle} covers {decimal(km)} km in {hours} h {rest} min. "
        "What is its mean speed in metres per second?"
    )
    slips = (
        v * Fraction(18, 5),
        v / Fraction(18, 5),
        v * 60,
        km * 1000 / (hours * 3600 + rest),
        km / (hours + Fraction(rest, 100)),
        Fraction(v, 10),
        v * 10,
        km / hours,
        Fraction(v, 2),
    )
    return number_item(rng, text, v, slips, show=lambda value: f"{decimal(value)} m/s", fits=is_decimal)


def tank(rng: Random) -> Item:
    """How long a tap takes to fill a box."""
    vessel = rng.choice(("tank", "trough", "basin", "crate", "cistern"))
    length, width, height = (rng.randint(3, 20) for _ in range(3))
    litres = length * width * height
    rate = rng.choice([number for number in range(4, 31) if litres % number == 0])
    text = (
        f"A {vessel} that is {length}0 cm long, {width}0 cm wide and {height}0 cm high is filled by a tap that gives "
        f"{rate} litres a minute. How many minutes does it take to fill the empty {vessel}?"
    )
    right = litres // rate
    slips = (
        right * 10,
        Fraction(right, 10),
        litres,
        right * 60,
        right * 100,
        Fraction(10 * (length + width + height), rate),
        Fraction(length * width, rate),
        litres - rate,
        Fraction(right, 2),
    )
    return number_item(rng, text, right, slips)


def tiles(rng: Random) -> Item:
    """How many tiles cover a floor."""
    room = rng.choice(("kitchen", "hall", "terrace", "bathroom", "corridor", "workshop"))
    p, q = rng.sample((10, 20, 25, 30, 40, 50, 60), 2)
    across, along = rng.randint(6, 40), rng.randint(6, 40)
    length, width = Fraction(p * across, 100), Fraction(q * along, 100)
    text = (
        f"The floor of a {room} is {decimal(length)} m long and {decimal(width)} m wide. It is covered exactly with "
        f"tiles of {p} cm by {q} cm. How many tiles are needed?"
    )
    right = across * along
    slips = (
        right * 10,
        Fraction(right, 10),
        across + along,
        2 * (across + along),
        Fraction(right, 2),
        right * 100,
        length * width * 100,
        length * width * 10000 / (p * p),
        length * width * 10000 / (q * q),
        right + across,
        right - along,
    )
    return number_item(rng, text, right, slips)


def map_scale(rng: Random) -> Item:
    """The distance that a length on a map stands for."""
    places = rng.choice(("huts", "springs", "villages", "bridges", "towers", "summits"))
    scale, tenths = 5000 * rng.randint(2, 40), rng.randint(12, 190)
    km = Fraction(tenths * scale, 1_000_000)
    text = (
        f"On a map with the scale 1 : {scale}, two {places} are {decimal(Fraction(tenths, 10))} cm apart. "
        "How many kilometres are they apart in reality?"
    )
    slips = (
        km * 10,
        km / 10,
        km * 100,
        km / 100,
        km * 2,
        km / 2,
        Fraction(scale, 1000),
        Fraction(tenths, 10),
        km + 1,
    )
    return number_item(
        rng, text, km, slips, show=decimal, fits=lambda value: value > 0, step=Fraction(scale, 1_000_000)
    )


def fuel(rng: Random) -> Item:
    """The cost of the fuel of a trip."""
    vehicle = rng.choice(("car", "van", "truck", "motorhome", "taxi"))
    use, price, km = rng.randint(42, 160), 20 * rng.randint(5, 12), 50 * rng.randint(3, 30)
    text = (
        f"A {vehicle} uses {decimal(Fraction(use, 10))} litres of fuel per 100 km. A litre costs {money(price)}. "
        f"What does the fuel for {km} km cost?"
    )
    cost = use * km * price // 1000
    slips = (
        cost * 10,
        Fraction(cost, 10),
        Fraction(km * price, 100),
        Fraction(use * price, 10),
        Fraction(km * price * 10, use),
        cost * 2,
        cost + price,
        cost - price,
        Fraction(cost, 2),
    )
    return number_item(rng, text, cost, slips, show=money, step=price)


def flow(rng: Random) -> Item:
    """The volume that a flow gives in a time, in cubic metres."""
    source = rng.choice(("pump", "spring", "pipe", "canal lock", "turbine"))
    tenths, minutes = rng.randint(5, 95), 5 * rng.randint(2, 60)
    volume = Fraction(tenths * minutes * 60, 10_000)
    text = (
        f"A {source} gives {decimal(Fraction(tenths, 10))} litres of water a second. "
        f"How many cubic metres does it give in {minutes} minutes?"
    )
    slips = (
        volume / 60,
        volume * 60,
        volume * 10,
        volume / 10,
        volume * 100,
        volume * 1000,
        volume / 100,
        volume * 2,
    )
    return number_item(rng, text, volume, slips, show=decimal, fits=is_decimal, step=Fraction(tenths, 100))


TEMPLATES = (speed, tank, tiles, map_scale, fuel, flow)
