"""The 25 verifiable instruction types of IFEval: each is a line of YAML, judged, enacted and told apart."""

import random
from pathlib import Path

import pytest
import yaml

from community.norms import Text
from community.norms.predicates import ADAPTER, parse_sentence
from community.norms.predicates.reply import final_letter
from tests.norms.replies import QUESTIONS, reply

QUESTION = "If x + 3 = 10, what is the value of x?\n(A) 7\n(B) 6"
# type: (rule, a text that complies, a text that does not)
TYPES = {
    "keywords:existence": (
        "{kind: all, of: [{kind: contains, words: [speed]}, {kind: contains, words: [distance]}]}",
        "The distance follows from the speed. (A)",
        "The distance is 7. (A)",
    ),
    "keywords:frequency": (
        "{kind: contains, words: [sum], min: 3}",
        "The sum, my sum, our sum. (A)",
        "The sum of the sums, my sum. (A)",
    ),
    "keywords:forbidden_words": (
        "{kind: contains, words: [because, since], exactly: 0}",
        "It is 7, as 7 + 3 = 10. (A)",
        "It is 7 because 7 + 3 = 10. (A)",
    ),
    "keywords:letter_frequency": (
        "{kind: contains, characters: [z, Z], min: 3}",
        "Zero buzz, so (A).",
        "Zero haze, so (A).",
    ),
    "language:response_language": (
        "{kind: language, name: French}",
        "La valeur de x est 7, donc la réponse est (A).",
        "The value of x is 7, so the answer is (A).",
    ),
    "length_constraints:number_paragraphs": (
        '{kind: divided, by: "***", exactly: 3}',
        "One thing.\n***\nAnother.\n***\nThe answer is (A).",
        "One thing.\n\nAnother.\n***\nThe answer is (A).",
    ),
    "length_constraints:number_words": (
        "{kind: count, of: words, max: 6}",
        "It is 7, so (A).",
        "It is 7, so I say (A).",
    ),
    "length_constraints:number_sentences": (
        "{kind: count, of: sentences, min: 3}",
        "First the sum. It is 7. So I choose (A).",
        "First the sum; it is 7. So I choose (A).",
    ),
    "length_constraints:nth_paragraph_first_word": (
        "{kind: all, of: [{kind: count, of: paragraphs, exactly: 3}, "
        "{kind: part, of: paragraph, which: 2, rule: {kind: boundary, at: start, words: [however]}}]}",
        "One.\n\nHowever, two.\n\nSo (A).",
        "However, one.\n\nTwo.\n\nSo (A).",
    ),
    "detectable_content:postscript": (
        '{kind: part, of: line, which: last, rule: {kind: boundary, at: start, characters: ["P.S."]}}',
        "It is (A).\n\nP.S. I checked twice.",
        "It is (A). P.S. I checked twice.",
    ),
    "detectable_content:number_placeholders": (
        '{kind: enclosed, by: ["[", "]"], min: 2}',
        "Dear [name], it is [number]. (A)",
        "Dear [name], it is 7. (A)",
    ),
    "detectable_format:number_bullet_lists": (
        "{kind: list_items, marker: bullet, exactly: 2}",
        "Steps:\n* Subtract.\n* Compare.\nSo (A).",
        "Steps:\n* Subtract.\nSo (A).",
    ),
    "detectable_format:constrained_response": (
        "{kind: contains, words: [my answer is yes, my answer is no, my answer is maybe]}",
        "My answer is maybe. (A)",
        "My answer is not certain. (A)",
    ),
    "detectable_format:number_highlighted_sections": (
        '{kind: enclosed, by: ["*", "*"], min: 2}',
        "The *value* of x is **7**. (A)",
        "The *value* of x * 2 is 14. (A)",
    ),
    "detectable_format:multiple_sections": (
        "{kind: list_items, marker: section, min: 2}",
        "SECTION 1\nSubtract.\nSECTION 2\nIt is (A).",
        "SECTION 1\nSubtract. It is (A).",
    ),
    "detectable_format:json_format": (
        "{kind: json}",
        '```json\n{"answer": "(A)"}\n```',
        'Here: {"answer": "(A)"}',
    ),
    "detectable_format:title": (
        '{kind: enclosed, by: ["<<", ">>"]}',
        "<<the value of x>>\nIt is (A).",
        "The value of x\nIt is 7 << 10. (A)",
    ),
    "combination:two_responses": (
        '{kind: divided, by: "******", exactly: 2}',
        "It is (A).\n******\nSubtracting gives (A).",
        "It is (A).\n******\nIt is (A).",
    ),
    "combination:repeat_prompt": (
        "{kind: echo, at: start}",
        "If x + 3 = 10, what is the value of x? It is (A).",
        "What is the value of x if x + 3 = 10? It is (A).",
    ),
    "startend:end_checker": (
        "{kind: boundary, at: end, words: [is there anything else]}",
        "It is (A). Is there anything else?",
        "Is there anything else? It is (A).",
    ),
    "change_case:english_capital": (
        "{kind: case, style: upper}",
        "IT IS 7, SO (A).",
        "IT IS 7, so (A).",
    ),
    "change_case:english_lowercase": (
        "{kind: case, style: lower}",
        "it is 7, so (A).",
        "It is 7, so (A).",
    ),
    "change_case:capital_word_frequency": (
        "{kind: case, style: upper, min: 2}",
        "IT is 7, SO (A).",
        "IT is 7, so (A).",
    ),
    "punctuation:no_comma": (
        '{kind: contains, characters: [","], exactly: 0}',
        "It is 7 so (A).",
        "It is 7, so (A).",
    ),
    "startend:quotation": (
        "{kind: enclosed, by: ['\"', '\"'], of: text}",
        '"It is 7, so (A)."',
        '"It is 7", so (A).',
    ),
}


@pytest.mark.parametrize("name", TYPES)
def test_type_is_stated_judged_and_enacted(name):
    written, complies, violates = TYPES[name]
    rule = ADAPTER.validate_python(yaml.safe_load(written))
    rng = random.Random(5)

    assert rule.judge(Text(complies), QUESTION).complies
    assert not rule.judge(Text(violates), QUESTION).complies
    assert parse_sentence(rule.describe()) == rule
    for question in QUESTIONS * 3:
        given = reply(rng)
        enacted = rule.enact(given, question, rng)
        assert rule.judge(Text(enacted), question).complies
        assert final_letter(enacted) == final_letter(given)


def test_there_are_twenty_five_types():
    assert len(TYPES) == 25


def test_the_page_about_them_states_them_alike():
    page = (Path(__file__).parents[2] / "docs" / "ifeval.md").read_text(encoding="utf-8")

    assert [line for line in page.splitlines() if ":" in line and line.startswith("| ")] == [
        f"| {name} | `{written}` |" for name, (written, _, _) in TYPES.items()
    ]
