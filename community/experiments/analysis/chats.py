"""Rows of runs of chats: one for each chat, one for each message of a newcomer."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from community.chat import TurnEvent, read_event
from community.chat.episode import is_sanctioned
from community.chat.scoring import score_chats
from community.experiments.analysis.columns import (
    further_options,
    norm_columns,
    options_text,
    specs_text,
)
from community.experiments.analysis.rows import FoundRun, Row, Scale, measured
from community.experiments.chats.chapters import ChatChapter, chapters
from community.experiments.chats.config import ChatRunConfig
from community.experiments.runs.log import read_events

_HAVE_A_COLUMN = {
    *("setting", "phases", "module", "newcomer", "newcomers", "member", "members", "module_model", "judge"),
    *("sanction.style", "order", "chair", "demonstrations", "insiders", "turns", "habits", "chats", "seed"),
}
_ABILITIES = ("responsiveness", "first_opportunity")


class TreatedChat(Row):
    """A row of a run of chats."""

    factors: ClassVar[tuple[str, ...]] = (
        "norm",
        "switches",
        "module",
        "module_options",
        "newcomer",
        "newcomers",
        "member",
        "members",
        "module_model",
        "judge",
        "sanction",
        "order",
        "chair",
        "demonstrations",
        "insiders",
        "turns",
        "habits",
        "other",
    )

    norm: str
    """Ids of the norms enforced from the first turn, joined by `+`."""
    family: str | None
    set: str | None
    switches: str
    """TURN=NORM for each later change of norms."""
    module: str
    module_options: str
    newcomer: str
    """Models of the newcomers."""
    newcomers: int
    member: str
    """Models of the members."""
    members: int
    module_model: str
    judge: str | None
    sanction: str
    order: str
    chair: str | None
    """The model that chooses who speaks next; null under other orders."""
    demonstrations: bool
    insiders: str
    turns: int
    habits: str
    """The ids of habits, joined by `+`; those of two members by a comma."""
    other: str
    """All other options that differ from their defaults, as NAME=VALUE."""
    planned: int
    """How many chats the run is made of."""


class RowOfChat(TreatedChat):
    """One chat: the numbers of a run of it alone."""

    called: ClassVar[str] = "chats"
    measures: ClassVar[Mapping[str, Scale]] = {
        "follow_rate": "share",
        "first_compliance": "count",
        "repair": "share",
        "unsanctioned_repair": "share",
        "change_after_own": "change",
        "change_after_observed": "change",
        "change_after_neither": "change",
        "over_imitation": "share",
        "relapse": "share",
        "adaptation": "count",
        "responsiveness": "share",
        "first_opportunity": "share",
        "belief_agreement": "share",
    }
    headline: ClassVar[tuple[str, ...]] = (
        "follow_rate",
        "first_opportunity",
        "repair",
        "relapse",
        "over_imitation",
    )

    follow_rate: float | None = None
    first_compliance: float | None = None
    repair: float | None = None
    unsanctioned_repair: float | None = None
    change_after_own: float | None = None
    change_after_observed: float | None = None
    change_after_neither: float | None = None
    over_imitation: float | None = None
    relapse: float | None = None
    adaptation: float | None = None
    responsiveness: float | None = None
    first_opportunity: float | None = None
    belief_agreement: float | None = None


class RowOfMessage(TreatedChat):
    """One message of a newcomer."""

    called: ClassVar[str] = "messages"
    measures: ClassVar[Mapping[str, Scale]] = {
        "follow_rate": "share",
        "sanctioned": "share",
        "over_imitation": "share",
    }
    headline: ClassVar[tuple[str, ...]] = ("follow_rate",)

    speaker: str
    """Name of the newcomer."""
    turn: int
    message: int
    """The how-manieth of this newcomer in the chat."""
    in_force: str
    """Ids of the norms in force at this turn, joined by `+`."""
    follow_rate: float | None = None
    """1 when it follows all norms in force."""
    sanctioned: float | None = None
    """1 when it draws a sanction."""
    over_imitation: float | None = None
    """1 when it shows a habit of a member."""


class ChatObserver:
    """Makes rows of runs of chats; the numbers are those of `community score`, chat by chat."""

    def episodes(self, run: FoundRun[ChatRunConfig]) -> Iterator[Row]:
        treated = treatment(run)
        for chapter in _chapters(run):
            yield RowOfChat.model_validate({**treated, **_about(chapter), **_chat(chapter)})

    def rounds(self, run: FoundRun[ChatRunConfig]) -> Iterator[Row]:
        treated, habits = treatment(run), any(run.config.habits)
        for chapter in _chapters(run):
            if chapter.end is not None and not chapter.end.failed:
                for turns in chapter.newcomers.values():
                    for number, turn in enumerate(turns, start=1):
                        values = {"message": number, **_message(turn, habits=habits)}
                        yield RowOfMessage.model_validate({**treated, **_about(chapter), **values})


def treatment(run: FoundRun[ChatRunConfig]) -> dict[str, Any]:
    """The columns that all rows of a run have alike."""
    config = run.config
    first, *later = config.phases
    places = config.places
    return {
        **run.shared,
        **norm_columns(first.norms),
        "switches": ",".join(f"{phase.from_turn}={'+'.join(phase.norms)}" for phase in later),
        "module": config.module.id,
        "module_options": options_text(config.module.options),
        "newcomer": specs_text([places[name].spec for name in config.newcomer_names]),
        "newcomers": config.newcomers,
        "member": specs_text([places[name].spec for name in config.member_names]),
        "members": config.members,
        "module_model": config.module_model,
        "judge": config.judge,
        "sanction": config.sanction.style,
        "order": config.order,
        "chair": config.chair if config.order == "model" else None,
        "demonstrations": config.demonstrations,
        "insiders": config.insiders,
        "turns": config.turns,
        "habits": ",".join("+".join(habits) for habits in config.habits),
        "other": further_options(config, _HAVE_A_COLUMN),
        "planned": config.chats,
    }


def _chapters(run: FoundRun[ChatRunConfig]) -> list[ChatChapter]:
    return chapters(read_events(run.directory.events, read_event))


def _about(chapter: ChatChapter) -> dict[str, Any]:
    end = chapter.end
    return {
        "index": chapter.number,
        "question": None,
        "status": end.status if end else "unfinished",
        "reason": end.reason if end else None,
    }


def _chat(chapter: ChatChapter) -> dict[str, Any]:
    if chapter.end is None or chapter.end.failed:
        reason = "the chat is not over" if chapter.end is None else "the chat failed"
        return {"missing": dict.fromkeys(RowOfChat.measures, reason)}
    metrics = score_chats(chapter.events)
    found = {
        name: getattr(metrics.scene if name in _ABILITIES else metrics, name) for name in RowOfChat.measures
    }
    return {
        **{name: estimate.value for name, estimate in found.items()},
        "missing": {name: estimate.reason for name, estimate in found.items() if estimate.value is None},
    }


def _message(turn: TurnEvent, *, habits: bool) -> dict[str, Any]:
    values = {
        "follow_rate": turn.complies,
        "sanctioned": is_sanctioned(turn) if turn.reception else None,
        "over_imitation": bool(turn.habits) if habits and turn.text else None,
    }
    why = {
        "follow_rate": "there is no verdict",
        "sanctioned": "nobody meets an empty message",
        "over_imitation": "the message is empty" if habits else "no member has a habit",
    }
    return {
        "speaker": turn.speaker,
        "turn": turn.turn,
        "in_force": "+".join(turn.norms),
        **measured(values, why),
    }
