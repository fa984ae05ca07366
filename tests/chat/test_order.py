"""Who speaks next."""

import json
from collections import Counter
from itertools import pairwise

import pytest

from community.models.chat import Request
from tests.chat.village import live, says

STAR = says("A ★ for you all")
PLAIN = says("Nothing special here")


def test_round_robin_goes_by_the_roster_and_newcomers_join_late() -> None:
    village = live(turns=14, joins=4, scripts={"Kim": STAR}, newcomers=2)

    assert [turn.speaker for turn in village.turns] == [
        *("Mara", "Theo", "Ines", "Mara"),
        *("Kim", "Alex", "Theo", "Ines", "Mara"),
        *("Kim", "Alex", "Theo", "Ines", "Mara"),
    ]
    assert {turn.given for turn in village.turns} == {"rule"}


def test_addressed_next_is_whoever_was_named_else_round_robin() -> None:
    scripts = {"Mara": says("★ @Ines your turn"), "Ines": says("★ no name"), "Kim": says("★ and @Theo?")}
    village = live(turns=12, joins=2, order="addressed_next", scripts=scripts)

    order = [turn.speaker for turn in village.turns]
    after = {(one, other) for one, other in pairwise(order)}
    assert {other for one, other in after if one == "Mara"} == {"Ines"}
    assert {other for one, other in after if one == "Kim"} == {"Theo"}


@pytest.mark.parametrize("seed", range(3))
def test_random_order_is_drawn_from_the_seed_and_nobody_speaks_twice_in_a_row(seed: int) -> None:
    def order(seed: int) -> list[str]:
        return [turn.speaker for turn in live(turns=30, joins=0, order="random", seed=seed).turns]

    drawn = order(seed)

    assert drawn == order(seed)
    assert drawn != order(seed + 1)
    assert all(one != other for one, other in pairwise(drawn))
    assert set(Counter(drawn)) == {"Mara", "Theo", "Ines", "Kim"}


def test_model_chooses_and_a_wrong_choice_falls_back_to_round_robin_and_says_so() -> None:
    def chair(request: Request) -> str:
        turn = sum(message.text.count("<message") for message in request.messages) + 1
        return json.dumps({"name": "@Theo" if turn == 1 else "Nobody" if turn == 2 else "Ines"})

    village = live(turns=4, joins=3, order="model", scripts={"Chair": chair})

    assert [(turn.speaker, turn.given) for turn in village.turns] == [
        ("Theo", "model"),
        ("Mara", "fallback"),
        ("Ines", "model"),
        ("Kim", "fallback"),
    ]


@pytest.mark.parametrize("reply", ["I would say Theo", '{"who": "Theo"}', ""])
def test_choice_that_cannot_be_read_falls_back(reply: str) -> None:
    village = live(turns=3, joins=2, order="model", scripts={"Chair": lambda _: reply})

    assert [(turn.speaker, turn.given) for turn in village.turns] == [
        ("Mara", "fallback"),
        ("Theo", "fallback"),
        ("Ines", "fallback"),
    ]


@pytest.mark.parametrize("order", ["round_robin", "addressed_next", "random", "model"])
def test_newcomer_is_answered_before_it_speaks_again(order: str) -> None:
    village = live(turns=60, joins=2, order=order, newcomers=3, members=2, scripts={"Kim": PLAIN})

    for newcomer in ("Kim", "Alex", "Robin"):
        own = [turn.turn for turn in village.said_by(newcomer)]
        for turn, following in pairwise(own):
            assert any(turn < other.turn < following and other.answers == turn for other in village.turns)


def test_excluded_newcomer_is_passed_over_for_so_many_turns() -> None:
    sanction = {"style": "exclusion", "turns": 9}
    village = live(turns=40, sanction=sanction, scripts={"Kim": PLAIN}, newcomers=2)

    kim = [turn.turn for turn in village.said_by("Kim")]
    assert [later - earlier for earlier, later in pairwise(kim)] == [10] * (len(kim) - 1)
    assert len(kim) > 2


def test_single_member_may_go_on_alone_while_the_newcomer_is_excluded() -> None:
    village = live(turns=8, joins=1, members=1, sanction="exclusion", scripts={"Kim": PLAIN})

    assert [turn.speaker for turn in village.turns] == ["Mara", "Kim", *["Mara"] * 6]
