"""Sequence questions, solved again by following the stated rule."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise


def numbers(text: str) -> list[int]:
    return [int(number.replace("−", "-")) for number in text.split(", ")]


def written(value: int | Fraction) -> str:
    return str(value).replace("-", "−")


def differences(terms: list[int]) -> list[int]:
    return [right - left for left, right in pairwise(terms)]


def quadratic(shown: str) -> str:
    terms = numbers(shown)
    (second,) = set(differences(differences(terms)))
    return written(terms[-1] + differences(terms)[-1] + second)


def recurrence(start: str, p: str, sign: str, k: str) -> str:
    before, last = numbers(start)
    for _ in range(int(k) - 2):
        before, last = last, int(p) * last + (before if sign == "plus" else -before)
    return written(last)


def arithmetic(shown: str) -> tuple[int, int]:
    terms = numbers(shown)
    (difference,) = set(differences(terms))
    return terms[0], difference


def series(shown: str, n: str) -> str:
    start, difference = arithmetic(shown)
    return written(sum(start + difference * i for i in range(int(n))))


def geometric(i: str, at_i: str, j: str, at_j: str, k: str) -> str:
    (ratio,) = [r for r in range(1, 50) if int(at_i) * r ** (int(j) - int(i)) == int(at_j)]
    return written(Fraction(int(at_j)) * ratio ** (int(k) - int(j)))


def interleaved(shown: str) -> str:
    terms = numbers(shown)
    assert len(terms) % 2 == 0
    assert len(set(differences(terms[1::2]))) == 1
    (difference,) = set(differences(terms[::2]))
    return written(terms[-2] + difference)


def place(shown: str, number: str) -> str:
    start, difference = arithmetic(shown)
    return written(range(start, 10**6, difference).index(int(number)) + 1)


SOLVERS: Mapping[str, Callable[..., str]] = {
    r"In the sequence ([\d, −]+), the difference between neighbours changes by the same amount from each step to the "
    r"next. Which number comes next\?": quadratic,
    r"A sequence starts with ([\d, −]+). From the third term on, every term is (\d) times the term before it "
    r"(plus|minus) the term before that. What is the term at position (\d+)\?": recurrence,
    r"The sequence ([\d, ]+), ... goes on with the same difference. What is the sum of its first (\d+) terms\?": series,
    r"In a geometric sequence of positive numbers, the term at position (\d+) is (\d+) and the term at position (\d+) "
    r"is (\d+). What is the term at position (\d+)\?": geometric,
    r"Two arithmetic sequences take turns in ([\d, −]+). Which number comes next\?": interleaved,
    r"The sequence ([\d, ]+), ... goes on with the same difference. At which position does (\d+) stand\?": place,
}


def test_sequences_answers_agree_with_an_independent_solution(
    verify: Callable[[str, Mapping[str, Callable[..., str]]], None],
):
    verify("sequences", SOLVERS)
