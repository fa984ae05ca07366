"""Arithmetic questions, solved again from their text."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction


def change(a: str, p: str, b: str, q: str, paid: str) -> str:
    return f"${Decimal(paid) - int(a) * Decimal(p) - int(b) * Decimal(q):.2f}"


def two_changes(price: str, down: str, up: str) -> str:
    cheaper = Decimal(price) - Decimal(price) * int(down) / 100
    return f"${cheaper + cheaper * int(up) / 100:.2f}"


def missing_score(n: str, mean: str, known_n: str, known: str) -> str:
    scores = [int(score) for score in known.split(", ")]
    assert len(scores) == int(known_n) == int(n) - 1
    (right,) = [score for score in range(500) if Fraction(sum(scores) + score, int(n)) == int(mean)]
    return str(right)


def shares(*said: str) -> str:
    names, total, ratio, (most, least) = said[:3], said[3], said[4:7], said[7:]
    parts = dict(zip(names, map(int, ratio), strict=True))
    share = {name: Fraction(int(total) * part, sum(parts.values())) for name, part in parts.items()}
    return f"${share[most] - share[least]}"


def remainder(a: str, k: str, m: str) -> str:
    value = 1
    for _ in range(int(k)):
        value = value * int(a) % int(m)
    return str(value)


def precedence(expression: str) -> str:
    python = re.sub(r"(\d+)", r"Fraction(\1)", expression)
    for sign, operator in {"−": "-", "×": "*", "÷": "/"}.items():
        python = python.replace(sign, operator)
    return str(eval(python)).replace("-", "−")


SOLVERS: Mapping[str, Callable[..., str]] = {
    r"\w+ buys (\d+) \w+ at \$([\d.]+) each and (\d+) \w+ at \$([\d.]+) each, and pays with a \$(\d+) bill. "
    r"How much change is due\?": change,
    r"A \w+ that costs \$(\d+) becomes (\d+)% cheaper, and then its new price rises by (\d+)%. "
    r"How much does it cost in the end\?": two_changes,
    r"In (\d+) tests \w+ scored (\d+) points on average. The scores of (\d) of the tests are ([\d, ]+). "
    r"What is the score of the remaining test\?": missing_score,
    r"(\w+), (\w+) and (\w+) split \$(\d+) in the ratio (\d+) : (\d+) : (\d+). "
    r"How much more does (\w+) get than (\w+)\?": shares,
    r"What is the remainder when (\d+)\^(\d+) is divided by (\d+)\?": remainder,
    r"What is the value of ([\d +×÷−()]+)\?": precedence,
}


def test_arithmetic_answers_agree_with_an_independent_solution(
    verify: Callable[[str, Mapping[str, Callable[..., str]]], None],
):
    verify("arithmetic", SOLVERS)
