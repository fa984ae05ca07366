"""Replies as people in a debate write them, for tests."""

import random

QUESTIONS = (
    "A train travels at a constant speed of 60 km/h. What distance does it cover in 2.5 hours?\n(A) 120 km\n(B) 150 km",
    "If x + 3 = 10, what is the value of x?\n(A) 7\n(B) 6",
    "Two workers paint a fence together in 3 days. How long does one of them need alone?\n(A) 6 days\n(B) 4 days",
    "What is the day of the week 45 days after a Monday?\n(A) Thursday\n(B) Friday",
)
_OPENINGS = (
    "Let me work through this.", "The key is the rate.", "I started with the given values.", "Start with the total.",
    "Both trains move toward each other.", "Looking at the numbers, the pattern is clear.",
    "First, list what is known.", "My approach is to eliminate options.", "This one is about ratios.",
    "The sequence doubles each time.",
)  # fmt: skip
_MIDDLES = (
    "The speed is 60 km/h and the time is 2.5 hours, so the distance is 150 km.", "Option B ignores the units.",
    "If x + 3 = 10, then x must be 7.", "Each worker finishes 1/6 of the job per day, and two of them need 3 days.",
    "The probability is 3 out of 8, because only three outcomes fit.", "The other options are too large.",
    "Adding the digits gives 18, which is divisible by 9.", "From Monday, 45 days later is a Thursday.",
    "I agree with Agent 2 on the middle step.", "A quick check by substitution confirms it.",
    "Since all bloops are razzies, the second claim holds.", "Converting 3 km to metres gives 3,000 m.",
    "Therefore the remainder must be 4.", "That leaves a difference of 12 and a sum of 40.",
    "Mr. Brown pays $4.50 for each, e.g. 9 dollars for two.",
)  # fmt: skip
_CLOSINGS = (
    "The answer is ({}).", "So I choose ({}).", "My answer: ({})", "**({})**", "That points to ({}).",
    "Hence option ({}).", "({})", "Therefore, the answer is ({}).",
)  # fmt: skip


def reply(rng: random.Random, sentences: int | None = None) -> str:
    """An opening, some steps and an answer, parted by spaces, line ends or blank lines."""
    steps = rng.sample(_MIDDLES, sentences or rng.randint(2, 7))
    text = rng.choice(_OPENINGS)
    for part in [*steps, rng.choice(_CLOSINGS).format(rng.choice("ABCDEFGHIJ"))]:
        text += rng.choice([" ", " ", " ", "\n", "\n\n"]) + part
    return text
