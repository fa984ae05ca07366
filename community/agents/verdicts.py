"""Verdicts on one message by several norms: asked for once, folded into one answer, and written down."""

from collections.abc import Mapping, Sequence

from community.norms import Norm, Verdict
from community.norms.judging import Judge
from community.records import Record

Verdicts = Mapping[str, Verdict | None]
"""By norm; None where a judge gave none that could be read."""


class SpanRecord(Record):
    """A stretch of a message that decided: character offsets and the words there."""

    start: int
    end: int
    text: str


class NormVerdict(Record):
    """What one norm's predicate decided about one message."""

    norm: str
    complies: bool
    spans: tuple[SpanRecord, ...]
    detail: str


async def judge_all(
    judge: Judge,
    norms: Sequence[Norm],
    text: str,
    question: str,
    *,
    where: str,
    known: Verdicts | None = None,
) -> Verdicts:
    """The verdict of every norm; those that are known already are not asked for again."""
    found = dict(known or {})
    for norm in norms:
        if norm.id not in found:
            found[norm.id] = await judge.verdict(norm, text, question, where=where)
    return found


def all_hold(norms: Sequence[Norm], verdicts: Verdicts) -> bool | None:
    """Whether all norms hold; one that is broken decides, one without a verdict leaves it open."""
    decided = [verdict.complies for norm in norms if (verdict := verdicts[norm.id])]
    if not all(decided):
        return False
    return True if norms and len(decided) == len(norms) else None


def those_that_hold(norms: Sequence[Norm], verdicts: Verdicts) -> tuple[str, ...]:
    """The ids of the norms that the message satisfies."""
    return tuple(norm.id for norm in norms if (verdict := verdicts[norm.id]) and verdict.complies)


def write_down(norms: Sequence[Norm], verdicts: Verdicts) -> tuple[NormVerdict, ...]:
    """The verdicts as they are recorded, without those that a judge did not give."""
    return tuple(_record(norm, verdict) for norm in norms if (verdict := verdicts[norm.id]))


def _record(norm: Norm, verdict: Verdict) -> NormVerdict:
    spans = tuple(SpanRecord(start=span.start, end=span.end, text=span.text) for span in verdict.spans)
    return NormVerdict(norm=norm.id, complies=verdict.complies, spans=spans, detail=verdict.detail)
