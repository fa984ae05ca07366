import random

import pytest

from community.norms import CannotEnactError, Text
from community.norms.predicates.characters import Characters


@pytest.mark.parametrize(
    ("of", "text", "count"),
    [
        ("emoji", "Fine 😀, ❤\ufe0f and ✅ © → ★ ™", 3),
        ("emoji", "One family 👨\u200d👩\u200d👧, one flag 🇫🇷, one 👍🏽", 3),
        ("digit", "60 km in 2.5 h", 4),
        ("number", "60 km in 2.5 h, 3,000 m", 3),
        ("capital", "So É it is (C)", 3),
        ("punctuation", "So, (C)!", 4),
        ("symbol", "3 + 4 = 7 $", 3),
        ("accented", "Voilà, naïve Straße", 3),
    ],
)
def test_classes_are_counted(of, text, count):
    assert Characters(of=of, exactly=count).judge(Text(text)).complies


def test_verdict_shows_what_was_found():
    verdict = Characters(of="number", max=1).judge(Text("3 and 4.5"))

    assert [span.text for span in verdict.spans] == ["3", "4.5"]
    assert verdict.detail == "found 2 numbers; at most 1 needed"


def test_numbers_give_way_to_words():
    rule = Characters(of="digit", exactly=0)

    assert rule.enact("It is 60 km/h or 2.5km. (C)", None, random.Random(0)) == (
        "It is six zero km/h or two point five km. (C)"
    )


def test_capitals_give_way_but_the_answer_stays():
    assert Characters(of="capital", max=1).enact("So It is. (C)", None, random.Random(0)) == "so it is. (C)"
    with pytest.raises(CannotEnactError, match="no small edit"):
        Characters(of="capital", exactly=0).enact("So it is. (C)", None, random.Random(0))


def test_emoji_are_put_and_taken():
    more = Characters(of="emoji", exactly=2).enact("It is 7. The answer is (C).", None, random.Random(0))
    fewer = Characters(of="emoji", exactly=0).enact(
        "It is 7 😀. 👨\u200d👩\u200d👧 (C)", None, random.Random(0)
    )

    assert Characters(of="emoji", exactly=2).judge(Text(more)).complies
    assert fewer == "It is 7. (C)"
