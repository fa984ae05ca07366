"""Events of debates as they would be logged, made by hand."""

from collections.abc import Sequence
from pathlib import Path

from community.agents.verdicts import NormVerdict, SpanRecord
from community.debate import (
    BeliefEvent,
    DebateEvent,
    Event,
    ExchangeEvent,
    MessageEvent,
    QuestionEvent,
    read_event,
)
from community.debate.scoring import score_debates
from community.experiments.debates.config import DebateRunConfig
from community.experiments.debates.result import DebateResult
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.log import EventLog
from community.experiments.runs.manifest import Ingredients, Status, new_manifest
from community.models.usage import summarize
from community.records import write_json

STAR = "\N{BLACK STAR}"
AGENTS = ("Agent 1", "Agent 2")


def question(debate: int, participates: Sequence[bool] = (True, True)) -> QuestionEvent:
    return QuestionEvent(
        debate=debate,
        question=f"sum-{debate}",
        text="What is 1 + 1?\n(A) 1\n(B) 2",
        answer="B",
        category="arithmetic",
        participates=tuple(participates),
    )


def message(debate: int, round_number: int, agent: str, text: str, **other: object) -> MessageEvent:
    spans = tuple(SpanRecord(start=at, end=at + 1, text=STAR) for at, sign in enumerate(text) if sign == STAR)
    verdict = NormVerdict(
        norm="sy_star", complies=bool(spans), spans=spans, detail="a star" if spans else "no star"
    )
    fields = {
        "letter": "B",
        "correct": True,
        "complies": bool(spans),
        "verdicts": (verdict,) if text else (),
    }
    return MessageEvent.model_validate(
        {"debate": debate, "round": round_number, "agent": agent, "text": text, **fields, **other}
    )


def exchanges(debate: int, round_number: int, outcome: str, *, complied: bool | None = None) -> list[Event]:
    text = "No response." if outcome == "refused" else None
    return [
        ExchangeEvent.model_validate(
            {
                "debate": debate,
                "round": round_number,
                "agent": agent,
                "outcome": outcome,
                "complied": complied,
                "text": text,
            }
        )
        for agent in AGENTS
    ]


def end(debate: int, follow_rate: float | None, reason: str | None = None) -> DebateEvent:
    return DebateEvent(
        debate=debate,
        question=f"sum-{debate}",
        status="failed" if reason else "finished",
        reason=reason,
        follow_rate=follow_rate,
        correct=None if reason else True,
    )


def steps(
    debate: int,
    outcome: str = "shared",
    *,
    follow_rate: float = 1.0,
    belief: str | None = None,
    texts: Sequence[str] = ("I say (B)", f"{STAR} I say (B)", f"{STAR} still (B)"),
) -> list[list[Event]]:
    """A debate of one discussion round and the final one, in the batches in which a run reports it."""
    complied = None if outcome == "observed" else outcome == "shared"
    batches: list[list[Event]] = [[question(debate, (outcome != "observed", True))]]
    for round_number, text in enumerate(texts):
        if round_number:
            batches.append(exchanges(debate, round_number, outcome, complied=complied))
        insiders = [message(debate, round_number, agent, f"{STAR} Adding gives two (B)") for agent in AGENTS]
        batches.append([message(debate, round_number, "Newcomer", text), *insiders])
    return [*batches, [BeliefEvent(debate=debate, belief=belief)], [end(debate, follow_rate)]]


def run(*debates: list[list[Event]]) -> list[Event]:
    """All events of some debates in order."""
    return [event for debate in debates for batch in debate for event in batch]


def result(events: Sequence[Event], **fields: object) -> DebateResult:
    """The result of a run with these events, some of its fields replaced."""
    metrics = score_debates(events, habits=False)
    values = {
        "setting": "debate",
        "run_dir": "runs/one",
        "status": "finished",
        "simulated": False,
        "follow_rate": metrics.follow_rate.value,
        "accuracy": metrics.accuracy.value,
        "admission_rate": metrics.admission_rate.value,
        "over_imitation": metrics.over_imitation.value,
        "belief": metrics.belief,
        "integrity": metrics.integrity,
        "usage": summarize([]),
        "metrics": metrics,
        **fields,
    }
    return DebateResult.model_validate(values)


def write_run(path: Path, events: Sequence[Event], *, status: Status = "finished", **fields: object) -> Path:
    """A run directory with these events, as a run of this configuration leaves it."""
    directory = RunDirectory(path)
    path.mkdir(parents=True)
    config = DebateRunConfig.model_validate({"norms": "sy_star", "rounds": 1, "questions": 2, **fields})
    manifest = new_manifest(config, Ingredients(norms={}, prompts={}, questions=""))
    write_json(directory.config, config)
    write_json(directory.manifest, manifest.model_copy(update={"status": status}))
    with EventLog(directory.events, read_event) as log:
        log.append(events)
    return path
