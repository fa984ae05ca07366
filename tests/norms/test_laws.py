"""What holds for every kind of rule that states form, places and relations, on any text."""

import random
import time

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from community.norms import CannotEnactError, Text, propose
from community.norms.predicates import ADAPTER, parse_sentence
from community.norms.predicates.reply import final_letter
from tests.norms.replies import QUESTIONS, reply

RULES = [
    ADAPTER.validate_python(yaml.safe_load(line))
    for line in r"""
    {kind: part, of: paragraph, which: 2, rule: {kind: boundary, at: start, words: [frim]}}
    {kind: part, of: sentence, which: every, rule: {kind: count, of: words, max: 12}}
    {kind: part, of: sentence, which: every, rule: {kind: boundary, at: end, words: [frim]}}
    {kind: part, of: line, which: every, rule: {kind: boundary, at: start, characters: ["→"]}}
    {kind: part, of: line, which: last, rule: {kind: boundary, at: start, characters: ["P.S."]}}
    {kind: part, of: word, which: 3, rule: {kind: contains, words: [frim]}}
    {kind: part, of: word, which: last, rule: {kind: contains, words: [plok]}}
    {kind: part, of: sentence, which: any, rule: {kind: case, style: upper}}
    {kind: part, of: paragraph, which: first, rule: {kind: count, of: sentences, exactly: 2}}
    {kind: case, style: upper}
    {kind: case, style: lower}
    {kind: case, style: title}
    {kind: case, style: upper, min: 4}
    {kind: case, style: title, max: 3}
    {kind: characters, of: emoji, min: 2}
    {kind: characters, of: digit, exactly: 0}
    {kind: characters, of: number, exactly: 3}
    {kind: characters, of: capital, max: 6}
    {kind: characters, of: symbol, min: 1, max: 4}
    {kind: characters, of: accented, min: 2}
    {kind: divided, by: "***", exactly: 3}
    {kind: divided, by: "--- or ---", min: 2}
    {kind: echo, at: start}
    {kind: echo, at: end}
    {kind: echo, at: anywhere}
    {kind: overlap, min: 0.5}
    {kind: overlap, min: 0.2, max: 0.4}
    {kind: enclosed, by: ["[", "]"], min: 3}
    {kind: enclosed, by: ["*", "*"], exactly: 2}
    {kind: enclosed, by: ["<<", ">>"], of: line}
    {kind: enclosed, by: ['"', '"'], of: text}
    {kind: json}
    {kind: json, keys: [reason, answer]}
    {kind: language, name: German}
    {kind: language, name: Japanese}
    {kind: order, words: [frim, plok]}
    {kind: order, words: [first, then, at last]}
    """.strip().splitlines()
]
NAMES = [rule.describe() for rule in RULES]
PIECES = st.sampled_from(
    ["a", "A ", "The answer", " and ", "(C)", ". ", "!", "\r\n", "\n\n", "Therefore", " AI ", "frim ", "plok. ", "**",
     "> ", "⭐", "\ufe0f", "\u200d", "\u0301", "“", "’s", "é", "3.5", "e.g. ", "- ", "[x] ", "***", "\n***\n", "{", "}",
     '{"a": 1}', "<<", ">>", '"', "*", "der ", "不", "ß", "first ", "P.S. ", "->", " 60 km", "\u00a0", "😀", "٣", "²"]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=14).map("".join) | st.text(max_size=40)


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
@settings(max_examples=12)
@given(text=TEXTS, seed=st.integers(0, 9))
def test_enact_makes_any_text_comply_or_says_it_cannot(rule, text, seed):
    try:
        enacted = rule.enact(text, QUESTIONS[0], random.Random(seed))
    except CannotEnactError as error:
        assert rule.describe() in str(error) or "no small edit" in str(error) or "no word" in str(error)
        return

    assert rule.judge(Text(enacted), QUESTIONS[0]).complies
    assert final_letter(enacted) == final_letter(text) or final_letter(text) is None
    assert rule.enact(enacted, QUESTIONS[0], random.Random(seed + 1)) == enacted
    assert rule.enact(text, QUESTIONS[0], random.Random(seed)) == enacted


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_enact_keeps_the_answer_of_natural_replies(rule):
    rng = random.Random(7)

    for question in QUESTIONS * 6:
        given_reply = reply(rng)
        enacted = rule.enact(given_reply, question, rng)
        assert rule.judge(Text(enacted), question).complies
        assert final_letter(enacted) == final_letter(given_reply)


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
@settings(max_examples=10)
@given(text=TEXTS)
def test_a_verdict_tells_why_and_points_into_the_text(rule, text):
    verdict = rule.judge(Text(text), QUESTIONS[0])

    assert verdict.detail
    assert all(text[span.start : span.end] == span.text for span in verdict.spans)


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_what_a_rule_states_parses_to_the_same_rule(rule):
    assert parse_sentence(rule.describe()) == rule
    assert parse_sentence(rule.describe().upper().removesuffix(".")) is not None or '"' in rule.describe()


NOTICED = [
    rule
    for rule in RULES
    if rule.kind in {"divided", "echo", "enclosed", "json", "language"}
    or (rule.kind == "case" and (rule.low, rule.high) == (1, None))
    or rule.describe().startswith(
        ("Use at least 2 emoji", "Use no digits", "In paragraph 2", "In every line")
    )
]


@pytest.mark.parametrize("rule", NOTICED, ids=[rule.describe() for rule in NOTICED])
def test_someone_who_looks_for_regularities_notices_it(rule):
    rng = random.Random(11)
    texts = [Text(rule.enact(reply(rng), QUESTIONS[1], rng)) for _ in range(6)]
    fresh = [Text(reply(rng)) for _ in range(12)]
    fresh += [Text(rule.enact(text.raw, QUESTIONS[1], rng)) for text in fresh]

    proposals = list(propose(texts, QUESTIONS[1]))

    assert all(found.judge(text, QUESTIONS[1]).complies for found in proposals for text in texts)
    assert any(
        [found.judge(text, QUESTIONS[1]).complies for text in fresh]
        == [rule.judge(text, QUESTIONS[1]).complies for text in fresh]
        for found in proposals
    )


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_judging_is_quick(rule):
    rng = random.Random(3)
    texts = [" ".join(f"{reply(rng, 7)} {reply(rng, 7)} {reply(rng, 7)}".split()[:200]) for _ in range(20)]
    rule.judge(Text(texts[0]), QUESTIONS[0])

    def seconds():
        start = time.process_time()
        for text in texts:
            rule.judge(Text(text), QUESTIONS[0])
        return time.process_time() - start

    assert len(texts) / min(seconds() for _ in range(5)) > 500  # 2,000 and more on an idle core
