"""Estimates are near enough to plan with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.models.tokens import estimate_prompt, estimate_tokens
from community.prompts import Message


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("The quick brown fox jumps over the lazy dog.", 10),
        ("Answer the question, then explain in two sentences why the other options cannot be right.", 17),
        ("x = 3.14159 * (radius ** 2)", 17),
        ("★ ≈ → ¶", 8),
    ],
)
def test_estimate_is_within_a_third_of_what_a_tokenizer_counts(text: str, counted: int):
    assert counted / 1.34 <= estimate_tokens(text) <= counted * 1.34


@given(st.text(), st.text())
def test_estimate_grows_with_the_text(first: str, second: str):
    assert estimate_tokens(f"{first} {second}") == estimate_tokens(first) + estimate_tokens(second)


def test_a_prompt_counts_its_messages():
    one, two = Message("user", "hello there"), Message("system", "be kind")

    assert estimate_prompt([one, two]) > estimate_prompt([one]) + estimate_tokens(two.text)
