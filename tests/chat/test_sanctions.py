"""How newcomers' messages are met, seen from what everybody is sent and says."""

from collections import Counter

import pytest

from community.chat import Reception, SocialSanctionConfig
from community.chat.sanctions import receive
from tests.chat.village import live, says

BREACH, FINE = "Plain words by me", "A ★ shines on me"
REACTIONS = ("tease", "correction", "topic_change")


@pytest.mark.parametrize("style", REACTIONS)
def test_breach_draws_the_reaction_of_one_member_who_is_shown_the_message_and_no_norm(style: str) -> None:
    village = live(turns=20, sanction=style, scripts={"Kim": says(BREACH)})

    for turn in village.said_by("Kim")[:-1]:
        assert turn.reception is not None
        assert turn.reception.sanction == style
        (reaction,) = [other for other in village.turns if other.answers == turn.turn]
        assert (reaction.act, (reaction.speaker,)) == (style, turn.reception.by)
        assert reaction.complies
    prompts = [text for name in village.cast.member_names for text in village.heard.prompts(name, style)]
    assert prompts
    assert all(BREACH in text and "★" not in text and "star" not in text.lower() for text in prompts)


@pytest.mark.parametrize("style", ["silence", "exclusion"])
def test_breach_is_passed_over_by_everybody(style: str) -> None:
    village = live(turns=30, sanction=style, scripts={"Kim": says(BREACH)})

    assert {turn.reception.sanction for turn in village.said_by("Kim") if turn.reception} == {style}
    assert {turn.reception.by for turn in village.said_by("Kim") if turn.reception} == {
        ("Mara", "Theo", "Ines")
    }
    assert {turn.act for turn in village.turns if turn.role == "member"} == {"talk"}


@pytest.mark.parametrize("style", [*REACTIONS, "silence", "exclusion"])
def test_sanctioned_message_reaches_no_member_who_goes_on_talking(style: str) -> None:
    village = live(turns=30, sanction=style, scripts={"Kim": says(BREACH)})

    for name in village.cast.member_names:
        assert all(BREACH not in text for text in village.heard.prompts(name, "talk"))
    assert not any("Kim" in turn.addressed for turn in village.turns if turn.act == "talk")


def test_compliance_is_taken_up_by_somebody_who_names_the_newcomer() -> None:
    village = live(turns=30, scripts={"Kim": says(FINE)})

    for turn in village.said_by("Kim")[:-1]:
        assert turn.reception is not None
        assert turn.reception.sanction is None
        (reaction,) = [other for other in village.turns if other.answers == turn.turn]
        assert reaction.act == "uptake"
        assert "Kim" in reaction.addressed


def receptions(seed: int, *, complied: bool, n: int = 2000, **sanction: object) -> list[Reception]:
    config = SocialSanctionConfig.model_validate({"style": "tease", **sanction})
    return [
        receive(
            config,
            complied=complied,
            seed=seed,
            where=f"c0.t{turn}",
            speaker="Kim",
            members=("Mara", "Theo", "Ines"),
            busy=("Theo",),
            called=None,
        )
        for turn in range(n)
    ]


def test_member_who_reacts_is_drawn_from_the_seed_among_those_who_are_not_busy() -> None:
    drawn = Counter(reception.by for reception in receptions(1, complied=False))

    assert drawn.keys() == {("Mara",), ("Ines",)}
    assert 0.45 < drawn[("Mara",)] / drawn.total() < 0.55
    assert receptions(1, complied=False, n=50) == receptions(1, complied=False, n=50)
    assert receptions(1, complied=False, n=50) != receptions(2, complied=False, n=50)


def test_named_member_reacts_where_the_named_one_speaks_next() -> None:
    village = live(turns=30, order="addressed_next", scripts={"Kim": says("Plain words @Theo")})

    assert {turn.reception.by for turn in village.said_by("Kim") if turn.reception} == {("Theo",)}


@pytest.mark.parametrize(("complied", "rate"), [(False, 0.6), (True, 0.3)])
def test_enforcement_errs_as_configured(complied: bool, rate: float) -> None:
    met = receptions(0, complied=complied, probability=0.6, false_alarm=0.3)

    assert sum(reception.sanction == "tease" for reception in met) / len(met) == pytest.approx(rate, abs=0.03)


def test_empty_message_is_met_by_nobody() -> None:
    village = live(turns=20, scripts={"Kim": lambda _: ""})

    assert {(turn.complies, turn.reception, turn.faults) for turn in village.said_by("Kim")} == {
        (None, None, ("empty",))
    }
    assert all(turn.answers is None for turn in village.turns)
    assert village.events[-1].model_dump()["follow_rate"] is None
