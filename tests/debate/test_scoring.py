import pytest

from community.debate import BeliefEvent, DebateEvent, Event, ExchangeEvent, MessageEvent
from community.debate.scoring import score_debate, score_debates
from community.statistics.estimate import estimate


def said(
    debate: int,
    number: int,
    agent: str,
    *,
    complies: bool | None = True,
    correct: bool = False,
    **more: object,
) -> MessageEvent:
    fields = {"text": "x" if complies is not None else "", "letter": "A", "verdicts": (), **more}
    return MessageEvent.model_validate(
        {
            "debate": debate,
            "round": number,
            "agent": agent,
            "complies": complies,
            "correct": correct,
            **fields,
        }
    )


def did(debate: int, number: int, agent: str, outcome: str, complied: bool | None) -> ExchangeEvent:
    return ExchangeEvent.model_validate(
        {
            "debate": debate,
            "round": number,
            "agent": agent,
            "outcome": outcome,
            "complied": complied,
            "text": None,
        }
    )


def ended(debate: int, status: str = "finished") -> DebateEvent:
    return DebateEvent.model_validate({"debate": debate, "question": "q", "status": status})


EVENTS: list[Event] = [
    said(0, 0, "Newcomer", complies=False),
    said(0, 0, "Agent 1", insider="first"),
    did(0, 1, "Agent 1", "refused", False),
    said(0, 1, "Newcomer", complies=False, habits=("h",)),
    said(0, 1, "Agent 1", insider="reasked", correct=True),
    did(0, 2, "Agent 1", "refused", False),
    said(0, 2, "Newcomer", complies=True, faults=("no_letter",)),
    said(0, 2, "Agent 1", insider="enacted", correct=True),
    BeliefEvent(debate=0, belief="first idea"),
    ended(0),
    said(1, 0, "Newcomer", complies=True, correct=True),
    said(1, 0, "Agent 1", insider="first"),
    did(1, 1, "Agent 1", "observed", None),
    said(1, 1, "Newcomer", complies=None, faults=("empty", "no_letter")),
    said(1, 1, "Agent 1", insider="never", complies=False),
    did(1, 2, "Agent 1", "refused", None),
    said(1, 2, "Newcomer", complies=True, correct=True),
    said(1, 2, "Agent 1", insider="first"),
    BeliefEvent(debate=1, belief="second idea"),
    ended(1),
    said(2, 0, "Newcomer"),
    ended(2, "failed"),
]


def test_score_debates_by_hand() -> None:
    metrics = score_debates(EVENTS, habits=True)

    assert (metrics.debates, metrics.failed) == (3, 1)
    assert metrics.follow_rate.value == pytest.approx((0.5 + 1.0) / 2)
    assert metrics.follow_rate.se == pytest.approx(0.25)
    assert metrics.initial_follow_rate.value == pytest.approx(0.5)
    assert metrics.accuracy.value == pytest.approx(0.5)
    assert metrics.community_accuracy.value == pytest.approx(0.5)
    assert metrics.admission_rate.value == 0.0
    assert metrics.first_admission is None
    assert metrics.over_imitation.value == pytest.approx((0.5 + 0.0) / 2)
    assert metrics.messages == 6
    assert metrics.faults == {"empty": 1, "no_letter": 2}
    assert metrics.belief == "second idea"


def test_score_debates_counts_rounds_until_the_first_admission() -> None:
    events = [*EVENTS[:-2], did(1, 3, "Agent 1", "shared", True)]

    assert score_debates(events, habits=True).first_admission == 4


def test_score_debates_without_habits_has_no_over_imitation_and_says_why() -> None:
    metrics = score_debates(EVENTS, habits=False)

    assert metrics.over_imitation.value is None
    assert metrics.over_imitation.reason == "no background agent has a habit"


def test_score_debates_of_nothing_is_missing_not_zero() -> None:
    metrics = score_debates([], habits=True)

    assert metrics.follow_rate.value is None
    assert metrics.accuracy.value is None
    assert metrics.integrity.violations_refused is None


def test_integrity_counts_what_insiders_really_did() -> None:
    integrity = score_debates(EVENTS, habits=True).integrity

    assert integrity.insider_compliance == pytest.approx(5 / 6)
    assert integrity.unaided_compliance == pytest.approx(3 / 6)
    assert integrity.violations_refused == 1.0
    assert integrity.false_refusals is None
    (agent,) = integrity.agents
    assert agent.how == {"enacted": 1, "first": 3, "never": 1, "reasked": 1}
    assert (agent.violations, agent.violations_refused) == (3, 3)


def test_score_debate_leaves_a_missing_message_out() -> None:
    event = score_debate(
        1, "q", [event for event in EVENTS if isinstance(event, MessageEvent) and event.debate == 1]
    )

    assert event.follow_rate == 1.0
    assert event.correct is True


def test_estimate_of_one_cluster_has_no_error() -> None:
    assert estimate([0.5, None]).se is None
    assert estimate([0.5, None]).missing == 1
