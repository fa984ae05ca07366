import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from community.norms.predicates import ADAPTER, parse_description
from community.norms.predicates.length.count import Count
from community.norms.predicates.length.measure import UNITS, Unit, size
from community.norms.predicates.reply import final_letter, take_apart
from community.norms.text import Text

REPLY = (
    "Great question! The train covers 120 km in 2 hours, so its speed is 60 km/h, which is the first thing to see. "
    "At that speed, 90 km takes 1.5 hours because 90 divided by 60 is 1.5. I also compared the remaining options, "
    "and they do not agree with the given values. The answer is (C). Goodbye, friends!"
)
SNIPPETS = [
    *[
        "the train goes",
        "3.5 km",
        "because",
        "which",
        "and",
        "so",
        "don't",
        "e.g.",
        "hello",
        "Dr.",
        "Paris.",
        "(end)",
    ],
    *["- [x]", "1.", "# ", "Section II:", "**", "---", ";", "?", "!", "...", "…", "。", "(", ")", "😀", "☃"],
    *["\n", "\n\n", "\r\n", "(C)", "The answer is (C)."],
]

texts = st.one_of(st.lists(st.sampled_from(SNIPPETS), max_size=40).map(" ".join), st.text(max_size=60))
bounds = st.one_of(
    st.integers(1, 12).map(lambda n: {"exactly": n}),
    st.integers(1, 40).map(lambda n: {"max": n}),
    st.integers(1, 40).map(lambda n: {"min": n}),
    st.tuples(st.integers(1, 20), st.integers(0, 20)).map(lambda pair: {"min": pair[0], "max": sum(pair)}),
)
counts = st.builds(lambda of, bounds: Count(of=of, **bounds), st.sampled_from(UNITS), bounds)


def rng() -> random.Random:
    return random.Random(7)


@pytest.mark.parametrize(
    ("of", "text", "number"),
    [
        ("words", "It is 3.5 km, don't you see?", 7),
        ("sentences", "Dr. Smith walks. He stops!\nThen (C)", 3),
        ("paragraphs", "One.\n\n\nTwo.\nStill two.\n\n---\n\nThree.", 3),
        ("lines", "one\n\n  two  \r\nthree", 3),
    ],
)
def test_count_measures_each_unit(of: Unit, text: str, number: int):
    assert Count(of=of, exactly=number).judge(Text(text)).complies
    assert not Count(of=of, exactly=number + 1).judge(Text(text)).complies


def test_count_verdict_names_the_excess():
    verdict = Count(of="words", max=3).judge(Text("one two three four five."))
    assert not verdict.complies
    assert [span.text for span in verdict.spans] == ["four five"]
    assert verdict.detail == "found 5 words; the rule is at most 3"


@pytest.mark.parametrize(
    "fields",
    [{}, {"exactly": 3, "max": 4}, {"min": 5, "max": 4}, {"max": 0}, {"exactly": 0}, {"min": -1}],
)
def test_count_refuses_bounds_without_sense(fields: dict[str, int]):
    with pytest.raises(ValidationError):
        ADAPTER.validate_python({"kind": "count", "of": "words", **fields})


@given(count=counts, text=texts, seed=st.integers(0, 3))
def test_enact_complies_keeps_the_letter_and_repeats(count: Count, text: str, seed: int):
    enacted = count.enact(text, None, random.Random(seed))
    assert count.judge(Text(enacted)).complies
    assert count.enact(text, None, random.Random(seed)) == enacted
    assert final_letter(enacted) == final_letter(text)


@given(count=counts, text=texts)
def test_enact_leaves_complying_texts_alone(count: Count, text: str):
    enacted = count.enact(text, None, rng())
    assert count.enact(enacted, None, rng()) == enacted


def test_enact_shortens_by_whole_sentences_and_keeps_the_ends():
    enacted = Count(of="words", max=29).enact(REPLY, None, rng())
    assert enacted.startswith("Great question! The train covers 120 km")
    assert enacted.endswith("The answer is (C). Goodbye, friends!")


@pytest.mark.parametrize(("limit", "expected"), [(8, "The answer is (B)."), (3, "(B)")])
def test_enact_cuts_a_long_answer_sentence_to_the_answer(limit: int, expected: str):
    text = "Taking everything that was said before into account the answer is surely (B) for this one"
    assert Count(of="words", max=limit).enact(text, None, rng()) == expected


def test_enact_adds_varied_remarks_before_the_answer():
    more = Count(of="words", min=201)
    enacted = [more.enact(REPLY, None, random.Random(seed)) for seed in range(20)]
    assert len(set(enacted)) == 20
    assert all(text.endswith("The answer is (C). Goodbye, friends!") for text in enacted)
    sentences = [sentence.text for sentence in Text(enacted[0]).sentences]
    assert len(set(sentences)) == len(sentences)


def test_enact_moves_paragraph_breaks_and_keeps_every_word():
    enacted = Count(of="paragraphs", exactly=3).enact(REPLY, None, rng())
    assert enacted.split() == REPLY.split()
    assert Count(of="paragraphs", exactly=1).enact(enacted, None, rng()) == REPLY


def test_enact_joins_lists_line_by_line():
    text = "Reasons:\n\n- one\n- two\n\nThe answer is (A)."
    assert (
        Count(of="paragraphs", max=2).enact(text, None, rng())
        == "Reasons:\n- one\n- two\n\nThe answer is (A)."
    )


@given(count=counts)
def test_describe_parses_back(count: Count):
    assert parse_description(count.describe()) == count
    assert Count.parse(count.describe().upper().rstrip(".")) == count


@pytest.mark.parametrize(
    "sentence", ["Write at least 0 words in total.", "Write well.", "Write between 9 and 3 lines in total."]
)
def test_parse_refuses_other_sentences(sentence: str):
    assert Count.parse(sentence) is None


@given(texts=st.lists(texts.filter(lambda text: size(text, "sentences") > 0), min_size=1, max_size=4))
def test_propose_holds_on_every_text(texts: list[str]):
    read = [Text(text) for text in texts]
    proposals = list(Count.propose(read))
    assert all(proposal.judge(text).complies for proposal in proposals for text in read)
    assert len(set(proposals)) == len(proposals)


def test_propose_finds_round_bounds_and_exact_numbers():
    read = [Text("word " * number + "\n\nTwo. More.\n\nThree.") for number in (17, 22)]
    proposals = list(Count.propose(read))
    assert Count(of="words", max=29) in proposals
    assert Count(of="words", min=21) not in proposals
    assert Count(of="paragraphs", exactly=3) in proposals
    assert Count(of="sentences", min=4) in proposals


@given(text=texts)
def test_take_apart_loses_nothing(text: str):
    assert str(take_apart(text)) == text


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("First (A), then (C).", "C"),
        ("The answer is B", "B"),
        ("So **D** it is", "D"),
        ("I chose option E, friends", "E"),
        ("Done.\nF)", "F"),
        ("A train leaves. I watch.", None),
        ("The option I like", None),
    ],
)
def test_final_letter_is_the_last_one_named(text: str, letter: str | None):
    assert final_letter(text) == letter
