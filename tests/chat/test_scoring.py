"""Every number, on chats written by hand."""

from collections.abc import Sequence

import pytest

from community.chat import ChatEvent, Event, OpeningEvent, PhaseEvent, Reception, TurnEvent
from community.chat.records import BeliefEvent
from community.chat.scoring import ChatMetrics, score_chats
from tests.chat.village import live, says

NEWCOMERS = ("Kim", "Alex")


def said(
    chat: int,
    line: str,
    number: int,
    *,
    norms: tuple[str, ...] = ("old",),
    follows_former: bool | None = None,
) -> TurnEvent:
    """A turn from shorthand: `Kim - tease` breaks the norm and draws a tease, `Mara > 3` reacts to turn 3.

    `Kim +` complies and is taken up, `Kim + tease` is sanctioned all the same, `Kim - none` breaks and is taken up,
    `Kim ?` is empty.
    """
    speaker, mark, *rest = line.split()
    newcomer = speaker in NEWCOMERS
    complies = {"+": True, "-": False, "?": None}.get(mark, True)
    sanction = rest[0] if newcomer and rest and rest[0] != "none" else None
    met = Reception.model_validate({"sanction": sanction, "by": ("Mara",)})
    return TurnEvent.model_validate(
        {
            "chat": chat,
            "turn": number,
            "speaker": speaker,
            "role": "newcomer" if newcomer else "member",
            "given": "rule",
            "text": "" if mark == "?" else "x",
            "addressed": ("Kim",) if mark == ">" else (),
            "norms": norms,
            "complies": complies,
            "verdicts": (),
            "reception": met if newcomer and mark != "?" else None,
            "act": None if newcomer else "tease" if mark == ">" else "talk",
            "answers": int(rest[0]) if mark == ">" else None,
            "insider": None if newcomer else "first",
            "follows_former": follows_former,
        }
    )


def chat(
    *lines: str,
    number: int = 0,
    demonstrations: bool = True,
    habits: Sequence[str] = (),
    failed: bool = False,
) -> list[Event]:
    opening = OpeningEvent(
        chat=number,
        members=("Mara", "Theo"),
        newcomers=NEWCOMERS if any(line.startswith("Alex") for line in lines) else NEWCOMERS[:1],
        habits={"Mara": tuple(habits), "Theo": ()},
        demonstrations=demonstrations,
    )
    turns = [said(number, line, place) for place, line in enumerate(lines, start=1)]
    status = "failed" if failed else "finished"
    return [
        opening,
        PhaseEvent(chat=number, turn=1, norms=("old",)),
        *turns,
        ChatEvent(chat=number, status=status),
    ]


SIMPLE = chat(
    "Mara +",
    "Kim - tease",
    "Mara > 2",
    "Kim - tease",
    "Mara > 4",
    "Kim +",
    "Mara > 6",
    "Kim -  none",
    "Kim +",
)


def test_score_by_hand() -> None:
    metrics = score_chats(SIMPLE)

    assert (metrics.chats, metrics.failed, metrics.messages) == (1, 0, 5)
    assert metrics.follow_rate.value == pytest.approx(2 / 5)
    assert [(point.place, point.value, point.n) for point in metrics.curve] == [
        (2, 0.0, 1),
        (4, 0.0, 1),
        (6, 1.0, 1),
        (8, 0.0, 1),
        (9, 1.0, 1),
    ]
    assert [point.place for point in metrics.learning] == [1, 2, 3, 4, 5]
    assert metrics.first_compliance.value == 3
    assert metrics.never_complied == 0
    assert metrics.repair.value == pytest.approx(1 / 2)
    assert metrics.unsanctioned_repair.value == 1.0
    assert metrics.change_after_own.value == pytest.approx((0 + 1) / 2)
    assert metrics.change_after_neither.value == pytest.approx((-1 + 1) / 2)
    assert metrics.scene.responsiveness.value == 0.0
    assert metrics.scene.first_opportunity.value == 0.0
    assert metrics.sanctions == {"tease": 2}
    assert metrics.uptakes == 3


