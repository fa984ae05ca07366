import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.agents.final import cap_words, extract_final


@pytest.mark.parametrize(
    ("reply", "text", "faults"),
    [
        ("<final>It is (A).</final>", "It is (A).", ()),
        ("Sure! <final>\n It is (A). \n</final> Bye", "It is (A).", ()),
        ("<FINAL>It is (A).</Final>", "It is (A).", ()),
        ("<final>one</final> no, <final>two</final>", "two", ()),
        ("<final>one</final><final> </final>", "one", ()),
        ("<final><final>one</final>", "one", ()),
        ("It is (A).", "It is (A).", ("no_final_tags",)),
        ("<final>It is (A).", "It is (A).", ("unclosed_final_tag",)),
        ("thinking aloud <final>It is (A).", "It is (A).", ("unclosed_final_tag",)),
        ("", "", ()),
        ("<final></final>", "", ("unclosed_final_tag",)),
    ],
)
def test_extract_final_lenient(reply: str, text: str, faults: tuple[str, ...]) -> None:
    assert extract_final(reply, "lenient") == (text, faults)


def test_extract_final_strict_sends_nothing_without_tags() -> None:
    assert extract_final("It is (A).", "strict") == ("", ("no_final_tags",))
    assert extract_final("<final>It is (A).</final>", "strict") == ("It is (A).", ())


@given(st.text())
def test_extract_final_never_leaves_a_tag(reply: str) -> None:
    for mode in ("lenient", "strict"):
        assert "<final>" not in extract_final(reply, mode).text.lower()


def test_cap_words_cuts_after_the_cap_and_keeps_spacing() -> None:
    assert cap_words("one  two\n\nthree four", 3) == "one  two\n\nthree"


@given(st.text(), st.integers(min_value=1, max_value=20))
def test_cap_words_never_exceeds_the_cap_and_leaves_short_texts(text: str, cap: int) -> None:
    capped = cap_words(text, cap)

    assert len(capped.split()) <= cap
    assert capped == text or len(text.split()) > cap
    assert cap_words(text, None) == text
