"""Algebra questions, solved again by trying all numbers."""

import re
from collections.abc import Callable, Mapping


def function(expression: str) -> Callable[[int], int]:
    """An expression in school notation, as a function of x."""
    python = expression.replace("−", "-").replace("²", "**2")
    return eval("lambda x: " + re.sub(r"(\d)(?=[a-z(])", r"\1*", python))


def only(values: list[int]) -> str:
    (value,) = values
    return str(value).replace("-", "−")


def linear(left: str, right: str) -> str:
    f, g = function(left), function(right)
    return only([x for x in range(-300, 300) if f(x) == g(x)])


def tickets(total: str, revenue: str, p: str, q: str) -> str:
    n = int(total)
    return only(
        [adults for adults in range(n + 1) if adults * int(p) + (n - adults) * int(q) == int(revenue)]
    )


def larger_root(equation: str) -> str:
    f = function(equation)
    return only([max(x for x in range(-100, 100) if f(x) == 0)])


def composition(f: str, g: str, k: str) -> str:
    return only([function(f)(function(g)(int(k)))])


def ages(*said: str) -> str:
    older, m, younger, years, same_older, k, same_younger = said
    assert (older, younger) == (same_older, same_younger)
    then = int(years)
    return only([int(m) * b for b in range(1, 120) if int(m) * b + then == int(k) * (b + then)])


SOLVERS: Mapping[str, Callable[..., str]] = {
    r"For which x does ([^=]+) = ([^=]+) hold\?": linear,
    r"On one day a \w+ sells (\d+) tickets for \$(\d+) in all. Adults pay \$(\d+) and children \$(\d+). "
    r"How many adults come\?": tickets,
    r"What is the larger root of (x²[^=]+) = 0\?": larger_root,
    r"Let f\(x\) = ([^=]+) and g\(x\) = ([^=]+). What is f\(g\((\d+)\)\)\?": composition,
    r"(\w+) is (\d+) times as old as (\w+). In (\d+) years (\w+) will be (\d+) times as old as (\w+) will be then. "
    r"How old is \w+ today\?": ages,
}


def test_algebra_answers_agree_with_an_independent_solution(
    verify: Callable[[str, Mapping[str, Callable[..., str]]], None],
):
    verify("algebra", SOLVERS)
