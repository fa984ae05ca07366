"""What a template makes of random draws: a question with ten different options, the right one first."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from random import Random

from community.tasks.procedural.wording import number

N_OPTIONS = 10
Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Item:
    """A question before its options are shuffled.

    Attributes:
        text: the question.
        options: ten different ones; the first is right.
    """

    text: str
    options: tuple[str, ...]


Template = Callable[[Random], Item]


def is_natural(value: Fraction) -> bool:
    """Whether a number is 1, 2, 3, ..."""
    return value > 0 and value.denominator == 1


def is_whole(value: Fraction) -> bool:
    """Whether a number is whole, of any sign."""
    return value.denominator == 1


def number_item(
    rng: Random,
    text: str,
    answer: Number,
    slips: Iterable[Number],
    *,
    show: Callable[[Fraction], str] = number,
    fits: Callable[[Fraction], bool] = is_natural,
    step: Number = 1,
) -> Item:
    """A question whose answer is a number, or something that a number stands for.

    Args:
        rng: draws what the slips leave open.
        text: the question.
        answer: the right number.
        slips: what typical mistakes lead to, the likeliest first; those that do not fit are left out.
        show: how a number is written.
        fits: which numbers look possible.
        step: distance of the neighbours that fill up to ten.
    """
    values = [Fraction(answer)]
    shown = {show(values[0])}
    for value in map(Fraction, chain(slips, _neighbours(rng, values, step))):
        if fits(value) and show(value) not in shown:
            values.append(value)
            shown.add(show(value))
        if len(values) == N_OPTIONS:
            break
    return Item(text, tuple(map(show, values)))


def _neighbours(rng: Random, values: Sequence[Fraction], step: Number) -> Iterator[Fraction]:
    """Numbers near any of those so far, so that the right one is not in the middle of the others."""
    while True:
        yield rng.choice(values) + rng.choice((-1, 1)) * rng.randint(1, 9) * step


def choice_item(text: str, answer: str, others: Iterable[str]) -> Item:
    """A question whose answer is one of many sayings.

    Args:
        text: the question.
        answer: the right one.
        others: at least nine different wrong ones, the most tempting first.
    """
    options = tuple(dict.fromkeys((answer, *others)))[:N_OPTIONS]
    assert len(options) == N_OPTIONS, text
    return Item(text, options)
