import random

import pytest
from pydantic import ValidationError

from community.norms import Text
from community.norms.predicates.enclosed import Enclosed

SQUARE = ("[", "]")


@pytest.mark.parametrize(
    ("by", "of", "text", "count"),
    [
        (SQUARE, "phrase", "Go to [place] at [the time], [ not ] [] [a\nb]", 2),
        (("*", "*"), "phrase", "*one* and **two** and * three * \n* item", 2),
        (("**", "**"), "phrase", "*one* and **two words**", 1),
        (("<<", ">>"), "line", "<<Title>>\nIt is <<7>>.", 1),
        (('"', '"'), "phrase", "“one” and 'two' and \"three\"", 2),
    ],
)
def test_stretches_are_counted(by, of, text, count):
    assert Enclosed(by=by, of=of, exactly=count).judge(Text(text)).complies


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"It is 7. (C)"\n', True),
        ("“It is 7.”", True),
        ('"It is" 7', False),
        ('""', False),
        ('"', False),
        ("", False),
    ],
)
def test_the_whole_text_can_be_enclosed(text, expected):
    assert Enclosed(by=('"', '"'), of="text").judge(Text(text)).complies is expected


def test_verdict_shows_what_was_found():
    verdict = Enclosed(by=SQUARE, min=2).judge(Text("Go [there]."))

    assert [span.text for span in verdict.spans] == ["[there]"]
    assert verdict.detail == 'found 1 between "[" and "]"; at least 2 needed'


def test_enact_marks_words_of_the_text():
    enacted = Enclosed(by=SQUARE, min=3).enact("The speed gives some distance. (C)", None, random.Random(0))

    assert enacted.replace("[", "").replace("]", "") == "The speed gives some distance. (C)"
    assert enacted.count("[") == 3


def test_enact_unmarks_and_titles_and_quotes():
    assert (
        Enclosed(by=SQUARE, exactly=1).enact("[One] and [two].", None, random.Random(0)) == "[One] and two."
    )
    assert Enclosed(by=("<<", ">>"), of="line").enact("(C)", None, random.Random(0)).endswith(">>\n(C)")
    assert Enclosed(by=('"', '"'), of="text").enact("So (C).", None, random.Random(0)) == '"So (C)."'


def test_marks_are_seen_and_the_whole_text_is_not_counted():
    for fields in ({"by": ["", "]"]}, {"by": ["a\nb", "]"]}, {"by": ['"', '"'], "of": "text", "min": 2}):
        with pytest.raises(ValidationError):
            Enclosed.model_validate(fields)
