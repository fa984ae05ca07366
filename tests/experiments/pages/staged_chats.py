"""Runs of group chats as they would be logged, made by hand."""

from community.agents.verdicts import NormVerdict, SpanRecord
from community.chat import BeliefEvent, ChatEvent, Event, OpeningEvent, PhaseEvent, TopicEvent, TurnEvent
from community.experiments.chats.config import ChatRunConfig
from tests.experiments.staged import STAR

OLD, NEW = ("sy_star",), ("rp_farewell",)


def config(**fields: object) -> ChatRunConfig:
    """Of seven turns, the norms changing at the fifth."""
    phases = ({"norms": OLD}, {"from_turn": 5, "norms": NEW})
    return ChatRunConfig.model_validate(
        {"phases": phases, "turns": 7, "joins": 1, "members": 2, "chats": 2, **fields}
    )


def turn(number: int, speaker: str, text: str, *, chat: int = 0, **fields: object) -> TurnEvent:
    newcomer = speaker == "Kim"
    norms = OLD if number < 5 else NEW
    complies = STAR in text if number < 5 else text.endswith("bye")
    at = text.find(STAR)
    spans = (SpanRecord(start=at, end=at + 1, text=STAR),) if at >= 0 and number < 5 else ()
    verdict = NormVerdict(norm=norms[0], complies=complies, spans=spans, detail=f"decided by {text!r}")
    sanction = None if complies else "tease"
    values: dict[str, object] = {
        "chat": chat,
        "turn": number,
        "speaker": speaker,
        "role": "newcomer" if newcomer else "member",
        "given": "rule",
        "text": text,
        "addressed": (),
        "norms": norms,
        "complies": complies,
        "verdicts": (verdict,),
        "reception": {"sanction": sanction, "by": ("Mara",)} if newcomer else None,
        "act": None if newcomer else "talk",
        "insider": None if newcomer else "first",
        "follows_former": STAR in text if newcomer and number >= 5 else None,
    }
    return TurnEvent.model_validate({**values, **fields})


def opening(chat: int = 0) -> list[Event]:
    who = {"members": ("Mara", "Theo"), "newcomers": ("Kim",), "habits": {"Mara": ("exclamation",)}}
    return [
        OpeningEvent.model_validate({"chat": chat, "demonstrations": True, **who}),
        PhaseEvent(chat=chat, turn=1, norms=OLD),
        TopicEvent(chat=chat, turn=1, topic="tea", text="Tea or coffee?"),
    ]


def belief(number: int, text: str | None, *, chat: int = 0) -> BeliefEvent:
    return BeliefEvent(chat=chat, turn=number, newcomer="Kim", belief=text)


def end(chat: int = 0, reason: str | None = None) -> ChatEvent:
    return ChatEvent(
        chat=chat,
        status="failed" if reason else "finished",
        reason=reason,
        follow_rate=None if reason else 1 / 3,
    )


def talk(chat: int = 0) -> list[Event]:
    """A breach and its tease, a message that follows, a change of norms, a relapse that nobody answers."""
    return [
        *opening(chat),
        turn(1, "Mara", f"tea {STAR}", chat=chat),
        turn(2, "Kim", "coffee", chat=chat),
        turn(3, "Mara", f"coffee, Kim {STAR}", chat=chat, act="tease", answers=2),
        belief(4, "Use a star.", chat=chat),
        turn(4, "Kim", f"milk {STAR}", chat=chat, candidate="milk"),
        PhaseEvent(chat=chat, turn=5, norms=NEW),
        turn(5, "Theo", "so, bye", chat=chat, act="uptake", answers=4),
        turn(6, "Kim", f"water {STAR}", chat=chat),
        turn(7, "Theo", "well, bye", chat=chat),
        end(chat),
    ]
