"""Rows of debate runs: one for each debate, one for each round."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from community.debate import read_event
from community.debate.finished import FinishedDebate
from community.experiments.analysis.rows import FoundRun, Row, Scale, measured
from community.experiments.analysis.treatment import TreatedDebate, treatment
from community.experiments.debates.chapters import Chapter, chapters
from community.experiments.debates.config import DebateRunConfig
from community.experiments.runs.log import read_events
from community.statistics.estimate import share

_NO_HABIT = "no background agent has a habit"
_NO_BELIEF = "nothing was believed"
_WHY = {
    "follow_rate": "no verdict of a judge could be read",
    "initial_follow_rate": "no verdict of a judge could be read",
    "community_accuracy": "there is no community",
    "admission_rate": "there was no exchange to refuse",
    "over_imitation": "the newcomer said nothing",
    "participation": "how the debate began is not on record",
    "insider_follow_rate": "there is no community",
    "belief_agreement": "the belief states no rule",
    "belief_rating": "no judge model rated the belief",
}


class RowOfDebate(TreatedDebate):
    """One debate."""

    called: ClassVar[str] = "debates"
    measures: ClassVar[Mapping[str, Scale]] = {
        "follow_rate": "share",
        "initial_follow_rate": "share",
        "accuracy": "share",
        "initial_accuracy": "share",
        "community_accuracy": "share",
        "admission_rate": "share",
        "participation": "share",
        "over_imitation": "share",
        "belief_agreement": "share",
        "belief_rating": "rating",
    }
    headline: ClassVar[tuple[str, ...]] = ("follow_rate", "accuracy", "admission_rate", "over_imitation")

    category: str | None
    """Of the question."""
    belief: str | None
    """What the module believed when it was over."""
    follow_rate: float | None = None
    initial_follow_rate: float | None = None
    accuracy: float | None = None
    initial_accuracy: float | None = None
    community_accuracy: float | None = None
    admission_rate: float | None = None
    participation: float | None = None
    """Share of the rounds in which the newcomer did not only observe."""
    over_imitation: float | None = None
    belief_agreement: float | None = None
    belief_rating: int | None = None


class RowOfRound(TreatedDebate):
    """The newcomer's message of one round; round 0 holds the initial answers."""

    called: ClassVar[str] = "rounds"
    measures: ClassVar[Mapping[str, Scale]] = {
        "follow_rate": "share",
        "accuracy": "share",
        "admission_rate": "share",
        "over_imitation": "share",
        "insider_follow_rate": "share",
    }
    headline: ClassVar[tuple[str, ...]] = ("follow_rate",)

    round: int
    participates: bool | None
    """Whether the newcomer took part; null for round 0."""
    follow_rate: float | None = None
    """1 when the message satisfies every enforced norm."""
    accuracy: float | None = None
    admission_rate: float | None = None
    over_imitation: float | None = None
    """1 when the message shows a habit of a background agent."""
    insider_follow_rate: float | None = None
    """Share of the background agents' messages of the round that satisfy every enforced norm."""


class DebateObserver:
    """Makes rows of debate runs; the numbers are those of `community score`, debate by debate."""

    def episodes(self, run: FoundRun[DebateRunConfig]) -> Iterator[Row]:
        treated = treatment(run)
        for chapter in _chapters(run):
            yield RowOfDebate.model_validate({**treated, **_about(chapter), **_debate(chapter, run.config)})

    def rounds(self, run: FoundRun[DebateRunConfig]) -> Iterator[Row]:
        treated = treatment(run)
        for chapter in _chapters(run):
            if chapter.end is not None and chapter.end.status == "finished":
                about = {**treated, **_about(chapter)}
                for values in _rounds(chapter, run.config):
                    yield RowOfRound.model_validate({**about, **values})


def _chapters(run: FoundRun[DebateRunConfig]) -> list[Chapter]:
    return chapters(read_events(run.directory.events, read_event))


def _about(chapter: Chapter) -> dict[str, Any]:
    end, question = chapter.end, chapter.question
    return {
        "index": chapter.number,
        "question": question.question if question else None,
        "status": end.status if end else "unfinished",
        "reason": end.reason if end else None,
    }


def _debate(chapter: Chapter, config: DebateRunConfig) -> dict[str, Any]:
    question, end = chapter.question, chapter.end
    about = {"category": question.category if question else None, "belief": chapter.belief}
    if end is None or end.status == "failed":
        reason = "the debate is not over" if end is None else "the debate failed"
        return {**about, "missing": dict.fromkeys(RowOfDebate.measures, reason)}
    played = FinishedDebate.of(chapter.events)
    taken = question.participates if question else ()
    values: dict[str, float | None] = {
        "follow_rate": played.follow_rate,
        "initial_follow_rate": played.initial_follow_rate,
        "accuracy": played.accuracy,
        "initial_accuracy": played.initial_accuracy,
        "community_accuracy": played.community_accuracy,
        "admission_rate": played.admission_rate,
        "participation": sum(taken) / len(taken) if taken else None,
        "over_imitation": played.over_imitation if config.idiosyncratic else None,
    }
    verdict = chapter.verdict
    values |= {
        "belief_agreement": verdict.agreement if verdict else None,
        "belief_rating": verdict.rating if verdict else None,
    }
    why = _why(config)
    why |= dict.fromkeys(("belief_agreement", "belief_rating"), _NO_BELIEF) if verdict is None else {}
    return {**about, **measured(values, why)}


def _rounds(chapter: Chapter, config: DebateRunConfig) -> Iterator[dict[str, Any]]:
    taken = chapter.question.participates if chapter.question else ()
    played, why = FinishedDebate.of(chapter.events), _why(config)
    for message in played.newcomer:
        acts = [act for act in played.taken_part if act.round == message.round]
        beside = [other.complies for other in played.insiders if other.round == message.round]
        shows = bool(message.habits) if config.idiosyncratic and message.text else None
        values = {
            "follow_rate": message.complies,
            "accuracy": message.correct,
            "admission_rate": share([act.outcome == "shared" for act in acts]),
            "over_imitation": shows,
            "insider_follow_rate": share(beside),
        }
        yield {
            "round": message.round,
            "participates": taken[message.round - 1] if message.round and taken else None,
            **measured(values, why),
        }


def _why(config: DebateRunConfig) -> dict[str, str]:
    """Measure -> why a debate that is over may lack it."""
    return {**_WHY, **({} if config.idiosyncratic else {"over_imitation": _NO_HABIT})}
