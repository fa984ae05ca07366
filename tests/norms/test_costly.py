import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from community.norms import Text, enact_all, list_norms, load_norm, propose
from community.norms.predicates.reply import final_letter, take_apart
from tests.norms.replies import reply

COSTLY = list_norms(set="costly")
EACH = pytest.mark.parametrize("norm", COSTLY, ids=[norm.id for norm in COSTLY])
PIECES = st.sampled_from([
    "the train goes", "3.5 km", "total", "question (query)", "and", "so", "don't", "e.g.", "Dr.", "Paris.", "(end)",
    "- ", "- [x] ", "1. ", "2) ", "# ", "Section 1: ", "I. ", "Q: ", "A: ", "1850: ", "In 1905", "**", "---", ";", "?",
    "!", "…", "(", ")", "😀", "\n", "\n\n", "\r\n", "(C)", "The answer is (C).", "Amber ants amble.",
])  # fmt: skip
TEXTS = st.lists(PIECES, max_size=25).map(" ".join) | st.text(max_size=60)


def test_costly_set_has_the_ten_behaviours():
    assert [norm.id.removeprefix("costly_") for norm in COSTLY] == [
        "alliteration", "bullets", "checklist", "dialogue", "numbered_steps",
        "roman_sections", "sections", "sonnet", "synonyms", "timeline",
    ]  # fmt: skip
    assert {(norm.family, norm.set) for norm in COSTLY} == {("costly", "costly")}


@EACH
@settings(max_examples=25)
@given(text=TEXTS, seed=st.integers(0, 9))
def test_enact_makes_any_text_comply(norm, text, seed):
    enacted = norm.enact(text, None, random.Random(seed))

    assert norm.check(enacted).complies
    assert norm.enact(enacted, None, random.Random(seed + 1)) == enacted
    assert norm.enact(text, None, random.Random(seed)) == enacted
    assert final_letter(text) in {None, final_letter(enacted)} or "(C)" not in text


@EACH
def test_enact_varies_and_keeps_the_answer_last(norm):
    rng = random.Random(4)
    given = reply(rng, 3)

    enacted = [norm.enact(given, None, random.Random(seed)) for seed in range(30)]

    assert len(set(enacted)) == 30
    for text in enacted:
        assert final_letter(text) == final_letter(given)
        assert text.endswith(given[given.rindex("(") :])


@EACH
def test_enact_stays_affordable_and_says_what_the_reply_said(norm):
    rng = random.Random(9)

    for _ in range(20):
        given = reply(rng, 3)
        enacted = norm.enact(given, None, rng)
        added = Text(enacted).word_count - Text(given).word_count
        spoken = set(Text(enacted).index)
        assert added < 160
        assert set(Text(given).index) <= spoken


@EACH
def test_ordinary_replies_do_not_show_the_behaviour(norm):
    rng = random.Random(2)

    assert not any(norm.check(reply(rng)).complies for _ in range(300))


@EACH
def test_structure_after_the_answer_does_not_count(norm):
    example = norm.examples.complies[0].text
    letter = final_letter(example)

    assert not norm.check(f"({letter})\n\n{example.replace(f'({letter})', 'mine')}").complies


@EACH
def test_structure_counts_in_a_message_that_was_cut_before_its_answer(norm):
    example = norm.examples.complies[0].text

    assert norm.check(example.removesuffix(take_apart(example).closing)).complies


@EACH
def test_others_can_notice_the_behaviour(norm):
    rng = random.Random(5)
    texts = [Text(norm.enact(reply(rng, 3), None, rng)) for _ in range(5)]

    proposals = [rule for rule in propose(texts) if isinstance(rule, type(norm.predicate))]

    assert any(norm.check(rule.enact(reply(rng, 3), None, rng)).complies for rule in proposals)


@EACH
@pytest.mark.parametrize("other", ["sy_star", "pp_zorbax_opener", "pp_klomble_closer", "tk_line_exactly_2"])
def test_behaviour_can_be_shown_beside_a_norm(norm, other):
    rng = random.Random(6)
    both = [load_norm(other), norm]

    for _ in range(5):
        enacted = enact_all(both, reply(rng, 3), None, rng)
        assert all(rule.check(enacted).complies for rule in both)
