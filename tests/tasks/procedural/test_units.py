"""Unit questions, solved again in base units."""

from collections.abc import Callable, Mapping
from fractions import Fraction


def written(value: Fraction) -> str:
    return f"{float(value):.6f}".rstrip("0").rstrip(".")


def speed(km: str, hours: str, minutes: str) -> str:
    return f"{written(Fraction(km) * 1000 / (int(hours) * 3600 + int(minutes) * 60))} m/s"


def tank(length: str, width: str, height: str, rate: str) -> str:
    cubic_centimetres = int(length) * int(width) * int(height)
    return written(Fraction(cubic_centimetres, 1000) / int(rate))


def tiles(length: str, width: str, p: str, q: str) -> str:
    across, along = Fraction(length) / (Fraction(p) / 100), Fraction(width) / (Fraction(q) / 100)
    assert across.denominator == along.denominator == 1
    return written(across * along)


def map_scale(scale: str, cm: str) -> str:
    return written(Fraction(cm) * int(scale) / 100_000)


def fuel(use: str, price: str, km: str) -> str:
    return f"${float(Fraction(use) / 100 * Fraction(price) * int(km)):.2f}"


def flow(rate: str, minutes: str) -> str:
    return written(Fraction(rate) / 1000 * int(minutes) * 60)


SOLVERS: Mapping[str, Callable[..., str]] = {
    r"A \w+ covers ([\d.]+) km in (\d+) h (\d+) min. What is its mean speed in metres per second\?": speed,
    r"A \w+ that is (\d+) cm long, (\d+) cm wide and (\d+) cm high is filled by a tap that gives (\d+) litres a "
    r"minute. How many minutes does it take to fill the empty \w+\?": tank,
    r"The floor of a \w+ is ([\d.]+) m long and ([\d.]+) m wide. It is covered exactly with tiles of (\d+) cm by "
    r"(\d+) cm. How many tiles are needed\?": tiles,
    r"On a map with the scale 1 : (\d+), two \w+ are ([\d.]+) cm apart. "
    r"How many kilometres are they apart in reality\?": map_scale,
    r"A \w+ uses ([\d.]+) litres of fuel per 100 km. A litre costs \$([\d.]+). "
    r"What does the fuel for (\d+) km cost\?": fuel,
    r"A [\w ]+ gives ([\d.]+) litres of water a second. How many cubic metres does it give in (\d+) minutes\?": flow,
}


def test_units_answers_agree_with_an_independent_solution(
    verify: Callable[[str, Mapping[str, Callable[..., str]]], None],
):
    verify("units", SOLVERS)