def test_missing_numbers_are_null_and_say_why() -> None:
    metrics = score_chats(chat("Mara +", "Kim +"))

    missing = {
        name: estimate["reason"]
        for name, estimate in {**metrics.model_dump(), **metrics.scene.model_dump()}.items()
        if isinstance(estimate, dict) and estimate.get("value", 0) is None
    }
    assert missing == {
        "repair": "no sanctioned breach was followed by another message",
        "unsanctioned_repair": "no breach without a sanction was followed by another message",
        "change_after_own": "no sanctioned message was followed by another",
        "change_after_observed": "nobody saw another newcomer's sanction without one of its own",
        "change_after_neither": "there was no step without a sanction",
        "over_imitation": "no member has a habit",
        "relapse": "the norms never changed",
        "adaptation": "the norms never changed",
        "belief_agreement": "no belief stated a rule",
        "responsiveness": "no sanctioned breach was followed by another message",
        "adaptation_from_peers": "needs the twin of a chat: the same one under the other `demonstrations`",
    }


def test_nothing_is_missing_not_zero() -> None:
    metrics = score_chats([])

    assert metrics.follow_rate.value is None
    assert metrics.first_compliance.value is None
    assert metrics.integrity.member_compliance is None


def test_failed_chat_is_counted_nowhere_else() -> None:
    broken = chat("Mara +", "Kim - tease", number=1, failed=True)
    alone, both = score_chats(SIMPLE), score_chats([*SIMPLE, *broken])

    assert (both.chats, both.failed) == (2, 1)
    assert both.model_copy(update={"chats": 1, "failed": 0}) == alone


def test_estimates_are_means_over_chats() -> None:
    metrics = score_chats([*chat("Kim +", "Mara > 1", "Kim +"), *chat("Kim - none", "Kim +", number=1)])

    assert metrics.follow_rate.value == pytest.approx((1.0 + 0.5) / 2)
    assert metrics.follow_rate.se == pytest.approx(0.25)
    assert metrics.first_compliance.value == pytest.approx((1 + 2) / 2)


def test_newcomer_that_never_complies_is_counted_apart() -> None:
    metrics = score_chats(chat("Kim - tease", "Mara > 1", "Kim - tease", "Alex +"))

    assert metrics.never_complied == 1
    assert metrics.first_compliance.value == 1


def test_empty_messages_have_no_part_in_any_share() -> None:
    metrics = score_chats(chat("Kim ?", "Kim - tease", "Mara > 2", "Kim ?", "Kim +"))

    assert metrics.follow_rate.value == pytest.approx(1 / 2)
    assert metrics.repair.value is None
    assert metrics.scene.first_opportunity.value is None


@pytest.mark.parametrize(
    ("between", "observed"),
    [
        (("Alex - tease", "Mara > 2"), True),
        (("Alex - tease",), False),
        (("Alex - silence", "Theo +"), True),
        (("Alex - silence",), False),
        (("Alex +", "Mara > 2"), False),
    ],
)
def test_another_newcomers_sanction_is_observed_once_it_can_be_seen(
    between: tuple[str, ...], observed: bool
) -> None:
    metrics = score_chats(chat("Kim - none", *between, "Kim +"))

    seen, unseen = (
        (metrics.change_after_observed.value, metrics.change_after_neither.value)
        if observed
        else (metrics.change_after_neither.value, metrics.change_after_observed.value)
    )
    assert (seen, unseen) == (1.0, None)


def test_own_sanction_is_no_observed_one() -> None:
    metrics = score_chats(chat("Kim - tease", "Alex - tease", "Mara > 2", "Mara > 1", "Kim +"))

    assert metrics.change_after_own.value == 1.0
    assert metrics.change_after_observed.value is None


