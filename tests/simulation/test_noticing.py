import random

import pytest

from community.modules.observation import Interaction, Round, Utterance
from community.norms import Norm, Text, load_norm
from community.seeds import derive
from community.simulation.answering import Opinion
from community.simulation.composing import compose
from community.simulation.evidence import Evidence, Said, gather, remember, to_the_point
from community.simulation.noticing import notice, notice_habits, weigh
from community.simulation.people import Abilities
from community.simulation.reading import read_choice
from community.simulation.wording import phrases

QUESTIONS = [phrase.source.replace(" / ", "\n") for phrase in phrases("practice")]
KEEN = Abilities(notices=1.0, memory=12, features=4, exact=1.0)
NORMS = [
    "sy_star",
    "pp_gramblix_opener",
    "nc_under_30_words",
    "st_exactly_3_paragraphs",
    "ps_drendal_for_and",
    "greeting",
]


def written(speaker: str, count: int, *norms: Norm) -> tuple[Said, ...]:
    return tuple(_one(speaker, number, norms) for number in range(count))


def _one(speaker: str, number: int, norms: tuple[Norm, ...]) -> Said:
    question = QUESTIONS[number % 4]
    rng = random.Random(derive(number, speaker))
    text = compose(read_choice(question), Opinion(rng.choice("ABCDE")), rng)
    for norm in norms:
        text = norm.enact(text, question, rng)
    return Said(speaker, text, question)


@pytest.mark.parametrize("name", NORMS)
def test_notice_finds_what_separates_let_in_from_shut_out(name: str):
    norm = load_norm(name)
    evidence = Evidence(
        members=written("Agent 1", 8, norm) + written("Agent 2", 8, norm),
        let_in=written("", 6, norm),
        shut_out=written("other", 6),
    )

    best = notice(evidence, KEEN, random.Random(0))[0].predicate

    fresh = [*written("fresh", 10, norm), *written("plain", 10)]
    verdicts = [
        (best.judge(Text(said.text), said.question), norm.check(said.text, said.question)) for said in fresh
    ]
    assert sum(found.complies == true.complies for found, true in verdicts) >= 18


def test_notice_takes_no_habit_of_one_member_for_a_rule():
    star, dagger = load_norm("sy_star"), load_norm("sy_dagger")
    evidence = Evidence(
        written("Agent 1", 8, star, dagger) + written("Agent 2", 8, star), shut_out=written("", 6)
    )

    for seed in range(20):
        assert not [item for item in notice(evidence, KEEN, random.Random(seed)) if "†" in str(item)]


def test_notice_habits_sees_the_habit_of_its_model_beside_the_rule():
    star, dagger = load_norm("sy_star"), load_norm("sy_dagger")
    evidence = Evidence(written("Agent 1", 8, star, dagger) + written("Agent 2", 8, star))
    seen = [
        {
            item.predicate.describe()[-3]
            for aspects in notice_habits(evidence, KEEN, random.Random(seed))
            for item in aspects
        }
        for seed in range(20)
    ]

    assert all("★" in signs for signs in seen)
    assert 4 <= sum("†" in signs for signs in seen) <= 16


def test_notice_puts_two_rules_together_when_neither_explains_what_was_shut_out():
    star, greeting = load_norm("sy_star"), load_norm("greeting")
    evidence = Evidence(
        members=written("Agent 1", 8, star, greeting) + written("Agent 2", 8, star, greeting),
        shut_out=written("a", 4, star) + written("b", 4, greeting),
    )

    best = notice(evidence, KEEN, random.Random(0))[0].predicate

    complies = {
        norms: best.judge(Text(written("fresh", 1, *norms)[0].text)).complies
        for norms in ((star,), (greeting,), (star, greeting))
    }
    assert list(complies.values()) == [False, False, True]


def test_notice_of_ordinary_messages_finds_little():
    evidence = Evidence(written("Agent 1", 8) + written("Agent 2", 8), shut_out=written("", 6))

    found = [notice(evidence, KEEN, random.Random(seed)) for seed in range(20)]

    assert sum(bool(items) for items in found) <= 6


def test_notice_of_nothing_is_nothing():
    assert notice(Evidence(()), KEEN, random.Random(0)) == []
    assert notice_habits(Evidence(()), KEEN, random.Random(0)) == []


def test_notice_misses_more_when_one_notices_less():
    star = load_norm("sy_star")
    evidence = Evidence(written("Agent 1", 8, star) + written("Agent 2", 8, star), shut_out=written("", 6))
    dull = KEEN.model_copy(update={"notices": 0.1})

    found = [bool(notice(evidence, dull, random.Random(seed))) for seed in range(40)]

    assert sum(found) < 30


def test_remember_keeps_order_and_no_more_than_memory():
    members = written("Agent 1", 10)
    kept = remember(Evidence(members), KEEN.model_copy(update={"memory": 4}), random.Random(0)).members

    assert len(kept) == 4
    assert [members.index(said) for said in kept] == sorted(members.index(said) for said in kept)


def test_weigh_counts_each_kind_of_message():
    star = load_norm("sy_star")
    evidence = Evidence(
        members=written("a", 3, star) + written("b", 1),
        let_in=written("c", 2, star),
        shut_out=written("d", 4),
    )

    found = weigh(star.predicate, evidence)

    assert (found.shared, found.let_in, found.shut_out, found.usual) == (0.75, 1.0, 0.0, 0.0)
    assert found.separating > found.telling > 0


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("I would go with (C).", True),
        ("No response.", False),
        ("", False),
        (
            "The soup I made yesterday turned out saltier than expected, and our cat has opinions about it.",
            False,
        ),
        (
            "The bakery sells rolls at a steady pace, which is all that one needs to know to see it through.",
            True,
        ),
    ],
)
def test_to_the_point_tells_an_answer_from_a_brush_off(message: str, expected: bool):
    assert to_the_point(message, QUESTIONS[0]) is expected


def test_gather_sorts_messages_by_what_came_of_them():
    answer, brush_off = Utterance("Agent 1", "It is (A)."), Utterance("Agent 1", "No response.")
    rounds = (
        Round(1, False, None, (answer, Utterance("Agent 2", "It is (B).")), ""),
        Round(2, True, "mine (C)", (brush_off, Utterance("Agent 2", "")), ""),
        Round(3, True, "mine (D)", (brush_off, Utterance("Agent 2", "It is (B).")), ""),
    )

    found = gather([Interaction(0, "Q?", "", rounds)])

    assert [said.text for said in found.members] == ["It is (A).", "It is (B).", "It is (B)."]
    assert found.brush_offs == 3
    assert [said.text for said in found.shut_out] == ["mine (C)"]
    assert [said.text for said in found.let_in] == ["mine (D)"]
