"""How names, amounts, terms and lists are written in the questions."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

_NAMES = (
    *(
        "Amara",
        "Bruno",
        "Chidi",
        "Dalia",
        "Emre",
        "Farah",
        "Goran",
        "Hana",
        "Ivo",
        "Jun",
        "Kofi",
        "Lena",
        "Mateo",
    ),
    *(
        "Noor",
        "Olga",
        "Pavel",
        "Quinn",
        "Rosa",
        "Samir",
        "Tala",
        "Umar",
        "Vera",
        "Wim",
        "Ximena",
        "Yusuf",
        "Zofia",
    ),
)


def people(rng: Random, n: int) -> list[str]:
    """Different first names."""
    return rng.sample(_NAMES, n)


def number(value: Fraction | int) -> str:
    """A whole number or a fraction, with a true minus sign."""
    return str(value).replace("-", "−")


def money(cents: Fraction | int) -> str:
    """An amount in dollars; always with two decimals."""
    return f"${cents.numerator // 100}.{cents.numerator % 100:02d}"


def dollars(amount: Fraction | int) -> str:
    """A whole amount in dollars."""
    return f"${amount}"


def decimal(value: Fraction | int) -> str:
    """A number with a finite decimal expansion of up to six places, written without trailing zeros."""
    return f"{float(value):.6f}".rstrip("0").rstrip(".")


def is_decimal(value: Fraction) -> bool:
    """Whether a number is positive and has at most three decimal places."""
    return value > 0 and 1000 % value.denominator == 0


def term(coefficient: int, symbol: str) -> str:
    """A later term of a sum with its sign: "+ 3x", "− x", "+ 4" for an empty symbol."""
    sign = "+" if coefficient >= 0 else "−"
    size = "" if abs(coefficient) == 1 and symbol else str(abs(coefficient))
    return f"{sign} {size}{symbol}"


def listing(words: Sequence[str]) -> str:
    """Words as a list: "x", "x and y", "x, y and z", "none of them"."""
    if len(words) < 2:
        return words[0] if words else "none of them"
    return f"{', '.join(words[:-1])} and {words[-1]}"