def test_peers_are_measured_against_the_twin_whichever_comes_first() -> None:
    shown = [*chat("Mara +", "Kim +"), *chat("Mara +", "Kim - tease", number=1)]
    hidden = [
        *chat("Mara -", "Kim - tease", demonstrations=False),
        *chat("Mara -", "Kim - tease", number=1, demonstrations=False),
    ]

    for metrics in (score_chats(shown, twin=hidden), score_chats(hidden, twin=shown)):
        assert metrics.scene.adaptation_from_peers.value == pytest.approx(0.5)
        assert metrics.scene.adaptation_from_peers.n == 2


def test_over_imitation_is_the_share_of_messages_with_a_habit() -> None:
    events = chat("Kim +", "Kim +", "Kim ?", habits=["h"])
    shown = [
        event.model_copy(update={"habits": ("h",)}) if event.kind == "turn" and event.turn == 1 else event
        for event in events
    ]

    assert score_chats(shown).over_imitation.value == pytest.approx(1 / 2)


def test_relapse_and_adaptation_begin_with_the_change_of_norms() -> None:
    events: list[Event] = chat("Kim +", "Theo +", "Kim +")[:-1]
    new = ("new",)
    later = [
        said(0, "Kim - tease", 4, norms=new, follows_former=True),
        said(0, "Kim - tease", 5, norms=new, follows_former=False),
        said(0, "Kim +", 6, norms=new, follows_former=True),
    ]
    switch = PhaseEvent(chat=0, turn=4, norms=new)
    metrics = score_chats([*events, switch, *later, ChatEvent(chat=0, status="finished")])

    assert metrics.relapse.value == pytest.approx(1 / 3)
    assert metrics.adaptation.value == 3
    assert metrics.repair.value == pytest.approx(1 / 2)
    assert metrics.change_after_neither.value == 0.0


def test_change_of_norms_is_seen_in_the_numbers_at_its_turn_and_nowhere_before() -> None:
    switch = [{"norms": ["sy_star"]}, {"from_turn": 31, "norms": ["sy_dagger"]}]
    scripts = {"Kim": says("A ★ and nothing else")}
    changed, same = (
        score_chats(live(phases, turns=60, scripts=scripts).events) for phases in (switch, "sy_star")
    )

    def before(metrics: ChatMetrics) -> list[tuple[int, float | None]]:
        return [(point.place, point.value) for point in metrics.curve if point.place < 31]

    assert before(changed) == before(same)
    assert {value for _, value in before(changed)} == {1.0}
    assert {point.value for point in changed.curve if point.place >= 31} == {0.0}
    assert (changed.relapse.value, changed.adaptation.value) == (1.0, None)
    assert changed.adaptation.reason == "no newcomer complied after the change"


def test_integrity_counts_what_members_really_did() -> None:
    integrity = score_chats(
        chat("Mara +", "Theo -", "Kim - tease", "Theo +", "Mara > 3", "Kim + tease", "Kim - none", "Kim +")
    ).integrity

    assert integrity.member_compliance == pytest.approx(3 / 4)
    assert integrity.unaided_compliance == 1.0
    assert integrity.shown_before_first == 1
    assert integrity.violations_sanctioned == pytest.approx(1 / 2)
    assert integrity.false_sanctions == pytest.approx(1 / 2)
    assert integrity.reactions_carried_out == pytest.approx(1 / 4)
    assert integrity.reactions_naming == 1.0
    assert integrity.contact_while_shunned == 0.0


def test_last_belief_of_each_newcomer_is_reported() -> None:
    beliefs = [
        BeliefEvent(chat=0, turn=turn, newcomer=name, belief=belief)
        for turn, name, belief in [(1, "Kim", "one"), (2, "Alex", None), (3, "Kim", "two")]
    ]

    assert score_chats([*SIMPLE, *beliefs]).beliefs == {"Kim": "two", "Alex": None}
