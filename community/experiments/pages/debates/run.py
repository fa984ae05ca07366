"""A run of debates as a page shows it: what it was, its numbers, and one line about each debate."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from community.debate import Event
from community.debate.finished import FinishedDebate
from community.debate.roster import NEWCOMER
from community.debate.scoring import DebateMetrics, score_debates
from community.experiments.debates.chapters import Chapter, DebateRow, chapters, rows
from community.experiments.debates.config import DebateRunConfig
from community.experiments.pages.debates.transcript import DebateOfPage, debate_of_page
from community.experiments.pages.records import RunOfPage, headlines
from community.experiments.pages.rules import RuleOfPage, rules_of_page
from community.experiments.pages.setting import RunPages
from community.experiments.runs.manifest import Manifest

_HEADLINES = {
    "follow_rate": (
        "norm following",
        "share of rounds after the initial answer whose newcomer message follows the norm",
    ),
    "accuracy": ("accuracy", "share of debates whose last newcomer message has the right letter"),
    "admission_rate": (
        "admission",
        "share of exchanges, in rounds the newcomer took part in, that were not refused",
    ),
    "over_imitation": (
        "over-imitation",
        "share of rounds whose newcomer message shows a habit that nobody enforces",
    ),
    "belief_agreement": (
        "belief agreement",
        "share of sample texts on which the stated belief decides like the norm",
    ),
    "initial_follow_rate": ("initial following", "the norm in initial answers: chance, or memory"),
    "initial_accuracy": ("initial accuracy", "what the newcomer can do alone"),
    "community_accuracy": (
        "community accuracy",
        "right last messages of the background agents: what there is to gain",
    ),
}


class DebateLine(DebateRow):
    """One debate in a line, with what the figures draw."""

    category: str
    followed: tuple[bool | None, ...]
    """For each message of the newcomer, the initial answer first: whether it satisfies every enforced norm."""
    imitation: float | None
    """Share of the scored rounds whose message shows a habit of a background agent; None without habits."""
    rule: str | None
    agreement: float | None
    rating: int | None


class DebatesOfPage(RunOfPage):
    """All that is known of a run of debates but for its transcripts."""

    norms: tuple[RuleOfPage, ...]
    habits: tuple[RuleOfPage, ...]
    metrics: DebateMetrics
    lines: tuple[DebateLine, ...]


class DebateRunPages(RunPages[DebateRunConfig]):
    """A run of debates."""

    scripts: ClassVar[tuple[str, ...]] = (
        "messages.js",
        "beliefs.js",
        "debates/curve.js",
        "debates/transcript.js",
        "debates/setting.js",
        "found.js",
        "run.js",
    )

    def page(self, manifest: Manifest, events: Sequence[Event]) -> DebatesOfPage:
        names = self.config.idiosyncratic
        habits = names if isinstance(names, tuple) else ()
        metrics = score_debates(events, habits=bool(habits))
        return DebatesOfPage(
            **self.common(manifest, headlines(metrics, _HEADLINES)),
            norms=rules_of_page(self.config.norms),
            habits=rules_of_page(habits),
            metrics=metrics,
            lines=tuple(
                _line(chapter, row, habits=bool(habits))
                for chapter, row in zip(chapters(events), rows(events), strict=True)
            ),
        )

    def transcripts(self, events: Sequence[Event], start: int = 0) -> Sequence[DebateOfPage]:
        return [debate_of_page(chapter, self.config) for chapter in chapters(events)[start:]]


def _line(chapter: Chapter, row: DebateRow, *, habits: bool) -> DebateLine:
    own = [message for message in chapter.messages if message.agent == NEWCOMER]
    verdict = chapter.verdict
    fields: Mapping[str, Any] = {**row.model_dump(), "belief": row.belief if row.new_belief else None}
    return DebateLine(
        **fields,
        category=chapter.question.category if chapter.question else "",
        followed=tuple(message.complies for message in own),
        imitation=FinishedDebate.of(chapter.events).over_imitation if habits else None,
        rule=verdict.rule if verdict else None,
        agreement=verdict.agreement if verdict else None,
        rating=verdict.rating if verdict else None,
    )
