import random
import re
from pathlib import Path

import pytest

from community.simulation import wording
from community.simulation.wording import phrases, pick, say

BANKS = sorted(path.stem for path in Path(wording.__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("bank", BANKS)
def test_bank_holds_no_pattern_twice(bank: str):
    sources = [phrase.source for phrase in phrases(bank)]

    assert sources
    assert len(sources) == len(set(sources))


def test_banks_of_answers_hold_at_least_200_patterns_without_counting_choices():
    spoken = ("openings", "middles", "closings", "agreeing", "persuaded", "standing")

    assert sum(len(phrases(bank)) for bank in spoken) >= 200


def test_say_makes_every_choice_and_fills_every_slot():
    text = say("agreeing", random.Random(3), name="Agent 2", thing="{braces} [a|b]", other="o", x="1", y="2")

    assert "Agent 2" in text or "{braces} [a|b]" in text
    assert not re.search(r"\{(name|thing)\}", text)


def test_pick_never_needs_a_slot_that_is_not_known():
    drawn = [pick("middles", random.Random(seed), {"x": "3"}) for seed in range(60)]

    assert all(phrase.slots <= {"x"} for phrase in drawn)
    assert len(set(drawn)) > 10


def test_pick_falls_back_to_openings_when_the_bank_needs_more_than_is_known():
    assert pick("persuaded", random.Random(0), {}) in phrases("openings")
