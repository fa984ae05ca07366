import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from community.norms import Text, parse_description
from community.norms.predicates import ADAPTER
from community.norms.predicates.base import Predicate
from community.norms.predicates.layout.alliteration import Alliteration
from community.norms.predicates.layout.items import MARKERS, Marker
from community.norms.predicates.layout.lists import ListItems
from community.norms.predicates.layout.synonyms import Synonyms
from community.norms.predicates.layout.verse import Verse
from community.norms.predicates.reply import final_letter
from tests.norms.replies import reply

BOUNDS = st.one_of(
    st.just({}),
    st.integers(1, 9).map(lambda n: {"min": n}),
    st.integers(0, 9).map(lambda n: {"max": n}),
    st.integers(0, 9).map(lambda n: {"exactly": n}),
    st.tuples(st.integers(1, 5), st.integers(0, 5)).map(lambda pair: {"min": pair[0], "max": sum(pair)}),
)
RULES = st.one_of(
    st.builds(
        lambda marker, before, bounds: ListItems(marker=marker, before_answer=before, **bounds),
        st.sampled_from(MARKERS), st.booleans(), BOUNDS,
    ),
    st.builds(lambda before, bounds: Synonyms(before_answer=before, **bounds), st.booleans(), BOUNDS),
    st.builds(Alliteration, first=st.sampled_from("ABX"), last=st.sampled_from("XYZ"), before_answer=st.booleans()),
    st.builds(Verse, lines=st.integers(14, 40), rhymed=st.integers(0, 14)),
    st.builds(Verse, lines=st.integers(2, 13), rhymed=st.integers(0, 2)),
)  # fmt: skip
PIECES = st.sampled_from([
    "the train", "3.5 km", "total (sum)", "question (query) (riddle)", "so", "don't", "Paris.", "- ", "- - ", "- [x] ",
    "1. ", "2) ", "# ", "Section 1: ", "Section 2", "I. ", "II. ", "Q: ", "A: ", "1850: ", "**", "---", "?", "!", "(",
    ")", "😀", "\n", "\n\n", "\r\n", "(C)", "The answer is (C).",
])  # fmt: skip
TEXTS = st.lists(PIECES, max_size=25).map(" ".join) | st.text(max_size=60)


def items(marker: Marker, text: str) -> list[str]:
    return [span.text for span in ListItems(marker=marker).judge(Text(text)).spans]


@settings(max_examples=120)
@given(rule=RULES, text=TEXTS, seed=st.integers(0, 5))
def test_enact_makes_any_text_comply(rule: Predicate, text: str, seed: int):
    enacted = rule.enact(text, None, random.Random(seed))

    assert rule.judge(Text(enacted)).complies
    assert rule.enact(enacted, None, random.Random(seed + 1)) == enacted
    assert rule.enact(text, None, random.Random(seed)) == enacted


@given(rule=RULES)
def test_describe_parses_back(rule: Predicate):
    assert parse_description(rule.describe()) == rule
    assert type(rule).parse(rule.describe().removesuffix(".").lower()) == rule


@settings(max_examples=50)
@given(rule=RULES, texts=st.lists(TEXTS, min_size=1, max_size=3), seed=st.integers(0, 5))
def test_propose_holds_on_every_text(rule: Predicate, texts: list[str], seed: int):
    read = [Text(rule.enact(text, None, random.Random(seed))) for text in texts]

    for proposal in rule.propose(read):
        assert all(proposal.judge(text).complies for text in read)


@pytest.mark.parametrize(
    ("marker", "text", "found"),
    [
        ("bullet", "- one\n * two\n•\tthree\n- [x] done\n---\n-4 is small", ["- ", "* ", "•\t"]),
        ("checked", "[x] one\n- [X] two\n3. [x] three\n☑ four\n- [ ] open", ["[x] ", "- [X] ", "3. [x] ", "☑ "]),
        ("numbered", "1. one\n**2)** two\nStep 3: three\n7. seven\nThen 4. four", ["1.", "**2)**", "Step 3:"]),
        ("roman", "I. one\nPart II\n(III) three\nV. five\nI think", ["I.", "Part II", "(III)"]),
        ("section", "## Section 1\nfoo. Section 2: bar\nSection 4", ["## Section 1", "Section 2:"]),
        (
            "dated", "1850: a\n- **May 3, 1851** - b\nIn 1852 c\n300 BC: d\n1900 + 4 = 1904",
            ["1850: ", "- **May 3, 1851** - ", "In 1852", "300 BC: "],
        ),
        (
            "qa", "Q: Why?\nA: So. Question 2: How? Answer: Thus.\nA: alone\nQ: open",
            ["Q: Why?\nA:", "Question 2: How? Answer:"],
        ),
    ],
)  # fmt: skip
def test_items_are_found_by_their_marker(marker: Marker, text: str, found: list[str]):
    assert items(marker, text) == found


