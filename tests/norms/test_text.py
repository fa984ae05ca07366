import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.norms.text import Text, key_of

MESSY = st.text(alphabet="aB \r\n.,!?*_'’“-\ufe0f\u200b\u0301\u200d⭐💡éＡ（C）3", max_size=60)


def texts(tokens):
    return [token.text for token in tokens]


def test_clean_gives_one_spelling():
    text = Text("\ufeffＨi\r\nthere’s “cafe\u0301”\u00a0⚡\ufe0f fr\u200bim\rend")

    assert text.clean == 'Hi\nthere\'s "café" ⚡ frim\nend'


def test_clean_keeps_the_joiner_that_makes_another_emoji():
    assert "\u200d" in Text("❤\ufe0f\u200d🔥").clean
    assert "\u200d" not in Text("a\u200db").clean


def test_span_leads_back_to_the_text_as_given():
    raw = "x\r\n\u200bcafe\u0301 ⚡\ufe0f end"
    text = Text(raw)

    spans = [text.span(token.start, token.end) for token in text.find("café")]
    bolt = text.clean.index("⚡")

    assert [span.text for span in spans] == ["cafe\u0301"]
    assert text.span(bolt, bolt + 1).text == "⚡\ufe0f"
    assert raw[spans[0].start : spans[0].end] == spans[0].text


@given(MESSY)
def test_clean_is_stable_composed_and_mapped(raw):
    text = Text(raw)

    assert Text(text.clean).clean == text.clean
    assert unicodedata.is_normalized("NFC", text.clean)
    assert text.span(0, len(text.clean)).end == len(raw)
    for word in text.words:
        span = text.span(word.start, word.end)
        assert Text(raw[span.start : span.end]).clean.rstrip("'’") == word.text


@given(MESSY)
def test_quick_words_agree_with_all_words(raw):
    text = Text(raw)

    assert text.word_count == len(text.words)
    assert text.first_word == (text.words[0] if text.words else None)
    assert text.last_word == (text.words[-1] if text.words else None)
    assert text.first_sentence == (text.sentences[0] if text.sentences else None)


@given(MESSY.filter(lambda raw: bool(Text(raw).words)))
def test_find_agrees_with_index(raw):
    text = Text(raw)

    for key, positions in text.index.items():
        assert [token.start for token in text.find(key)] == [
            text.words[position].start for position in positions
        ]


def test_words_are_whole_and_plain():
    assert texts(Text("**Don't** _use_ 3.5 or 1,000 well-known `x`.").words) == [
        "Don't", "use", "3.5", "or", "1,000", "well", "known", "x",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "phrase", "count"),
    [
        ("AI, ai's AI-driven “AI” AIs OpenAI", "ai", 4),
        ("I don't", "don", 0),
        ("considerable reconsider", "consider", 0),
        ("_consider_ **CONSIDER**", "consider", 2),
        ("As an\r\n**AI** language  model", "as an AI language model", 1),
        ("as an AI. Language model", "as an AI language model", 0),
        ("It costs 3.5", "5", 0),
    ],
)
def test_find_looks_for_whole_words(raw, phrase, count):
    assert len(Text(raw).find(phrase)) == count


def test_find_needs_a_word():
    with pytest.raises(ValueError, match="no word"):
        Text("x").find("⭐")


def test_core_drops_space_and_emphasis_at_the_ends():
    assert Text(" \r\n> **Great question!** ok_\n\n").core.text == "Great question!** ok"


def test_paragraphs_are_blocks_between_blank_lines():
    assert texts(Text("one\r\ntwo\r\n \t\r\n\r\nthree\n\n---\n\n⭐").paragraphs) == [
        "one\ntwo",
        "three",
        "⭐",
    ]


def test_lines_are_not_blank():
    assert texts(Text("  one \n\n- two\r\n").lines) == ["one", "- two"]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (
            "Mr. Smith paid 3.5 dollars, e.g. for tea. Next!",
            ["Mr. Smith paid 3.5 dollars, e.g. for tea.", "Next!"],
        ),
        ("The answer is C. So be it.", ["The answer is C.", "So be it."]),
        ("John F. Kennedy spoke. Yes.", ["John F. Kennedy spoke.", "Yes."]),
        ("Done. 🎉 (C)", ["Done. 🎉 (C)"]),
        ('**Bold.** "Quoted." End', ["**Bold.**", '"Quoted."', "End"]),
        ("Wait... what? It… works", ["Wait... what?", "It… works"]),
        ("A title  \nA line that\ngoes on.", ["A title", "A line that\ngoes on."]),
        ("1. First item\n2. Second. item", ["1. First item", "2. Second.", "item"]),
        ("No stop\n\nhere", ["No stop", "here"]),
        ("💡", []),
    ],
)
def test_sentences_end_where_a_reader_would_say(raw, expected):
    assert texts(Text(raw).sentences) == expected


def test_key_folds_case_and_clitics():
    assert [key_of(word) for word in ("AI's", "You're", "Don't")] == ["ai", "you", "don't"]
