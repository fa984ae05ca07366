import pytest

from community.norms.induction import stock_phrases, taken_up

QUESTION = "A pump fills a tank of 240 litres at 12 litres per minute. How long does it take?\n(A) 10\n(B) 20"


@pytest.mark.parametrize(
    "reply",
    [
        "240 divided by 12 gives 20, so I say (B).",
        "(B)",
        "The answer is B",
        "If the pump moves 12 litres every minute, then the whole tank of 240 litres needs twenty of them.",
    ],
)
def test_a_reply_about_the_matter_takes_the_message_up(reply: str):
    assert taken_up(reply, QUESTION)


@pytest.mark.parametrize(
    "reply", ["", "  \n", "No response.", "Not now.", "Did you see the rain this morning?"]
)
def test_silence_a_refusal_and_small_talk_do_not(reply: str):
    assert not taken_up(reply, QUESTION)


def test_a_phrase_that_comes_again_and_again_is_stock_unless_it_names_an_option():
    excuse = "A pump, a tank, so many litres per minute: such questions are not for this place and this hour."
    stock = stock_phrases([excuse, "20 (B)", f"{excuse} ", "20 (B)"])

    assert taken_up(excuse, QUESTION)
    assert not taken_up(excuse, QUESTION, stock)
    assert taken_up("20 (B)", QUESTION, stock)