@pytest.mark.parametrize("marker", MARKERS)
def test_enacted_list_opens_with_the_first_sentence_and_ends_with_the_answer(marker: Marker):
    text = "Zorbax, a list. Speed is 50 km/h. Time is two hours. The answer is (C). Take care!"

    enacted = ListItems(marker=marker, min=4, before_answer=True).enact(text, None, random.Random(1))

    assert enacted.startswith("Zorbax, a list.\n\n")
    assert enacted.endswith("\n\nThe answer is (C). Take care!")
    assert "Speed is 50 km/h." in enacted
    assert final_letter(enacted) == "C"


def test_enacted_list_groups_sentences_when_items_are_limited():
    text = "Lead. One. Two. Three. Four. The answer is (C)."

    enacted = ListItems(marker="numbered", exactly=2).enact(text, None, random.Random(0))

    assert [line.split(maxsplit=1)[1] for line in enacted.splitlines()[2:4]] == [
        "One. Two.",
        "Three. Four.",
    ]


def test_too_many_items_lose_only_their_marker():
    text = "- one\n- two\n- three\n(C)"

    assert ListItems(marker="bullet", max=2).enact(text, None, random.Random(0)) == "- one\n- two\nthree\n(C)"


def test_alliteration_wants_every_letter_in_order():
    rule = Alliteration(first="A", last="C")

    assert rule.judge(Text("All ants act. Bees buzz. Cold cats come.")).complies
    assert not rule.judge(Text("All ants act. Cold cats come. Bees buzz.")).complies
    verdict = rule.judge(Text("All ants act. Bees like honey, I think, by day. Cold cats come."))
    assert (
        verdict.detail == "found alliterative sentences for 1 of 3 letters in order; the next one needed is B"
    )
    assert [span.text for span in verdict.spans] == ["All ants act."]
    assert rule.judge(Text("All ants act. Cold cats come.")).detail == 'fewer than 2 words start with "B"'


def test_synonyms_are_words_not_remarks():
    rule = Synonyms(min=2)

    assert rule.judge(Text("The **total** (sum) is big (or: large).")).complies
    assert not rule.judge(
        Text("The total (sum) is 5 (see above), as noted (in line 3), with option (B) (total).")
    ).complies
    assert [span.text for span in rule.judge(Text("The total (sum) is big (large).")).spans] == [
        " (sum)",
        " (large)",
    ]


def test_synonyms_annotate_the_replys_own_words():
    enacted = Synonyms(min=2).enact("First, the total is clear to me. (C)", None, random.Random(0))

    assert enacted == "First, the total (sum) is clear (plain) to me. (C)"


POEM = "The sun is very bright\nand in the empty hall\nwe see a little light\nthat lingers on the wall"


@pytest.mark.parametrize(
    "text",
    [POEM, f"{POEM}\n(C)", f"A title\n\n{POEM}\n\nThe answer is (C).", POEM.replace("hall\n", "hall\n\n")],
)
def test_verse_opens_the_text(text: str):
    assert Verse(lines=4, rhymed=4).judge(Text(text)).complies


@pytest.mark.parametrize(
    "text",
    [
        f"{POEM}\nwhich nobody has seen before", f"(C)\n\n{POEM}", POEM.replace("wall", "wall (C)"),
        POEM.replace("hall", "room").replace("bright", "dark"), POEM.replace("we see", "- we see"),
        POEM.replace("light", "bright"),
    ],
)  # fmt: skip
def test_verse_is_neither_longer_nor_elsewhere_nor_unrhymed(text: str):
    assert not Verse(lines=4, rhymed=4).judge(Text(text)).complies


def test_verse_is_enacted_without_repeating_a_line():
    poems = [Verse(lines=14, rhymed=14).enact("(C)", None, random.Random(seed)) for seed in range(50)]

    assert len(set(poems)) == 50
    assert all(len(set(poem.splitlines())) == 16 for poem in poems)


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "list_items", "marker": "star"}, {"kind": "list_items", "marker": "bullet", "min": 3, "max": 2},
        {"kind": "alliteration", "first": "C", "last": "B"}, {"kind": "alliteration", "first": "1"},
        {"kind": "verse", "lines": 1}, {"kind": "verse", "lines": 4, "rhymed": 5}, {"kind": "synonyms", "exactly": -1},
    ],
)  # fmt: skip
def test_fields_without_sense_are_refused(fields: dict[str, object]):
    with pytest.raises(ValidationError):
        ADAPTER.validate_python(fields)


def test_nothing_is_proposed_for_ordinary_replies():
    rng = random.Random(3)
    texts = [Text(reply(rng)) for _ in range(20)]

    for kind in (ListItems, Alliteration, Synonyms, Verse):
        assert list(kind.propose(texts)) == []
