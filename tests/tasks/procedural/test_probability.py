"""Probability questions, solved again by counting cases."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations, product
from math import factorial


def same_colour(r: str, b: str, g: str) -> str:
    marbles = "r" * int(r) + "b" * int(b) + "g" * int(g)
    draws = [first == second for first, second in permutations(marbles, 2)]
    return str(Fraction(sum(draws), len(draws)))


def dice_sum(m: str, n: str, least: str) -> str:
    rolls = [sum(roll) >= int(least) for roll in product(range(1, int(m) + 1), range(1, int(n) + 1))]
    return str(Fraction(sum(rolls), len(rolls)))


def cause(p: str, x: str, y: str) -> str:
    old = int(p) * 100 * int(x) // 100
    new = (100 - int(p)) * 100 * int(y) // 100
    return str(Fraction(old, old + new))


def at_least_one(chance: str, n: str) -> str:
    p = Fraction(chance)
    some = Fraction(0)
    for outcome in product((True, False), repeat=int(n)):
        weight = Fraction(1)
        for success in outcome:
            weight *= p if success else 1 - p
        some += weight * any(outcome)
    return str(some)


def choose(n: int, k: int) -> int:
    return factorial(n) // factorial(k) // factorial(n - k)


def committee(m: str, n: str, size: str, j: str) -> str:
    return str(choose(int(m), int(j)) * choose(int(n), int(size) - int(j)))


SOLVERS: Mapping[str, Callable[..., str]] = {
    r"A bag holds (\d+) red, (\d+) blue and (\d+) green marbles. \w+ draws two of them at random, without putting the "
    r"first one back. What is the probability that both have the same colour\?": same_colour,
    r"Two fair dice are rolled: one with faces numbered 1 to (\d+), the other with faces numbered 1 to (\d+). "
    r"What is the probability that the sum is at least (\d+)\?": dice_sum,
    r"An old machine makes (\d+)% of all \w+, a new one makes the rest. Of the \w+ from the old machine (\d+)% are "
    r"faulty, of those from the new machine (\d+)%. What is the probability that a faulty one comes from the old "
    r"machine\?": cause,
    r"An? \w+ [\w ]+ with probability (\S+), independently of all others. What is the probability that at least one of "
    r"(\d+) \w+ [\w ]+\?": at_least_one,
    r"A [\w ]+ has (\d+) women and (\d+) men. In how many ways can it choose a committee of (\d+) people with exactly "
    r"(\d+) women\?": committee,
}


def test_probability_answers_agree_with_an_independent_solution(
    verify: Callable[[str, Mapping[str, Callable[..., str]]], None],
):
    verify("probability", SOLVERS)
