import random

import pytest
from pydantic import ValidationError

from community.norms import Text
from community.norms.predicates.language import Language
from community.norms.predicates.reply import final_letter
from community.norms.predicates.tongues import read, tongues
from tests.norms.replies import reply

SAMPLES = {
    "English": "Two plus two is four, so I choose (B).",
    "German": "Zwei plus zwei ist vier, also wähle ich (B).",
    "French": "Deux plus deux font quatre, donc je choisis (B).",
    "Spanish": "Dos más dos son cuatro, así que elijo (B).",
    "Italian": "Due più due fa quattro, quindi scelgo la (B).",
    "Portuguese": "Dois mais dois são quatro, então escolho (B).",
    "Dutch": "Twee plus twee is vier, dus ik kies (B).",
    "Swedish": "Två plus två är fyra, så jag väljer (B).",
    "Polish": "Dwa plus dwa to cztery, więc wybieram (B).",
    "Turkish": "İki artı iki dört eder, bu yüzden doğru cevap (B).",
    "Russian": "Два плюс два это четыре, поэтому я выбираю (B).",
    "Greek": "Δύο και δύο κάνουν τέσσερα, άρα (B).",
    "Hebrew": "שתיים ועוד שתיים הן ארבע, לכן (B).",
    "Arabic": "اثنان زائد اثنان يساوي أربعة، إذن (B).",
    "Hindi": "दो और दो चार होते हैं, इसलिए (B)।",
    "Korean": "둘 더하기 둘은 넷이므로 (B)를 고릅니다.",
    "Japanese": "二足す二は四なので、(B) を選びます。",
    "Chinese": "二加二等于四，所以我选 (B)。",
}


@pytest.mark.parametrize("name", tongues())
def test_one_sentence_tells_its_language(name):
    held = {other for other in tongues() if Language(name=other).judge(Text(SAMPLES[name])).complies}

    assert held == {name}


def test_plain_replies_read_as_english():
    rng = random.Random(0)

    assert {read(Text(reply(rng))).language for _ in range(200)} == {"English"}


@pytest.mark.parametrize("name", tongues())
def test_enact_says_something_in_that_language_and_keeps_the_answer(name):
    rule, rng = Language(name=name), random.Random(0)
    given = SAMPLES["German" if name == "English" else "English"]

    enacted = rule.enact(given, None, rng)

    assert rule.judge(Text(enacted)).complies
    assert final_letter(enacted) == "B"
    assert rule.enact(SAMPLES[name], None, rng) == SAMPLES[name]


def test_verdict_says_what_it_reads_as():
    rule = Language(name="German")

    assert rule.judge(Text("So it is the sum.")).detail == (
        "the text reads as English, by 4 common words; German needed"
    )
    assert rule.judge(Text("42. (C)")).detail == "too little of the text tells its language; German needed"


def test_unknown_languages_get_a_hint():
    with pytest.raises(ValidationError, match="did you mean 'German'"):
        Language(name="Germna")
